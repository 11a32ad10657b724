"""Where a learner stands: every exercise of the course, what is done of it, and what comes next."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from pathlib import Path

from tiedbook.built import points_in_words, title
from tiedbook.course import course
from tiedbook.exercise import exercises_of
from tiedbook.journal import PartProgress, Progress, progress_of, read_journal
from tiedbook.session import current_edition, say, workspace
from tiedbook.tables import Table


@dataclass(frozen=True, slots=True, repr=False)
class Standing:
    """A table of exercises, and sentences below it; as the last expression of a cell, it is displayed.

    Parameters
    ----------
    table : Table
        One row for each exercise.
    remarks : tuple of str
        Which points the table lacks, if any, and last what to do next.
    """

    table: Table
    remarks: tuple[str, ...]

    def __repr__(self) -> str:
        return "\n".join([repr(self.table), "", *self.remarks])

    def _repr_html_(self) -> str:
        lang = current_edition().tag
        return self.table._repr_html_() + "".join(f'<p lang="{lang}">{escape(each)}</p>' for each in self.remarks)


def progress() -> Standing:
    """Show every exercise: what is done, what was tried, the points so far, and what comes next."""
    return standing(workspace())


def standing(folder: Path | None) -> Standing:
    """Return where the learner of a workspace stands; without one, at the start, and told that nothing is kept."""
    tag = current_edition().tag
    entries = () if folder is None else read_journal(folder)
    exercises = {stem: found for stem in course().stems() if (found := exercises_of(stem))}
    whole = progress_of((exercise for found in exercises.values() for exercise in found), entries)
    titles = {stem: title(stem, tag) for stem in exercises}
    places = {exercise.name: titles[stem] for stem, found in exercises.items() for exercise in found}
    earned, points = f"{whole.earned:g}", f"{whole.points:g}"
    table = Table(
        say("standing.caption", "Your progress: {earned} of {points} points", earned=earned, points=points),
        (
            say("standing.exercise", "exercise"),
            say("standing.chapter", "chapter"),
            "core",  # the words in the check cells
            "contract",
            say("standing.points", "points"),
        ),
        [_row(exercise, chapter, whole) for exercise, chapter in places.items()],
    )
    remarks = (_in_words(tag), _not_kept() if folder is None else _next_step(whole.next, places))
    return Standing(table, tuple(filter(None, remarks)))


def _in_words(tag: str) -> str:
    points = sum(points_in_words(stem, tag) for stem in course().stems())
    if not points:
        return ""
    return say(
        "standing.in_words",
        "Answers in words are worth {points} points more, which an instructor gives.",
        points=f"{points:g}",
    )


def _not_kept() -> str:
    return say(
        "standing.no_workspace",
        "This notebook is not in a workspace, so no progress is kept. `tiedbook lab` makes a workspace and opens it.",
    )


def _row(exercise: str, chapter: str, whole: Progress) -> tuple[str, ...]:
    own = Progress(tuple(part for part in whole.parts if part.exercise == exercise))
    earned, points = f"{own.earned:g}", f"{own.points:g}"
    states = (_state(part) for part in own.parts)
    return (exercise, chapter, *states, say("standing.of", "{earned} of {points}", earned=earned, points=points))


def _state(part: PartProgress) -> str:
    if part.done:
        return say("standing.done", "✓ done")
    if part.attempts:
        return say("standing.tried", "tried ({attempts}×)", attempts=part.attempts)
    return say("standing.untouched", "not yet tried")


def _next_step(part: PartProgress | None, places: dict[str, str]) -> str:
    if part is None:
        return say("standing.all_done", "Everything is done.")
    return say(
        "standing.next",
        "Next: {exercise}, part {part}, in “{chapter}”.",
        exercise=part.exercise,
        part=part.part,
        chapter=places[part.exercise],
    )
