"""Points off for lateness, as nbgrader takes them."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from autograde.course import CourseFolder
from autograde.grade import Choice, grade
from tests.autograde.classroom import contents, half_right, notebook, submit
from tiedbook.errors import TiedbookError

pytestmark = pytest.mark.sandbox

ZERO = 'c.LateSubmissionPlugin.penalty_method = "zero"\n'
HOURLY = """
from nbgrader.plugins import BasePlugin

class Hourly(BasePlugin):
    def late_submission_penalty(self, student_id, score, total_seconds_late):
        return -1 if student_id == "bob" else total_seconds_late / 3600 * 1000 ** (student_id == "cleo")

c.AssignLatePenalties.plugin_class = Hourly
"""


def late_class(course: CourseFolder, rule: str) -> None:
    with closing(sqlite3.connect(course.gradebook)) as database:
        database.execute("UPDATE assignment SET duedate = '2026-05-04 12:00:00.000000'")
        database.commit()
    course.config.write_text(course.config.read_text(encoding="utf-8") + rule, encoding="utf-8")
    submit(course, "ana", notebook(), stamp="2026-05-04 14:00:00 UTC")
    submit(course, "bob", half_right(), stamp="2026-05-04 14:00:00 UTC")
    submit(course, "cleo", half_right(), stamp="2026-05-04 14:00:00 UTC")
    submit(course, "punctual", notebook(), stamp="2026-05-04 11:59:59 UTC")


def penalties(course: CourseFolder) -> dict[str, float | None]:
    return {row[0]: row[4] for row in contents(course)["submissions"]}


@pytest.mark.parametrize(
    ("rule", "wanted"),
    [
        ("", {"ana": None, "bob": None, "cleo": None, "punctual": None}),
        (ZERO, {"ana": 16.0, "bob": 6.0, "cleo": 6.0, "punctual": None}),
        (HOURLY, {"ana": 2.0, "bob": 0.0, "cleo": 6.0, "punctual": None}),  # never negative, never more than the score
    ],
    ids=["none", "zero", "own"],
)
def test_lateness_costs_what_the_configuration_says_and_the_same_in_a_regrade(
    course: CourseFolder, rule: str, wanted: dict[str, float | None]
) -> None:
    late_class(course, rule)
    grade(course)
    assert penalties(course) == wanted
    before = contents(course)
    grade(course, Choice(regrade=True))
    assert contents(course) == before


@pytest.mark.parametrize(
    "rule",
    [
        'c.AssignLatePenalties.plugin_class = "no_such_module.Plugin"\n',
        "from nbgrader.plugins import LateSubmissionPlugin as It\nraise RuntimeError\n",
    ],
    ids=["missing", "raises"],
)
def test_a_rule_that_cannot_be_used_is_named_before_anything_is_graded(course: CourseFolder, rule: str) -> None:
    late_class(course, rule)
    before = contents(course)
    with pytest.raises(TiedbookError, match=r"nbgrader_config\.py: what it says of late submissions"):
        grade(course)
    assert contents(course) == before
