"""Examine one submission: from the bytes of its file to a graded notebook, without touching the course folder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from autograde.graded import Graded, Written, with_graded
from autograde.judge.judge import Judge
from autograde.outputs import with_outputs
from autograde.preflight import read_answers
from autograde.reading import to_be_read
from autograde.rebuild import edition_to_answer, frame_in, prose, rebuild, sources
from tiedbook.exercise import exercises_of
from tiedbook.notebook import Notebook, answers, edition_of, role


@dataclass(frozen=True, slots=True)
class Work:
    """What there is to examine. It travels to other processes, so it carries all that is needed and no path.

    Parameters
    ----------
    learner : str
        Whose submission.
    stem : str
        Of which chapter.
    content : bytes
        The file.
    seed : bytes
        What the judge's probes are drawn from.
    fingerprint : str
        Digest of the content and of the release.
    """

    learner: str
    stem: str
    content: bytes
    seed: bytes
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Examined:
    """What came of it.

    Parameters
    ----------
    notebook : Notebook
        Rebuilt on the released frame, in the submission's edition, with the verdicts as outputs and in its metadata.
    graded : Graded
        The verdicts.
    untouched : frozenset of str
        Exercises whose answer is still the starter, and cells of written answers that are blank.
    """

    notebook: Notebook
    graded: Graded
    untouched: frozenset[str]


def examine(work: Work, releases: Mapping[str, Notebook], judge: Judge) -> Examined:
    """Examine one submission.

    Parameters
    ----------
    work : Work
        The submission.
    releases : mapping of str to Notebook
        The released chapters by stem.
    judge : Judge
        Entered.

    Raises
    ------
    SetAsideError
        If it cannot be graded.
    """
    release = releases[work.stem]
    mine = read_answers(work.content, work.stem, release)
    edition = edition_to_answer(mine, work.stem)
    frame = frame_in(release, work.stem, edition)
    rebuilt = rebuild(mine, frame)
    judged = judge.grade(sources(rebuilt, mine, frame), exercises_of(work.stem), work.seed)
    graded = Graded(work.fingerprint, judged.verdicts, judged.notes, written(rebuilt, frame))
    rubrics = prose(work.stem, edition_of(release) or edition)  # whoever grades reads the edition that was released
    readable = to_be_read(with_outputs(rebuilt, graded, edition), graded, rubrics)
    blank = {each.cell for each in graded.written if not each.text}
    return Examined(with_graded(readable, graded), graded, untouched(rebuilt, release) | blank)


def untouched(rebuilt: Notebook, release: Notebook) -> frozenset[str]:
    """Return the exercises whose answer is still the starter."""
    starters = answers(release)
    return frozenset(name for name, source in answers(rebuilt).items() if source == starters.get(name))


def written(rebuilt: Notebook, frame: Notebook) -> tuple[Written, ...]:
    """Return the written answers of a rebuilt notebook; one that is as the frame has it is blank."""
    starters = {cell["id"]: cell for cell in frame["cells"] if role(cell) == "written"}
    return tuple(
        Written(
            cell["id"],
            float(cell["metadata"]["nbgrader"]["points"]),
            "" if cell["source"] == starters[cell["id"]]["source"] else cell["source"],
        )
        for cell in rebuilt["cells"]
        if cell["id"] in starters
    )
