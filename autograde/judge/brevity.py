"""Diagnoses kept short: what they quote comes from a submission, which can return millions of characters."""

from __future__ import annotations

from dataclasses import replace

from tiedbook.diagnosis import Diagnosis

LONGEST = 2000  # characters of one value; the checks' own texts have a few hundred
ELLIPSIS = "…"


def brief(diagnosis: Diagnosis) -> Diagnosis:
    """Return the diagnosis with every text in it cut to `LONGEST` characters, an ellipsis for the rest."""
    return replace(diagnosis, values={name: _cut(value) for name, value in diagnosis.values.items()})


def _cut(value: str | int | float) -> str | int | float:
    if not isinstance(value, str) or len(value) <= LONGEST:
        return value
    return value[: LONGEST - len(ELLIPSIS)] + ELLIPSIS
