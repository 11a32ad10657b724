"""The chapters as they stand in a workspace: what notebooks there are made from and compared with."""

from __future__ import annotations

from collections.abc import Sequence

from tiedbook.bilingual import bilingual
from tiedbook.catalog import runtime
from tiedbook.course import course
from tiedbook.editions import edition, editions
from tiedbook.errors import LearnerError, TiedbookError
from tiedbook.headings import heading
from tiedbook.notebook import Cell, Notebook, digest, edition_of, mark, read_notebook, role


def chapter(stem: str, tag: str, beside: str | None = None) -> Notebook:
    """Return a built chapter as it stands in a workspace, with another edition folded below its text if wanted.

    There the first cell cannot link to the other editions, so it names the menu and the command that change them.

    Raises
    ------
    LearnerError
        If there is no such edition, or it does not have this chapter.
    """
    if beside := second(tag, beside):
        return bilingual(chapter(stem, tag), chapter(stem, beside), edition(beside))
    path = course().built(edition(tag).tag) / f"{stem}.ipynb"
    if not path.is_file():
        raise no_such_chapter(stem, tag)
    notebook = read_notebook(path)
    source = _how_to_switch(tag)
    for cell in notebook["cells"]:
        if cell["id"] == "editions":
            cell["source"] = source
            cell["metadata"] = {**cell["metadata"], "tiedbook": {**mark(cell), "hash": digest(source)}}
    return notebook


def frames(stem: str, tag: str, beside: str | None = None) -> tuple[Notebook, ...]:
    """Return a chapter in one edition and then in all others that have it: what `merge` and `restore` compare with.

    Parameters
    ----------
    stem : str
        The chapter.
    tag : str
        The edition that comes first.
    beside : str or None
        The edition to be folded below its text.

    Raises
    ------
    LearnerError
        If there is no such edition, or it does not have this chapter.
    """
    others = (other for other in editions() if other != tag and stem in course().stems(other))
    return (chapter(stem, tag, beside), *(chapter(stem, other) for other in others))


def in_two(frames: Sequence[Notebook], beside: str | None) -> tuple[Notebook, ...]:
    """Return the frames of a chapter, the first with another one folded below its text, if that one is there."""
    first, *others = frames
    other = next((frame for frame in others if edition_of(frame) == beside), None)
    return tuple(frames) if other is None else (bilingual(first, other, edition(beside or "")), *others)


def second(tag: str, beside: str | None) -> str | None:
    """Return the edition to be folded below another one; None where there is none, or it is the same.

    Raises
    ------
    LearnerError
        If there is no such edition.
    """
    return edition(beside).tag if beside is not None and beside != tag else None


def stems(tag: str) -> tuple[str, ...]:
    """Return the chapters of an edition, in order.

    Raises
    ------
    LearnerError
        If there is no such edition.
    TiedbookError
        If none of its chapters is built.
    """
    found = course().stems(edition(tag).tag)
    if not found:
        raise TiedbookError(
            f"{course().built(tag)}: no chapter of this edition is built. `tiedbook build` builds them."
        )
    return found


def title(stem: str, tag: str) -> str:
    """Return the first heading of a built chapter as plain words; its stem where it has none."""
    headings = (heading(cell["source"]) for cell in _cells(stem, tag) if cell["cell_type"] == "markdown")
    return next(filter(None, headings), stem)


def points_in_words(stem: str, tag: str) -> float:
    """Return the points of a built chapter that are not for functions but for answers in words."""
    return sum(float(cell["metadata"]["nbgrader"]["points"]) for cell in _cells(stem, tag) if role(cell) == "written")


def _cells(stem: str, tag: str) -> Sequence[Cell]:
    try:
        cells: Sequence[Cell] = read_notebook(course().built(tag) / f"{stem}.ipynb")["cells"]
    except TiedbookError:
        return ()  # neither a title nor a sum is a reason to fail
    return cells


def no_such_chapter(stem: str, tag: str) -> LearnerError:
    """Return the error that an edition does not have a chapter."""
    return LearnerError(
        "chapter.missing",
        "The edition '{tag}' has no chapter '{stem}'. It is there in: {known}.",
        tag=tag,
        stem=stem,
        known=", ".join(other for other in editions() if stem in course().stems(other)) or "—",
        status=2,
    )


def _how_to_switch(tag: str) -> str:
    say = runtime(tag).text  # in the edition of the notebook, whatever this process speaks
    names = [f"**{item.name}**" if item.tag == tag else f"{item.name} (`{item.tag}`)" for item in editions().values()]
    return (
        " · ".join(names)
        + "\n\n"
        + say(
            "workspace.how_to_switch",
            "To read on in another edition, choose it in the **Edition** menu of the toolbar above, or type, for "
            "example, `tiedbook switch {tag}` in a terminal. Your code, its results and your notes stay as they are.",
            tag=next(other for other in (*editions(), tag) if other != tag),
        )
    )
