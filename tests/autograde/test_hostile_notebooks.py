"""A whole class of hostile and unlucky submissions, graded and answered in one run between honest neighbours.

Each promise of what grading must withstand has a test of its name:

1. points: `test_a_submission_earns_what_its_functions_deserve`, and `test_grade.py`, `test_judge.py` for answers in all
   techniques, `test_chapters.py` for every right and wrong answer that there is;
2. nothing outside changes: `test_nothing_outside_changed`, `test_what_one_leaves_the_next_does_not_find`;
3. time: `test_every_submission_is_reported`, `test_a_submission_costs_its_limit_at_most`;
4. killed and started again: `test_interrupted.py`, `test_grade.py`;
5. feedback: `test_a_page_carries_nothing_active`, and `test_feedback.py`;
6. no walls, no grading: `test_without_walls_nothing_is_graded`, and `test_selftest.py`, which opens each wall.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import re
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from html.parser import HTMLParser
from pathlib import Path
from socket import create_server
from typing import Any

import numpy as np
import pytest

from autograde import cli, feedback, grade  # noqa: F401  # loaded by the command where it needs them
from autograde.assign import assign
from autograde.course import CourseFolder
from autograde.examine import Work, examine
from autograde.judge import bubblewrap
from autograde.judge.judge import Judge, Limits
from tests.autograde import classroom
from tests.autograde.classroom import contents, submit
from tests.autograde.hostile import CASES
from tests.autograde.hostile.case import CANARY, HOME, LOOKUP, PORT, STEMS, Case, at_places, full, solved
from tests.autograde.hostile.changes import STUBBORN
from tests.autograde.hostile.harming import BOMB
from tests.judge.exposed import failures
from tiedbook.notebook import read_notebook

pytestmark = pytest.mark.sandbox

EVERY = 12  # hostile submissions between two honest ones
LIMITS = Limits(seconds=6, cell_seconds=2, call_seconds=1.5, memory_mb=512)  # of the processor, which honest ones spare
NAMES = {f"h{number:03}": case for number, case in enumerate(CASES)}
HONEST = [f"h{number:03}-honest" for number in range(0, len(CASES), EVERY)] + ["zz-honest"]


@dataclass(frozen=True, slots=True)
class Run:
    """What grading this class came to."""

    course: CourseFolder
    status: int
    report: dict[str, Any]
    pages: int
    earned: dict[tuple[str, str], dict[str, float]]
    before: dict[str, str]
    after: dict[str, str]
    children: set[str]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Everything submitted, graded and answered."""
    root = tmp_path_factory.mktemp("hostile")
    course = CourseFolder(root / "course")
    assign(course, "en", list(STEMS))
    home = _home(root)
    with _listening() as port, pytest.MonkeyPatch.context() as patch, _Captured() as said:
        _submit_all(course, {PORT: port, HOME: str(home)})
        before = _outside(root)
        patch.setenv("HOME", str(home))
        patch.setattr("autograde.pool.Judge", partial(Judge, limits=LIMITS))
        status = _main(["grade", "--course", str(course.root), "--workers", "1", "--json"])
        report = json.loads(said.text())
        children = _children()
        pages = _main(["feedback", "--course", str(course.root)])
    earned: dict[tuple[str, str], dict[str, float]] = {}
    for learner, stem, part, score, *_ in contents(course)["grades"]:
        earned.setdefault((learner, stem), {})[part] = score
    return Run(course, status, report, pages, earned, before, _outside(root), children)


class _Captured:
    """Catches what is printed, in the scope of a module, where pytest's own fixture is not to be had."""

    def __enter__(self) -> _Captured:
        self._paper = io.StringIO()
        self._caught = contextlib.redirect_stdout(self._paper)
        self._caught.__enter__()
        return self

    def __exit__(self, *fault: object) -> None:
        self._caught.__exit__(None, None, None)

    def text(self) -> str:
        found = self._paper.getvalue()
        self._paper.seek(0)
        self._paper.truncate()
        return found


