"""The command `autograde` as it is typed."""

from __future__ import annotations

import io
import json
import os
import signal
import sqlite3
import subprocess
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NoReturn

import pytest

import tiedbook.session
from autograde.bar import Bar
from autograde.cli import main
from autograde.collect import Collected
from autograde.course import CourseFolder
from tests.autograde.classroom import STEM, half_right, notebook, submit
from tiedbook import __version__
from tiedbook.errors import TiedbookError
from tiedbook.notebook import notebook_text

COMMANDS = ("assign", "collect", "grade", "feedback", "export", "doctor")


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_an_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main([command, "--help"])
    assert caught.value.code == 0
    assert f"Example: autograde {command}" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    "arguments",
    [
        ["grade"],
        ["feedback"],
        ["export"],
        ["collect", "nowhere"],
        ["assign", "--edition", "xx"],
        ["assign", "--edition", "español", "--chapter", "ch77_none"],
        ["assign", "--chapter", "ch0"],
    ],
)
def test_an_error_is_one_message_and_nothing_is_written(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("autograde: ")
    assert len(told.err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("arguments", [[], ["mark"], ["grade", "--workers", "0"], ["grade", "--workers", "many"]])
def test_what_is_no_command_has_status_2(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2


@pytest.mark.sandbox
def test_grading_says_what_was_set_aside_by_path_and_sums_up_in_one_line(
    course: CourseFolder, capsys: pytest.CaptureFixture[str]
) -> None:
    submit(course, "ana", notebook("es"))
    assert main(["grade", "--course", str(course.root)]) == 0
    assert capsys.readouterr().out == f"{course.root}: 1 graded\n"
    path = submit(course, "cut", b"")
    assert main(["grade", "--course", str(course.root)]) == 1
    told = capsys.readouterr()
    assert told.out.splitlines() == [
        f"{path}: the file is empty. Ask the learner to submit it again.",
        f"{course.root}: 1 unchanged, 1 set aside",
    ]
    assert told.err == ""
    assert main(["feedback", "--course", str(course.root)]) == 1
    assert capsys.readouterr().out.splitlines()[-1].endswith(": 1 page, 1 of them new or changed")


@pytest.mark.sandbox
def test_a_chapter_may_be_named_by_its_beginning_where_that_is_clear(
    course: CourseFolder, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    submit(course, "ana", notebook("es"))
    at = ["--course", str(course.root), "--chapter"]
    assert main(["grade", *at, "ch01"]) == 0
    assert main(["feedback", *at, "CH01"]) == 0
    assert main(["export", *at, "ch01", "--report", str(tmp_path / "report")]) == 0
    assert course.feedback("ana", STEM).is_file()
    capsys.readouterr()
    assert main(["grade", *at, "ch"]) == 2
    assert f"no submission of the chapter 'ch'. There are: {STEM}." in capsys.readouterr().err


def test_it_tells_its_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["--version"])
    assert caught.value.code == 0
    assert capsys.readouterr().out == f"autograde {__version__}\n"


def test_collecting_says_each_thing_once(
    course: CourseFolder, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    submit(course, "ana", notebook("es"), stamp="2026-05-04 12:00:00 UTC")
    place = tmp_path / "w"
    for name, content in ((f"ana/{STEM}.ipynb", notebook_text(half_right())), ("emil/a\x1b[2J.py", "")):
        (place / name).parent.mkdir(parents=True)
        (place / name).write_text(content, encoding="utf-8")
    assert main(["collect", str(place), "--course", str(course.root)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        f"{place}/ana/{STEM}.ipynb: replaced: the submission of 2026-05-04 12:00 UTC, which was older",
        f"{place}/emil: passed over: no notebook in it, only a.py. Ask the learner for the notebook.",
        f"{course.submitted}: 1 replaced, 1 passed over",
    ]


def test_what_was_collected_before_a_fault_is_told(
    course: CourseFolder, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def half(*_: object) -> Iterator[Collected]:
        yield Collected("w/a.ipynb", "refused", reason="no.")
        raise TiedbookError("w: cannot be read.")

    monkeypatch.setattr("autograde.collect.collect", half)
    assert main(["collect", "w", "--course", str(course.root)]) == 1
    told = capsys.readouterr()
    assert (told.out, told.err) == ("w/a.ipynb: refused: no.\n", "autograde: w: cannot be read.\n")


@pytest.mark.sandbox
def test_an_export_names_those_whose_points_it_lacks_beside_the_table(
    course: CourseFolder, capsys: pytest.CaptureFixture[str]
) -> None:
    for learner in ("ana", "bob"):
        submit(course, learner, half_right())
    assert main(["grade", "--course", str(course.root)]) == 0
    assert main(["export", "--course", str(course.root)]) == 0
    with closing(sqlite3.connect(course.gradebook)) as database:
        database.execute("INSERT INTO student (id) VALUES ('zoe')")
        database.commit()
    paths = [submit(course, name, b"") for name in ("bob", "cut", "zoe")]
    capsys.readouterr()
    assert main(["export", "--course", str(course.root)]) == 1
    told = capsys.readouterr()
    assert [line.split(",")[3] for line in told.out.splitlines()] == ["student_id", "ana", "bob", "zoe"]
    reason = "the file is empty. Ask the learner to submit it again."
    assert told.err.splitlines() == [
        f"{paths[0]}: set aside, so exported with the points of an earlier submission: {reason}",
        f"{paths[1]}: set aside, so the learner is not in the export: {reason}",
        f"{paths[2]}: set aside, so exported with 0 points: {reason}",
    ]


@pytest.mark.sandbox
def test_the_report_is_to_be_had_as_json(course: CourseFolder, capsys: pytest.CaptureFixture[str]) -> None:
    submit(course, "bob", half_right())
    assert main(["grade", "--json", "--course", str(course.root)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["counts"] == {"graded": 1, "unchanged": 0, "set aside": 0, "timed out": 0, "by hand": 0}
    assert [(item["learner"], item["points"], item["most"]) for item in found["submissions"]] == [("bob", 6.0, 16.0)]


@pytest.mark.sandbox
def test_without_walls_on_request_it_warns_and_grades(course: CourseFolder, capsys: pytest.CaptureFixture[str]) -> None:
    submit(course, "bob", half_right())
    assert main(["grade", "--no-sandbox", "--course", str(course.root)]) == 0
    told = capsys.readouterr()
    assert "runs learners' code as you" in told.err
    assert told.out == f"{course.root}: 1 graded\n"


@pytest.mark.sandbox
def test_the_instructor_is_answered_in_english_whatever_edition_learners_use(
    course: CourseFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    submit(course, "ana", notebook("es"))
    submit(course, "bob", half_right())
    submit(course, "cut", b"")
    monkeypatch.setattr("autograde.doctor._walls", lambda: iter(()))  # which take a second to prove
    monkeypatch.setattr("autograde.doctor._disk", lambda _: iter(()))  # which has less room each time
    said = {}
    for tag in ("en", "es"):
        monkeypatch.setenv("TIEDBOOK_EDITION", tag)
        monkeypatch.setattr("tiedbook.session._told", None)
        tiedbook.session._found.cache_clear()
        assert tiedbook.session.current_edition().tag == tag
        report = tmp_path / tag
        for words in (
            ["grade", "--regrade"],
            ["feedback"],
            ["feedback", "--learner", "nobody"],
            ["export", "--report", str(report)],
            ["export"],
            ["doctor"],
        ):
            main([*words, "--course", str(course.root)])
        with pytest.raises(SystemExit):
            main(["grade", "--none"])
        told = capsys.readouterr()
        page = (report / "report.html").read_text(encoding="utf-8")
        said[tag] = [text.replace(str(report), "report") for text in (told.out, told.err, page)]
    tiedbook.session._found.cache_clear()
    assert said["es"] == [text.replace("2 of them new", "0 of them new") for text in said["en"]]


def test_a_full_disk_is_one_message(
    course: CourseFolder, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device", "grades.csv")

    monkeypatch.setattr("tiedbook.files.write_text", full)
    assert main(["export", "-o", "grades.csv", "--course", str(course.root)]) == 1
    assert capsys.readouterr().err.startswith("autograde: grades.csv: No space left on device.")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_bar_is_drawn_on_a_terminal_after_two_seconds_and_taken_away(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("autograde.bar.time.monotonic", lambda: now)
    terminal, pipe = Terminal(), io.StringIO()
    bars = Bar(terminal), Bar(pipe)
    for done, at in ((0, 100.5), (1, 101.0), (2, 102.5), (3, 103.0)):
        now = at
        for bar in bars:
            bar(done, 4)
            bar.draw()
    assert pipe.getvalue() == ""
    assert "1 of 4" not in terminal.getvalue()
    assert "2 of 4, 0:02 left" in terminal.getvalue()
    assert "3 of 4, 0:01 left" in terminal.getvalue()
    bars[0].clear()
    assert terminal.getvalue().endswith("\r\x1b[K")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_shows_on_a_terminal_that_it_is_at_work(
    command: str, course: CourseFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal, drawn = Terminal(), threading.Event()

    def waiting(*_: object, **__: object) -> NoReturn:
        assert drawn.wait(60)
        raise TiedbookError("enough")

    def draw(bar: Bar) -> None:
        shown(bar)
        drawn.set()

    shown = Bar.draw
    monkeypatch.setattr(Bar, "draw", draw)
    monkeypatch.setattr("autograde.bar.PATIENCE", 0.0)
    monkeypatch.setattr("sys.stderr", terminal)
    step = {"feedback": "write_feedback", "export": "exported", "doctor": "examine"}.get(command, command)
    monkeypatch.setattr(f"autograde.{command}.{step}", waiting)
    place = [str(course.root)] if command == "collect" else []
    assert main([command, *place, "--course", str(course.root)]) == 1
    assert terminal.getvalue().startswith("\r\x1b[Kat work, 0:0")
    assert terminal.getvalue().endswith("\r\x1b[Kautograde: enough\n")


@pytest.mark.sandbox
def test_stopped_by_the_keyboard_it_says_how_to_go_on(course: CourseFolder, programs: dict[str, str]) -> None:
    for number in range(30):
        submit(course, f"learner{number:02}", half_right())
    process = subprocess.Popen(
        ["autograde", "grade", "--course", str(course.root)],
        env=programs,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while not list(course.root.glob("autograded/*/*/*.ipynb")):
        assert process.poll() is None
    os.kill(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert out == ""
    assert err == "autograde: stopped. What was recorded is safe: the same command goes on from here.\n"
    before = len(list(course.root.glob("autograded/*/*/*.ipynb")))
    assert main(["grade", "--course", str(course.root)]) == 0
    assert before < 30 == len(list(course.root.glob("autograded/*/*/*.ipynb")))
