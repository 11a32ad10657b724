"""Write the pages that go back to the learners, from the verdicts that grading left."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import jinja2

from autograde.course import CourseFolder
from autograde.gather import TIMESTAMP, read_plain
from autograde.graded import read_graded
from autograde.ledger import open_ledger
from autograde.page import Page, make_page
from autograde.standing import read_standing
from autograde.text import plain
from autograde.ungraded import Ungraded, ungraded
from autograde.unwritten import concerns_all, unwritten
from tiedbook.catalog import runtime
from tiedbook.editions import SOURCE, editions
from tiedbook.files import write_bytes, write_if_changed
from tiedbook.notebook import Notebook, edition_of

EXCHANGED = (TIMESTAMP, "submission_secret.txt")  # of a submission that came through nbgrader's exchange


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
        One line for each submission without a page of its own, its file first.
    """

    pages: int
    changed: int
    findings: tuple[str, ...]


def write_feedback(
    course: CourseFolder,
    learners: Collection[str] = (),
    chapters: Collection[str] = (),
    *,
    tell: Callable[[int, int], None] = lambda _done, _all: None,
) -> Written:
    """Write one page per graded submission, in the edition it was written in.

    Parameters
    ----------
    course : CourseFolder
        Where.
    learners, chapters : collection of str
        Only these; all if empty.
    tell : callable
        Called with the number of submissions done and of all, after each.

    Raises
    ------
    TiedbookError
        If a learner or chapter named has no submission.
    """
    chosen = course.chosen(learners, chapters)
    changed = {}
    faults = {}
    fingerprints = {}
    with open_ledger(course) as ledger:
        for number, submission in enumerate(chosen, 1):
            found = read_graded(course.autograded(submission.learner, submission.stem))
            standing = read_standing(ledger, submission.learner, submission.stem)
            if found and standing:
                fingerprints[submission.learner, submission.stem] = found[1].fingerprint
                page = course.feedback(submission.learner, submission.stem)
                html = render(make_page(*found, standing, runtime(_edition(found[0]))))
                try:
                    changed[submission.learner, submission.stem] = write_if_changed(page, html)
                    _pass_on(submission.path.parent, page.parent)
                except OSError as fault:
                    if concerns_all(fault):
                        raise
                    faults[submission.learner, submission.stem] = unwritten(fault, "page")
            tell(number, len(chosen))
    left_over = ungraded(chosen, course.frames(), {**changed, **faults}, fingerprints)
    findings = [item.line(_consequence(item)) for item in left_over]
    findings += [f"{plain(str(course.submission(*key).path))}: {fault}" for key, fault in faults.items()]
    return Written(len(changed), sum(changed.values()), tuple(findings))


def _pass_on(submitted: Path, feedback: Path) -> None:
    """Copy what ``nbgrader release_feedback`` needs beside a page: when it was submitted, and what proves by whom."""
    for name in EXCHANGED:
        try:
            content = read_plain(submitted / name, 1000)
        except FileNotFoundError:
            (feedback / name).unlink(missing_ok=True)
            continue
        write_bytes(feedback / name, content)


def _consequence(item: Ungraded) -> str:
    if not item.submission.stem:
        return "no page was made anew"
    return "its page is that of an earlier submission" if item.earlier else "it has no page"


def _edition(notebook: Notebook) -> str:
    told = edition_of(notebook)
    return str(told) if told in editions() else SOURCE


def render(page: Page) -> str:
    """Return the HTML of a page: no script, nothing from a network, everything of a submission escaped."""
    return template("feedback.html").render(page=page) + "\n"


@cache
def template(name: str) -> jinja2.Template:
    """Return one of the templates, compiled; what is put into it is escaped."""
    folder = jinja2.FileSystemLoader(Path(__file__).parent / "templates")
    environment = jinja2.Environment(
        loader=folder, autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined
    )
    return environment.get_template(name)