def _main(arguments: list[str]) -> int:
    try:
        return int(cli.main(arguments) or 0)
    except SystemExit as ended:
        return int(ended.code or 0)


def _home(root: Path) -> Path:
    """Make a home that has what start-up files need."""
    home = root / "home"
    (home / ".ipython" / "profile_default" / "startup").mkdir(parents=True)
    (home / ".bashrc").write_text("# mine\n", encoding="utf-8")
    return home


@contextlib.contextmanager
def _listening() -> Iterator[str]:
    """Give a port where somebody listens."""
    with contextlib.closing(create_server(("127.0.0.1", 0))) as there:
        yield str(there.getsockname()[1])


def _submit_all(course: CourseFolder, places: Mapping[str, str]) -> None:
    for name, case in NAMES.items():
        path = course.submission(name, case.stem).path
        path.parent.mkdir(parents=True)
        path.write_bytes(case.content(places))
        for beside, text in case.beside.items():
            (path.parent / beside).write_text(text, encoding="utf-8")
    for name in HONEST:
        submit(course, name, solved(LOOKUP))


def _outside(root: Path) -> dict[str, str]:
    """Digests of all files that grading has no business with."""
    files = [
        path for path in root.rglob("*") if path.is_file() and path.relative_to(root).parts[1:2] != ("autograded",)
    ]
    ours = ("gradebook.db", "feedback", ".tiedbook")
    return {
        str(path.relative_to(root)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in files
        if not any(part.startswith(ours) for part in path.relative_to(root).parts[1:2])
    }


def _children() -> set[str]:
    own = os.getpid()
    return set(Path(f"/proc/{own}/task/{own}/children").read_text(encoding="utf-8").split())


def ids(case: Case) -> str:
    return f"{case.family}: {case.name}"


def by_name(found: dict[str, Case]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(("learner", "case"), [pytest.param(n, c, id=ids(c)) for n, c in found.items()])


GRADED = {name: case for name, case in NAMES.items() if not case.aside}
ASIDE = {name: case for name, case in NAMES.items() if case.aside}


def test_there_are_cases_of_every_family() -> None:
    count = Counter(case.family for case in CASES)
    assert len(CASES) >= 60
    assert min(count.values()) >= 8
    assert len({case.name for case in CASES}) == len(CASES)
    assert {case.stem for case in CASES} == set(STEMS)


@by_name(GRADED)
def test_a_submission_earns_what_its_functions_deserve(run: Run, learner: str, case: Case) -> None:
    assert run.earned[learner, case.stem] == case.deserved


@pytest.mark.parametrize("learner", HONEST)
def test_an_honest_neighbour_has_all_points(run: Run, learner: str) -> None:
    assert run.earned[learner, LOOKUP] == full(LOOKUP)


@by_name(ASIDE)
def test_what_cannot_be_graded_is_set_aside_with_its_reason(run: Run, learner: str, case: Case) -> None:
    (line,) = [line for line in run.report["submissions"] if line["learner"] == learner]
    assert (line["state"], line["code"]) == ("set aside", case.aside)
    assert line["reason"]


def test_everything_is_reached_where_nothing_is_in_the_way(tmp_path: Path) -> None:
    home, there = _home(tmp_path), CourseFolder(tmp_path).submission("h000", LOOKUP).path.parent
    there.mkdir(parents=True)
    (tmp_path / "gradebook.db").touch()
    attempts = {case.name: case.attempt for case in CASES if case.attempt and case.name != BOMB}
    mine = f"{CANARY.removeprefix('hostile-')}-{os.getpid()}"  # no other test looks for it
    with _listening() as port:
        tried = {name: at_places(code, {PORT: port, HOME: str(home), CANARY: mine}) for name, code in attempts.items()}
        try:
            assert failures(tried, there, X="1") == {}
        finally:
            for folder in ("/tmp", *bubblewrap.libraries(), str(Path(np.__file__).parent)):
                for left in Path(folder).glob(f"{mine}*"):
                    left.unlink()


def test_every_submission_is_reported(run: Run) -> None:
    lines = {line["learner"]: line["state"] for line in run.report["submissions"]}
    assert lines == {**dict.fromkeys([*GRADED, *HONEST], "graded"), **dict.fromkeys(ASIDE, "set aside")}
    assert run.status == 1  # some were set aside


def test_nothing_outside_changed(run: Run) -> None:
    assert run.after == run.before
    assert not [path for folder in ("/tmp", ".", str(Path.home())) for path in Path(folder).glob(f"*{CANARY}*")]
    assert run.children <= _children()  # none but what pytest has


def test_what_one_leaves_the_next_does_not_find(run: Run) -> None:
    names = {case.name: learner for learner, case in NAMES.items()}
    for leaves, looks in [("leaves a variable for the next", "looks for what was left")]:
        assert names[leaves] < names[looks]
        assert run.earned[names[looks], LOOKUP]["embed-core"] == 0


class Active(HTMLParser):
    """Finds what a browser would run or fetch."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "iframe", "object", "embed", "svg", "form", "base", "img", "link", "video", "audio"):
            self.found.append(tag)
        for name, value in attrs:
            value = (value or "").strip().lower()
            if (tag, name, value) == ("meta", "http-equiv", "content-security-policy"):
                continue
            if name.startswith("on") or name in ("style", "srcdoc", "formaction", "http-equiv", "ping"):
                self.found.append(name)
            if name in ("href", "src", "action", "data") and not re.match(r"#|[\w./-]+$", value):
                self.found.append(f"{name}={value}")


def test_the_reader_of_pages_sees_what_is_active() -> None:
    for html in ("<script>", "<b onclick=x>", "<a href=' javascript:x'>", "<a href=https://x.example>", "<svg>"):
        assert Active(html).found


@by_name(GRADED)
def test_a_page_carries_nothing_active(run: Run, learner: str, case: Case) -> None:
    html = run.course.feedback(learner, case.stem).read_text(encoding="utf-8")
    assert Active(html).found == []
    assert not re.search(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u202a-\u202e\u2066-\u2069]", html)


def test_every_graded_submission_has_its_page(run: Run) -> None:
    assert all(run.course.feedback(learner, case.stem).is_file() for learner, case in GRADED.items())
    assert run.pages in (0, 1)


def test_without_walls_nothing_is_graded(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    before = contents(run.course), {path: path.stat().st_mtime_ns for path in run.course.root.rglob("*.ipynb")}
    monkeypatch.setenv("PATH", str(tmp_path))
    assert _main(["grade", "--course", str(run.course.root), "--regrade"]) == 1
    assert before == (
        contents(run.course),
        {path: path.stat().st_mtime_ns for path in run.course.root.rglob("*.ipynb")},
    )


def test_a_submission_costs_its_limit_at_most(run: Run, tmp_path: Path) -> None:
    """All cells slow and stubborn, all answers endless: the worst that a submission can do."""
    limits = Limits(seconds=1.5, cell_seconds=0.5, call_seconds=0.5, memory_mb=512)
    work = solved(LOOKUP)
    for name in ("one_hot", "embed"):
        classroom.cell(work, name)["source"] = (
            f"import time\ntime.sleep(0.4)\ndef {name}(*args):\n    " + STUBBORN.replace("\n", "\n    ")
        )
    for number in range(8):
        work["cells"].append(classroom.own(f"one_hot.x{number} = 1\n{STUBBORN}", f"own{number}"))
    releases = {LOOKUP: read_notebook(run.course.release(LOOKUP))}
    with Judge(limits=limits) as judge:
        start = time.monotonic()
        found = examine(Work("a", LOOKUP, json.dumps(work).encode(), b"s", "f"), releases, judge)
        took = time.monotonic() - start
    assert found.graded.earned == 0
    assert took < (6 + len(full(LOOKUP))) * limits.seconds + 10 * 1.0  # a second of grace for each stubborn cell
