"""An exercise: one function to write, its two graded parts, and what checks them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType

from tiedbook.diagnosis import Diagnosis, Part
from tiedbook.errors import TiedbookError
from tiedbook.outcome import Subject
from tiedbook.probes import Probes

Check = Callable[[Subject, Probes], Iterator[Diagnosis]]


@dataclass(frozen=True, slots=True)
class Exercise:
    """One function to write.

    Parameters
    ----------
    name : str
        Name of the function, and of the exercise.
    points : mapping of Part to int
        What each graded part is worth (``contracts.md``).
    checks : mapping of Part to Check
        For each part a generator: it calls the subject on probes and yields what is wrong, cause before symptom.
    driver : str
        Function of `tiedbook.drivers` that calls the answer, where it deals in objects; empty where it deals in arrays.
    """

    name: str
    points: Mapping[Part, int]
    checks: Mapping[Part, Check]
    driver: str = ""


def exercise(name: str, *, core: tuple[int, Check], contract: tuple[int, Check], driver: str = "") -> Exercise:
    """Put an exercise together from the points and the check of its two parts."""
    return Exercise(
        name,
        MappingProxyType({"core": core[0], "contract": contract[0]}),
        MappingProxyType({"core": core[1], "contract": contract[1]}),
        driver,
    )


@cache
def exercises() -> Mapping[str, Exercise]:
    """Return every exercise by name, in the order of the chapters.

    Each module ``tiedbook/checks/chNN_slug.py`` lists its own in ``EXERCISES``.
    """
    return MappingProxyType({item.name: item for stem in _stems() for item in exercises_of(stem)})


def exercises_of(stem: str) -> tuple[Exercise, ...]:
    """Return the exercises of one chapter; none where a chapter has no checks."""
    if not has_exercises(stem):
        return ()
    return tuple(import_module(f"tiedbook.checks.{stem}").EXERCISES)


def has_exercises(stem: str) -> bool:
    """Say whether this is a chapter of the course with exercises, without loading their checks."""
    return (Path(__file__).parent / "checks" / f"{stem}.py").is_file()


def find_exercise(name: str) -> Exercise:
    """Return the exercise of this name.

    Raises
    ------
    TiedbookError
        If there is none; the message lists those there are.
    """
    try:
        return exercises()[name]
    except KeyError:
        raise TiedbookError(f"There is no exercise '{name}'. The exercises are: {', '.join(exercises())}.") from None


@cache
def stem_of(name: str) -> str:
    """Return the chapter that an exercise belongs to, by its stem.

    Raises
    ------
    TiedbookError
        If there is no such exercise; the message lists those there are.
    """
    exercise = find_exercise(name)
    return next(stem for stem in _stems() if exercise in exercises_of(stem))


def _stems() -> list[str]:
    return sorted(path.stem for path in (Path(__file__).parent / "checks").glob("ch[0-9][0-9]_*.py"))
