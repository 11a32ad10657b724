"""What all widgets are: state that Python can read, words of the edition, and a page that needs no front end."""

from __future__ import annotations

import math
from collections.abc import Mapping
from html import escape
from string import Formatter
from typing import Any, ClassVar

import anywidget
from IPython.core.getipython import get_ipython
from traitlets import Dict, Unicode

from tiedbook import large
from tiedbook.session import current_edition, listen, say
from tiedbook.widgets.module import script, style

_MOST = 1_500  # numbers in a state that is drawn; what its functions take is far below


def text(code: str, english: str, **values: object) -> str:
    """Return a sentence in the current edition; the page fills the holes that `values` leaves open.

    Parameters
    ----------
    code : str
        Stable context in the runtime catalog.
    english : str
        The English sentence, with named ``{holes}``.
    **values : object
        What fills some of the holes.
    """
    holes = {name: f"{{{name}}}" for _, name, _, _ in Formatter().parse(english) if name}
    return say(code, english, **{**holes, **values})


class Widget(anywidget.AnyWidget):
    """A widget of the course.

    A subclass names its module in ``static/`` (``module = "dot_explorer"``), adds traits for its state, and says its
    words and its stand-in.

    Attributes
    ----------
    labels : dict of str to str
        Every text that it shows, in the current edition, by the keys that its module uses. ``"title"`` names it.
    lang : str
        Tag of that edition.
    theirs : dict
        What the learner's own function says; see `tiedbook.widgets.learners`.
    """

    labels = Dict().tag(sync=True)
    lang = Unicode().tag(sync=True)
    theirs = Dict().tag(sync=True)

    module: ClassVar[str]
    spoken: ClassVar[frozenset[str]] = frozenset({"labels", "lang", "theirs"})  # traits that change with the edition

    def __init_subclass__(cls, **kwargs: Any) -> None:
        if "module" in cls.__dict__:
            cls._esm = script(cls.module)
            cls._css = style(cls.module)
        super().__init_subclass__(**kwargs)

    def __init__(self, **state: Any) -> None:
        if not _finite(list(state.values())):
            raise ValueError(say("widget.finite", "A widget shows finite numbers; one of these is infinite or nan."))
        super().__init__(labels=self.words(), lang=current_edition().tag, **state)
        listen(self.edition_changed)

    def open(self) -> None:
        """Open the way to the page; not where a program runs the notebook, so that its page shows the stand-in.

        `jupyter nbconvert --execute` would keep the state of an open widget, and write a page that prefers it to the
        stand-in and draws it with a script from the network.
        """
        if _front_end_runs():
            super().open()

    def words(self) -> dict[str, str]:
        """Return every text of this widget in the current edition."""
        raise NotImplementedError

    def stand_in(self) -> str:
        """Return HTML that shows the same where no front end runs: on GitHub, in an export, in a saved notebook."""
        raise NotImplementedError

    def edition_changed(self) -> None:
        """Speak the edition that has been chosen meanwhile."""
        with self.hold_sync():
            self.labels, self.lang = self.words(), current_edition().tag

    def __repr__(self) -> str:
        return str(self.labels["title"])

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        own = {"text/plain": repr(self), "text/html": self._shown()}
        if self.comm is None:  # nothing behind it: a page has no live view to look for
            return own, {}
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        return {**data, **own}, metadata

    def _shown(self) -> str:
        title = str(self.labels["title"])
        try:
            state = {name: getattr(self, name) for name in self.traits(sync=True) if not name.startswith("_")}
            if _count(list(state.values())) > _MOST:
                return large.instead(title)  # before minutes have been spent on drawing it
            html = self.stand_in()
        except Exception:  # state that was set from a cell to what cannot be drawn; the page says so itself
            return f"<p lang={self.lang!r}>{escape(title)}</p>"
        return html if len(html) <= large.LARGEST else large.instead(title)


def _front_end_runs() -> bool:
    """Whether the cell that runs may ask for input: nbclient, with which programs run notebooks, never lets one."""
    kernel = getattr(get_ipython(), "kernel", None)
    return kernel is None or bool(kernel.get_parent("shell").get("content", {}).get("allow_stdin", True))


def _count(value: object) -> int:
    """Return how many numbers there are in nested lists and dictionaries."""
    if isinstance(value, Mapping):
        return sum(map(_count, value.values()))
    if isinstance(value, list | tuple):
        return sum(map(_count, value))
    return isinstance(value, int | float)


def _finite(value: object) -> bool:
    """Whether no number in nested lists and dictionaries is infinite or nan: JSON has none of these."""
    if isinstance(value, Mapping):
        return all(map(_finite, value.values()))
    if isinstance(value, list | tuple):
        return all(map(_finite, value))
    return not isinstance(value, float) or math.isfinite(value)
