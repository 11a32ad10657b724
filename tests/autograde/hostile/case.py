"""One hostile or unlucky submission: how it differs from an honest one, and what it deserves."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Literal

from tests.autograde.classroom import cell
from tiedbook.author.starter import solution
from tiedbook.course import course
from tiedbook.exercise import exercises_of
from tiedbook.notebook import Notebook, notebook_text, read_notebook

Family = Literal["judge", "paper", "finding", "lying", "endless", "much", "reaching", "feedback", "luck"]
Change = Callable[[Notebook], Notebook | bytes | str | None]

LOOKUP, GRADIENTS, LOSS = "ch01_lookup_is_matmul", "ch02_gradients_scatter", "ch05_logits_to_loss"
STEMS = (LOOKUP, GRADIENTS, LOSS)
WRONG = "def embed(ids, embedding_matrix):\n    return np.zeros(3)"
CANARY = "hostile-canary"  # part of the name of every file that a case tries to make
PORT, HOME = "@PORT@", "@HOME@"  # where somebody listens, and the grader's home: known once they are there


@dataclass(frozen=True, slots=True)
class Case:
    """One submission.

    Parameters
    ----------
    name : str
        What it does, in words.
    family : str
        Which kind of threat.
    change : callable
        Changes the notebook that is given to it, or returns another one, or the bytes of the file.
    lost : tuple of str
        The parts without points, such as ``"embed-core"``; an exercise stands for both of its parts.
    stem : str
        The chapter.
    aside : str
        Where it cannot be graded: the code of the reason.
    beside : mapping of str to str
        Files to lie beside the notebook.
    attempt : str
        Where it reaches for something: the statements that reach it.
    """

    name: str
    family: Family
    change: Change
    lost: tuple[str, ...] = ()
    stem: str = LOOKUP
    aside: str = ""
    beside: Mapping[str, str] = field(default_factory=dict)
    attempt: str = ""

    @property
    def deserved(self) -> dict[str, float]:
        """Points by part."""
        return {part: 0.0 if {part, part.rpartition("-")[0]} & set(self.lost) else most
                for part, most in full(self.stem).items()}  # fmt: skip

    def content(self, places: Mapping[str, str]) -> bytes:
        """Return the file, where `PORT` and `HOME` are these."""
        work = solved(self.stem)
        made = self.change(work)
        made = work if made is None else made
        if isinstance(made, dict):
            made = notebook_text(made)
        return at_places(made, places).encode("utf-8", "surrogatepass") if isinstance(made, str) else made


def at_places(text: str, places: Mapping[str, str]) -> str:
    """Put what is known now where `PORT` and `HOME` stand."""
    for name, there in places.items():
        text = text.replace(name, there)
    return text


def full(stem: str) -> dict[str, float]:
    """Return the points of a chapter by part."""
    return {f"{item.name}-{part}": float(most) for item in exercises_of(stem) for part, most in item.points.items()}


def solved(stem: str, edition: str = "en") -> Notebook:
    """Return an honest submission, which deserves all points."""
    work = copy.deepcopy(built(stem, edition))
    for item in exercises_of(stem):
        cell(work, item.name)["source"] = right(item.name, stem)
    return work


@cache
def built(stem: str, edition: str) -> Notebook:
    return read_notebook(course().built(edition) / f"{stem}.ipynb")


@cache
def right(exercise: str, stem: str = LOOKUP) -> str:
    """Return the solution of an exercise, as an answer."""
    return solution((course().solutions / f"{stem}.py").read_text(encoding="utf-8"), exercise)
