"""What an author or a translator has to mend: one line each, path first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tiedbook.errors import TiedbookError


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to mend.

    Parameters
    ----------
    where : str
        Path from the course's root, then the line (``chapters/ch01_x.py:12``) or the unit
        (``locales/es/ch01_x.po: [proof/text-a]``).
    what : str
        What is wrong and what to do, in English.
    warns : bool
        Whether it only warns, since a reader has to decide.
    """

    where: str
    what: str
    warns: bool = False

    def __str__(self) -> str:
        return f"{self.where}: {'warning: ' if self.warns else ''}{self.what}"


def refuse(findings: Iterable[Finding]) -> None:
    """Stop if there is anything to mend.

    Raises
    ------
    TiedbookError
        With every finding, one a line, in the order given.
    """
    lines = [str(finding) for finding in findings]
    if lines:
        raise TiedbookError("\n".join(lines))
