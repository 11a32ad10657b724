"""The map of the course in chapter 0: what is done, what was tried, what comes next, as it changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Set
from pathlib import Path
from typing import Any

from traitlets import Bool, Dict, Float, List

from tiedbook import quizzes
from tiedbook.built import title
from tiedbook.course import course
from tiedbook.errors import TiedbookError
from tiedbook.exercise import exercises_of
from tiedbook.journal import JOURNAL, PartProgress, Progress, progress_of, read_journal
from tiedbook.session import current_edition, workspace
from tiedbook.standing import progress as standing
from tiedbook.study import LOG, Hint, Reply, read_log
from tiedbook.widgets.widget import Widget, text


class ProgressMap(Widget):
    """Chapters and exercises, and where the learner stands in each.

    Attributes
    ----------
    chapters : list of dict
        ``stem``, ``title``, ``exercises`` and the ``quiz`` of each chapter. An exercise has a ``name``, its ``parts``
        (``part``, ``state``, ``attempts``), the points ``earned`` of ``points``, and the ``hints`` that were opened.
    earned, points : float
        Points so far, and of the whole course.
    next : dict
        ``exercise``, ``part``, ``stem`` and ``title`` of the next step; empty once all is done.
    kept : bool
        Whether progress is kept: only in a workspace.
    """

    module = "progress_map"
    spoken = Widget.spoken | {"chapters", "next"}

    chapters: List[dict[str, Any]] = List(Dict()).tag(sync=True)
    earned = Float().tag(sync=True)
    points = Float().tag(sync=True)
    next = Dict().tag(sync=True)
    kept = Bool().tag(sync=True)

    def __init__(self) -> None:
        self._seen = _stamp(workspace())
        super().__init__(**_standing(workspace()))
        self.on_msg(self._look)

    def words(self) -> dict[str, str]:
        """Return every text of this widget in the current edition."""
        return {
            "title": text("widget.progress.title", "Map of the course, and where you stand"),
            "earned": text("widget.progress.earned", "You have {earned} of {points} points."),
            "points": text("widget.progress.points", "{earned} of {points} points"),
            "done": text("widget.progress.done", "done"),
            "tried": text("widget.progress.tried", "tried, {attempts}×"),
            "untouched": text("widget.progress.untouched", "not yet tried"),
            "hints": text("widget.progress.hints", "hints opened: {count}"),
            "quiz": text("widget.progress.quiz", "Quiz: {answered} of {count} answered"),
            "none": text("widget.progress.none", "no exercise"),
            "next": text("widget.progress.next", "Next step: `{exercise}`, part {part}"),
            "next_in": text("widget.progress.next_in", "in {chapter}"),
            "all_done": text("standing.all_done", "Everything is done."),
            "legend": text(
                "widget.progress.legend",
                "Each exercise has two parts: core checks the values, contract checks errors, types and what must not "
                "change. The map follows your checks by itself.",
            ),
            "not_kept": text(
                "standing.no_workspace",
                "This notebook is not in a workspace, so no progress is kept. "
                "`tiedbook lab` makes a workspace and opens it.",
            ),
        }

    def stand_in(self) -> str:
        """Return the table that `tiedbook progress` shows in a terminal."""
        return standing()._repr_html_()

    def __repr__(self) -> str:
        return repr(standing())

    def edition_changed(self) -> None:
        """Name the chapters as the edition does that has been chosen meanwhile."""
        with self.hold_sync():
            self._read()
            super().edition_changed()

    def _look(self, _widget: object, _content: object, _buffers: object) -> None:
        """Read again if something was noted since; the page asks every few seconds while the map is in sight."""
        stamp = _stamp(workspace())
        if stamp != self._seen:
            self._seen = stamp
            with self.hold_sync():
                self._read()

    def _read(self) -> None:
        for name, value in _standing(workspace()).items():
            setattr(self, name, value)


def _standing(folder: Path | None) -> dict[str, Any]:
    entries = () if folder is None else tuple(read_journal(folder))
    events = tuple(read_log(folder))
    hints = Counter(event.exercise for event in dict.fromkeys(event for event in events if isinstance(event, Hint)))
    replies = {(event.chapter, event.cell) for event in events if isinstance(event, Reply)}
    found = {stem: progress_of(exercises_of(stem), entries) for stem in course().stems()}
    tag = current_edition().tag
    chapters = [
        {
            "stem": stem,
            "title": title(stem, tag),
            "exercises": _exercises(progress.parts, hints),
            "quiz": _quiz(stem, tag, replies),
        }
        for stem, progress in found.items()
    ]
    whole = Progress(tuple(part for progress in found.values() for part in progress.parts))
    return {
        "chapters": chapters,
        "earned": float(whole.earned),
        "points": float(whole.points),
        "next": _next(whole.next, found, chapters),
        "kept": folder is not None,
    }


def _exercises(parts: Iterable[PartProgress], hints: Mapping[str, int]) -> list[dict[str, Any]]:
    exercises: dict[str, list[PartProgress]] = {}
    for part in parts:
        exercises.setdefault(part.exercise, []).append(part)
    return [
        {
            "name": name,
            "parts": [{"part": part.part, "state": _state(part), "attempts": part.attempts} for part in own],
            "earned": sum(part.points for part in own if part.done),
            "points": sum(part.points for part in own),
            "hints": hints.get(name, 0),
        }
        for name, own in exercises.items()
    ]


def _state(part: PartProgress) -> str:
    return "done" if part.done else "tried" if part.attempts else "untouched"


def _quiz(stem: str, tag: str, replies: Set[tuple[str, str]]) -> dict[str, int]:
    try:
        items = quizzes.quiz(stem, tag)
    except TiedbookError:
        items = ()  # a damaged chapter is no reason to show no map
    return {"count": len(items), "answered": sum((stem, item.cell) in replies for item in items)}


def _next(
    part: PartProgress | None, found: Mapping[str, Progress], chapters: Iterable[Mapping[str, Any]]
) -> dict[str, str]:
    if part is None:
        return {}
    stem = next(
        stem for stem, progress in found.items() if any(each.exercise == part.exercise for each in progress.parts)
    )
    names = {chapter["stem"]: chapter["title"] for chapter in chapters}
    return {"exercise": part.exercise, "part": part.part, "stem": stem, "title": names[stem]}


def _stamp(folder: Path | None) -> tuple[tuple[int, int], ...]:
    """Return what changes whenever something is noted in a workspace."""
    stamps = []
    for name in (JOURNAL, LOG):
        try:
            found = (folder / name).stat() if folder else None
        except OSError:
            found = None
        stamps.append((found.st_mtime_ns, found.st_size) if found else (0, 0))
    return tuple(stamps)
