"""What `tiedbook` is inside the sandbox: every name can be imported and called, and does nothing.

Checks, figures, widgets and progress have no place there. Modules that answers compute with are inside as they are,
beside this one. Libraries that only draw are silenced in the same way: they want a display, a home or a cache.

`yours` alone does something. The learner's other notebooks are not here, so it gives the course's own functions: those
of the chapters before the one that is graded, which the trusted process has sent to this one child.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

DRAWING = frozenset(
    {"IPython", "anywidget", "bokeh", "ipywidgets", "matplotlib", "mpl_toolkits", "plotly", "pylab", "seaborn"}
)

__all__ = ["check", "environment", "progress", "set_edition", "yours"]  # noqa: F822  # most answered by __getattr__

_offered: dict[str, str] = {}


class Silent:
    """Takes any call, attribute, item or loop, and gives itself."""

    def __init__(self, *args: object, **kwargs: object) -> None: ...

    def __call__(self, *args: Any, **kwargs: object) -> Any:
        """Give back a function that it decorates; itself otherwise."""
        return args[0] if len(args) == 1 and not kwargs and callable(args[0]) else self

    def __getattr__(self, name: str) -> Silent:
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __iter__(self) -> Iterator[Silent]:
        return iter((self, self))  # fig, axes = plt.subplots()

    def __getitem__(self, key: object) -> Silent:
        return self

    def __setitem__(self, key: object, value: object) -> None: ...

    def __enter__(self) -> Silent:
        return self

    def __exit__(self, *fault: object) -> None: ...


class SilentModule(ModuleType):
    """A module that has every name."""

    __all__: Sequence[str] = ()

    def __getattr__(self, name: str) -> Silent:
        if name.startswith("__"):
            raise AttributeError(name)
        return Silent()


class _Silence(MetaPathFinder, Loader):
    """Finds silent modules."""

    def __init__(self, packages: frozenset[str]) -> None:
        self._packages = packages

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> ModuleSpec | None:  # noqa: ARG002
        if fullname.partition(".")[0] not in self._packages:
            return None
        return ModuleSpec(fullname, self, is_package=True)

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return SilentModule(spec.name)

    def exec_module(self, module: ModuleType) -> None: ...


def offer(solutions: Mapping[str, str]) -> None:
    """Take what `yours` gives: for each name the text of a module that defines it."""
    _offered.update(solutions)


def yours(name: str) -> Callable[..., Any]:
    """Return the course's function for an exercise of an earlier chapter.

    Raises
    ------
    LookupError
        If there is no such exercise there.
    """
    if name not in _offered:
        raise LookupError(f"no chapter before this one has an exercise {name!r}")
    module = ModuleType(name)
    exec(compile(_offered[name], f"<{name}>", "exec", dont_inherit=True), vars(module))  # noqa: S102  # the course's
    found: Callable[..., Any] = vars(module)[name]
    return found


def __getattr__(name: str) -> Silent:
    if name.startswith("__"):
        raise AttributeError(name)
    return Silent()


if __name__ == "tiedbook":  # inside
    sys.meta_path.insert(0, _Silence(DRAWING))
    sys.meta_path.append(_Silence(frozenset({"tiedbook"})))  # after what is really there
