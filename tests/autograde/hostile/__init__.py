"""Submissions that want more than they deserve, and unlucky ones: made from an honest one, each with what it deserves.

Families are those of what grading must withstand.
"""

from __future__ import annotations

from tests.autograde.hostile.harming import endless, feedback, much, reaching
from tests.autograde.hostile.unlucky import luck
from tests.autograde.hostile.wanting import finding, judge, lying, paper

CASES = tuple(
    case for family in (judge, paper, finding, lying, endless, much, reaching, feedback, luck) for case in family()
)
