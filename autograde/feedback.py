"""Write the pages that go back to the learners, from the verdicts that grading left."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import jinja2

from autograde.course import CourseFolder
from autograde.gradebook import open_gradebook
from autograde.graded import read_graded
from autograde.page import Page, make_page
from autograde.standing import read_standing
from autograde.text import plain
from tiedbook.catalog import runtime
from tiedbook.editions import SOURCE, editions
from tiedbook.files import write_if_changed
from tiedbook.notebook import edition_of


@dataclass(frozen=True, slots=True)
class Written:
    """What was written.

    Parameters
    ----------
    pages : int
        Pages that now stand as they should.
    changed : int
        Those of them that were new or another.
    findings : tuple of str
        One line for each submission without a page, its file first.
    """

    pages: int
    changed: int
    findings: tuple[str, ...]


def write_feedback(course: CourseFolder, learners: Collection[str] = (), chapters: Collection[str] = ()) -> Written:
    """Write one page per graded submission, in the edition it was written in.

    Parameters
    ----------
    course : CourseFolder
        Where.
    learners, chapters : collection of str
        Only these; all if empty.

    Raises
    ------
    TiedbookError
        If a learner or chapter named has no submission.
    """
    changed = []
    findings = []
    with open_gradebook(course) as gradebook:
        for submission in course.chosen(learners, chapters):
            path = course.autograded(submission.learner, submission.stem)
            found = read_graded(path)
            standing = read_standing(gradebook, submission.learner, submission.stem)
            if found is None or standing is None:
                findings.append(f"{plain(str(submission.path))}: no verdicts, so no page. `autograde grade` grades it.")
                continue
            told = edition_of(found[0])
            tag = told if told in editions() else SOURCE
            html = render(make_page(*found, standing, runtime(str(tag))))
            changed.append(write_if_changed(course.feedback(submission.learner, submission.stem), html))
    return Written(len(changed), sum(changed), tuple(findings))


def render(page: Page) -> str:
    """Return the HTML of a page: no script, nothing from a network, everything of a submission escaped."""
    return _template().render(page=page) + "\n"


@cache
def _template() -> jinja2.Template:
    folder = jinja2.FileSystemLoader(Path(__file__).parent / "templates")
    environment = jinja2.Environment(
        loader=folder, autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined
    )
    return environment.get_template("feedback.html")
