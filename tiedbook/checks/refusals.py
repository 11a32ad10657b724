"""Whether a function refuses ids that are none, with the right error and a helpful message."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

import numpy as np

from tiedbook import spelling
from tiedbook.checks.answers import LATE
from tiedbook.checks.bad_ids import Bad, V, out_of_range, wrong_types
from tiedbook.checks.ids import Complete
from tiedbook.checks.oracle import Args
from tiedbook.checks.trial import Bench, numbers
from tiedbook.compare import close
from tiedbook.diagnosis import Diagnosis
from tiedbook.outcome import Outcome
from tiedbook.spelling import given


def refuses_types(
    bench: Bench, complete: Complete, name: str = "ids", cases: Callable[[], Iterable[Bad]] = wrong_types
) -> Iterator[Diagnosis]:
    """Yield what happens to ids that are not integers, where that is not a TypeError.

    Parameters
    ----------
    bench : Bench
        Oracle and subject.
    complete : Complete
        Adds the other arguments.
    name : str
        Parameter that the ids are passed as.
    cases : callable
        Gives the ids that are none.
    """
    called = ((bad, complete(given(bad.ids), V)) for bad in cases())
    for bad, args in bench.ahead(called, lambda each: (each[1], {})):
        seen = bench.subject(*(each.value for each in args))
        if seen.late:
            yield _told(bench, args, seen, "TypeError", LATE)
        elif seen.refused and "TypeError" not in seen.refused.kinds:
            yield _told(bench, args, seen, "TypeError", _not_a_type_error(seen.refused.kinds[0]))
        elif not seen.refused:
            yield _told(bench, args, seen, "TypeError", _reading(bench, args, seen, bad, name))


def refuses_range(
    bench: Bench,
    complete: Complete,
    name: str = "ids",
    cases: Callable[[np.random.Generator], Iterable[Bad]] = out_of_range,
) -> Iterator[Diagnosis]:
    """Yield what happens to integers that are no ids, where that is not an IndexError with id and V in its message.

    Parameters are those of `refuses_types`; `cases` takes a random generator here.
    """
    clean = True
    called = ((bad, complete(given(bad.ids), V)) for bad in cases(bench.rng))
    for bad, args in bench.ahead(called, lambda each: (each[1], {})):
        if bad.id is None and not clean:
            return  # what is wrong with smaller ids is wrong with this one for the same reason
        seen = bench.subject(*(each.value for each in args))
        found = _range_finding(bench, args, seen, bad, name)
        if found:
            clean = False
            wanted = "IndexError" if bad.id is None else f"IndexError: … {bad.id} … {V} …"
            yield _told(bench, args, seen, wanted, found, vocab_size=V, last=V - 1)


def _range_finding(bench: Bench, args: Args, seen: Outcome, bad: Bad, name: str) -> Diagnosis | None:
    if seen.late:
        return LATE
    if not seen.refused:
        return _reading(bench, args, seen, bad, name)
    if "IndexError" not in seen.refused.kinds:
        return _not_an_index_error(seen.refused.kinds[0])
    if bad.id is not None and not _names(seen.refused.message, bad.id):
        return _unnamed(bad.id)
    return None


def _not_a_type_error(kind: str) -> Diagnosis:
    return Diagnosis(
        "ids.not_a_type_error",
        "These ids are refused, but with {kind}. What is wrong with them is their type, so it should be a TypeError. "
        "(NumPy's own error for float indices is an IndexError.)",
        {"kind": kind},
    )


def _not_an_index_error(kind: str) -> Diagnosis:
    return Diagnosis(
        "ids.not_an_index_error",
        "This id is refused, but with {kind}. Its type is right and it is out of range, so it should be an IndexError.",
        {"kind": kind},
    )


def _unnamed(id_: int) -> Diagnosis:
    return Diagnosis(
        "ids.message",
        "IndexError is right. Its message should also name the offending id and the size of the vocabulary, here {id} "
        "and {vocab_size}, so that whoever reads it knows where to look.",
        {"id": id_},
    )


def _reading(bench: Bench, args: Args, seen: Outcome, bad: Bad, name: str) -> Diagnosis:
    """Find out what bad ids were taken for."""
    got, place = numbers(seen.value), bench.oracle.parameters.index(name)
    for reading in bad.readings:
        values = [each.value for each in args]
        values[place] = reading.ids
        try:
            result = bench.oracle.answer(*values)
            if reading.zeroed is not None:
                result[reading.zeroed] = 0
        except (ValueError, IndexError):  # where another argument or the result has to have the shape of the ids
            continue
        if got is not None and close(got, result):
            return reading.diagnosis
    return bad.accepted


def _names(message: str, id_: int) -> bool:
    """Say whether a message names the id, and V or V − 1, as decimal integers."""
    text = message.replace("−", "-")

    def has(number: int) -> bool:
        return re.search(rf"(?<!\d){number}(?!\.?\d)", text) is not None

    return has(id_) and (has(V) or has(V - 1))


def _told(bench: Bench, args: Args, seen: Outcome, wanted: str, diagnosis: Diagnosis, **values: str | int) -> Diagnosis:
    shown: dict[str, str | int | float] = {
        "call": bench.oracle.call(args),
        "got": spelling.outcome(seen),
        "wanted": wanted,
        "see": bench.oracle.place("errors"),
    }
    return Diagnosis(diagnosis.code, diagnosis.message, {**shown, **diagnosis.values, **values})
