"""The class report: which misconception how many learners have, for each exercise, for the instructor."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from markupsafe import Markup

from autograde.course import CourseFolder
from autograde.feedback import template
from autograde.graded import Graded, read_graded
from autograde.roster import as_csv
from autograde.text import inline, plain
from tiedbook.catalog import runtime
from tiedbook.diagnosis import Diagnosis, Part, Verdict
from tiedbook.editions import SOURCE
from tiedbook.errors import TiedbookError
from tiedbook.files import write_if_changed
from tiedbook.telling import Finding, finding, places

MISCONCEPTIONS = ("chapter", "exercise", "learners", "of", "percent", "code", "diagnosis", "section")
FOLLOWS = "contract.core_first"  # says only that the core is not right, which is told by name already
UNWRITTEN = "answer.unwritten"  # no misconception: nothing is there to be wrong
PARTS = ("chapter", "exercise", "part", "correct", "of", "percent", "unwritten")


@dataclass(frozen=True, slots=True)
class Misconception:
    """One diagnosis that some learners got.

    Parameters
    ----------
    code : str
        Its code.
    learners : int
        How many got it.
    shown : Finding
        What most of them were told, with a call of one of them.
    """

    code: str
    learners: int
    shown: Finding

    @property
    def sentence(self) -> Markup:
        """What they were told, as HTML."""
        return inline(self.shown.sentence)

    @property
    def section(self) -> Markup:
        """Title of the section that teaches it; empty if none does."""
        return inline(self.shown.place.title, math=True) if self.shown.place else Markup()

    @property
    def examples(self) -> tuple[tuple[str, str], ...]:
        """What shows it, labelled."""
        labelled = (("Call", self.shown.call), ("Came back", self.shown.got), ("Wanted", self.shown.wanted))
        return tuple((label, plain(code)) for label, code in labelled if code)


@dataclass(frozen=True, slots=True)
class ExerciseCount:
    """One exercise: how many have each part right, and what the others believe, the most common first.

    Parameters
    ----------
    name : str
        Which.
    of : int
        How many handed in its chapter.
    unwritten : int
        How many of them left it as it was.
    correct : mapping of Part to int
        How many have a part right.
    misconceptions : tuple of Misconception
        Each learner counts once in each, whichever part showed it.
    """

    name: str
    of: int
    unwritten: int
    correct: Mapping[Part, int]
    misconceptions: tuple[Misconception, ...]


@dataclass(frozen=True, slots=True)
class ChapterCount:
    """One chapter of a class.

    Parameters
    ----------
    stem : str
        Which.
    title : Markup
        Its title.
    learners : int
        How many submissions of it were graded.
    mean, most : float
        Points that checks gave on average, and the most they give.
    exercises : tuple of ExerciseCount
        In the order of the chapter.
    """

    stem: str
    title: Markup
    learners: int
    mean: float
    most: float
    exercises: tuple[ExerciseCount, ...]


@dataclass(slots=True)
class _Tally:
    """What was found in one exercise so far."""

    of: int = 0
    unwritten: int = 0
    correct: Counter[Part] = field(default_factory=Counter)
    learners: Counter[str] = field(default_factory=Counter)
    told: dict[str, Counter[str]] = field(default_factory=dict)
    examples: dict[tuple[str, str], Diagnosis] = field(default_factory=dict)

    def add(self, verdicts: Sequence[Verdict]) -> None:
        """Count one learner, and each diagnosis of theirs once."""
        self.of += 1
        for verdict in verdicts:
            self.correct[verdict.part] += verdict.passed
        found = {each.code: each for verdict in reversed(verdicts) for each in reversed(verdict.diagnoses)}
        if UNWRITTEN in found:
            self.unwritten += 1
            return
        if len(found) > 1:
            found.pop(FOLLOWS, None)
        for code, diagnosis in found.items():
            sentence = runtime(SOURCE).render(diagnosis)
            self.learners[code] += 1
            self.told.setdefault(code, Counter())[sentence] += 1
            self.examples.setdefault((code, sentence), diagnosis)

    def misconceptions(self, stem: str) -> Iterator[Misconception]:
        """Yield what was found, the most common first."""
        for code, learners in sorted(self.learners.items(), key=lambda item: (-item[1], item[0])):
            ((sentence, _),) = self.told[code].most_common(1)
            yield Misconception(code, learners, finding(self.examples[code, sentence], runtime(SOURCE), stem))


def class_report(course: CourseFolder, chapters: Collection[str] = ()) -> tuple[ChapterCount, ...]:
    """Count what grading found in these chapters, or in all if none are named.

    Raises
    ------
    TiedbookError
        If one that is named has no submission, or nothing was graded.
    """
    by_stem: dict[str, list[Graded]] = {}
    for submission in course.chosen((), chapters):
        found = read_graded(course.autograded(submission.learner, submission.stem))
        if found:
            by_stem.setdefault(submission.stem, []).append(found[1])
    if not by_stem:
        raise TiedbookError(f"{course.root}: nothing was graded yet. `autograde grade` grades what was collected.")
    return tuple(_chapter(stem, by_stem[stem]) for stem in sorted(by_stem))


def _chapter(stem: str, graded: Sequence[Graded]) -> ChapterCount:
    tallies: dict[str, _Tally] = {}
    for each in graded:
        for name in dict.fromkeys(verdict.exercise for verdict in each.verdicts):
            tallies.setdefault(name, _Tally()).add([verdict for verdict in each.verdicts if verdict.exercise == name])
    exercises = tuple(
        ExerciseCount(name, it.of, it.unwritten, dict(it.correct), tuple(it.misconceptions(stem)))
        for name, it in tallies.items()
    )
    title = next((place.title for place in places(stem, SOURCE).values()), stem)
    mean = sum(each.earned for each in graded) / len(graded)
    most = max(sum(verdict.points for verdict in each.verdicts) for each in graded)
    return ChapterCount(stem, inline(title, math=True), len(graded), mean, most, exercises)


def write_report(folder: Path, counts: Sequence[ChapterCount]) -> tuple[Path, ...]:
    """Write the report as a page, ``report.html``, and as two tables; return them.

    No learner is named in any of them, so that they can be shown to a class.

    Raises
    ------
    TiedbookError
        If there is a file where the folder should be.
    """
    if folder.exists() and not folder.is_dir():
        raise TiedbookError(f"{folder}: a file, and the report is a folder. Give --report the name of one.", status=2)
    written = {
        "report.html": template("classreport.html").render(chapters=counts) + "\n",
        "misconceptions.csv": as_csv(MISCONCEPTIONS, [*_misconception_rows(counts)]),
        "parts.csv": as_csv(PARTS, [*_part_rows(counts)]),
    }
    for name, text in written.items():
        write_if_changed(folder / name, text)
    return tuple(folder / name for name in written)


def _part_rows(counts: Iterable[ChapterCount]) -> Iterator[tuple[object, ...]]:
    for chapter in counts:
        for exercise in chapter.exercises:
            for part, correct in exercise.correct.items():
                share = percent(correct, exercise.of)
                yield chapter.stem, exercise.name, part, correct, exercise.of, share, exercise.unwritten


def _misconception_rows(counts: Iterable[ChapterCount]) -> Iterator[tuple[object, ...]]:
    for chapter in counts:
        for exercise in chapter.exercises:
            for item in exercise.misconceptions:
                section = item.shown.place.title if item.shown.place else ""
                count = item.learners, exercise.of, percent(item.learners, exercise.of)
                yield chapter.stem, exercise.name, *count, item.code, plain(item.shown.sentence), section


def percent(count: int, of: int) -> int:
    """Return a share in whole percent."""
    return round(100 * count / of)
