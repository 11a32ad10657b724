"""What happened while the cells of a submission ran."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tiedbook.diagnosis import Diagnosis

Fate = Literal["ran", "raised", "late", "ended"]


@dataclass(frozen=True, slots=True)
class Note:
    """One cell that did not run to its end, or printed something.

    Parameters
    ----------
    cell : str
        Id of the cell.
    fate : {"ran", "raised", "late", "ended"}
        To its end; stopped by an exception; interrupted since it took too long; or it ended the process, and was left
        out when the others ran again.
    kind, text : str
        Class and message of the exception, cut; empty unless it raised.
    line : int or None
        Line of the cell that raised, counted from 1.
    output : str
        What it printed, cut.
    """

    cell: str
    fate: Fate = "ran"
    kind: str = ""
    text: str = ""
    line: int | None = None
    output: str = ""

    def diagnosis(self) -> Diagnosis | None:
        """Say what went wrong in this cell, for the learner; None if nothing did."""
        if self.fate == "late":
            return Diagnosis("cell.late", "This cell ran for too long and was interrupted.")
        if self.fate == "ended":
            return Diagnosis("cell.ended", "This cell ended the Python process, so it was left out.")
        if self.fate == "ran":
            return None
        if self.line is None:
            return Diagnosis(
                "cell.raised", "This cell stopped with {kind}: {text}", {"kind": self.kind, "text": self.text}
            )
        return Diagnosis(
            "cell.raised_at",
            "This cell stopped in line {line} with {kind}: {text}",
            {"line": self.line, "kind": self.kind, "text": self.text},
        )
