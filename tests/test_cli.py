"""The command: whole sentences in the learner's edition, exit statuses, and no traceback for anything a person did."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import tiedbook.session
from tests.small import FIRST, SECOND
from tests.test_workspace import files
from tiedbook import __version__
from tiedbook.cli import main
from tiedbook.course import Course
from tiedbook.notebook import edition_of, read_notebook
from tiedbook.workspace import find, start

LEARNERS = ("lab", "start", "switch", "update", "progress", "cards")
AUTHORS = ("build", "extract", "status", "doctor")


@pytest.fixture
def workspace(small_course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    start(tmp_path / "w", "en")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "w"


def run(*words: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command as a process of its own, on the real course."""
    return subprocess.run(
        [sys.executable, "-m", "tiedbook", *words],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def append_to_catalog(course: Course, tag: str, code: str, english: str, words: str) -> None:
    with (course.locales / tag / "runtime.po").open("a", encoding="utf-8") as catalog:
        catalog.write(f'msgctxt "{code}"\nmsgid "{english}"\nmsgstr "{words}"\n\n')


# Help


@pytest.mark.parametrize("command", LEARNERS + AUTHORS)
def test_every_command_explains_itself_with_an_example(
    small_course: Course, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="0"):
        main([command, "--help"])
    said = capsys.readouterr().out
    assert f"\n  tiedbook {command}" in said
    assert all(len(line) < 120 for line in said.splitlines())


def test_the_whole_help_lists_every_command_in_the_users_order(
    small_course: Course, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["--help"])
    said = capsys.readouterr().out
    places = [said.index(f"\n    {command} ") for command in LEARNERS + AUTHORS]
    assert places == sorted(places)


def test_the_help_names_the_editions_there_are(small_course: Course, capsys: pytest.CaptureFixture[str]) -> None:
    with (small_course.locales / "editions.toml").open("a", encoding="utf-8") as file:
        file.write('\n[pt]\nname = "Português"\n')
    with pytest.raises(SystemExit, match="0"):
        main(["--help"])
    assert "English, Hinglish, Español, Português." in capsys.readouterr().out


def test_help_speaks_the_edition_of_the_workspace(
    workspace: Path, small_course: Course, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    append_to_catalog(small_course, "es", "help.lab.short", "open your workspace in JupyterLab", "abre tu carpeta")
    assert main(["switch", "es", "w"]) == 0
    capsys.readouterr()
    monkeypatch.chdir(workspace)
    monkeypatch.setattr("tiedbook.session._told", None)  # as in a new process
    tiedbook.session._found.cache_clear()
    with pytest.raises(SystemExit, match="0"):
        main(["--help"])
    assert "abre tu carpeta" in capsys.readouterr().out


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    assert capsys.readouterr().out == f"tiedbook {__version__}\n"


@pytest.mark.parametrize("words", [[], ["teach"], ["switch"], ["lab", "--port", "no"], ["lab", "--port", "0"]])
def test_a_request_that_makes_no_sense_exits_with_2(
    small_course: Course, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(words)
    assert capsys.readouterr().err.startswith("usage: tiedbook")


# What each command says and does; `lab` and `cards` have their own modules


def test_start_names_each_file_and_the_next_command(
    small_course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["start", "w", "--edition", "es"]) == 0
    assert capsys.readouterr().out.replace(os.sep, "/").splitlines() == [
        f"w/{FIRST}.ipynb: added.",
        f"w/{SECOND}.ipynb: added.",
        "w: ready, in Español. `tiedbook lab --dir w` opens it.",
    ]


@pytest.mark.parametrize("named", ["hi-Latn", "HI-LATN", "hinglish"])
def test_start_takes_the_edition_from_the_environment(
    small_course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TIEDBOOK_EDITION", named)
    assert main(["start"]) == 0
    assert find(tmp_path / "workspace").edition == "hi-Latn"


def test_switch_tells_what_changed_and_where_the_snapshot_is(
    workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["switch", "es", "w"]) == 0
    lines = capsys.readouterr().out.replace(os.sep, "/").splitlines()
    assert lines[:3] == [
        f"w/{FIRST}.ipynb: texts replaced: 2.",
        f"w/{SECOND}.ipynb: texts replaced: 6.",
        "w: now in Español.",
    ]
    assert lines[3].startswith("w/.tiedbook/history/")
    assert edition_of(read_notebook(workspace / f"{SECOND}.ipynb")) == "es"


def test_switch_finds_the_workspace_around_the_working_folder(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(workspace)
    assert main(["switch", "es"]) == 0
    assert find(workspace).edition == "es"


def test_a_broken_notebook_is_named_and_the_status_is_1(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (workspace / f"{FIRST}.ipynb").write_text("{", encoding="utf-8")
    assert main(["switch", "es", "w"]) == 1
    said = capsys.readouterr().out
    assert f"{FIRST}.ipynb: not a notebook, since it is not whole JSON" in said
    assert f"{SECOND}.ipynb: texts replaced: 6." in said
    assert (workspace / f"{FIRST}.ipynb").read_text(encoding="utf-8") == "{"


def test_an_edited_text_is_told_about(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = workspace / f"{SECOND}.ipynb"
    path.write_text(path.read_text(encoding="utf-8").replace("The idea.", "My idea."), encoding="utf-8")
    assert main(["switch", "es", "w"]) == 0
    assert "texts that you had edited and that stay, with the course's own below: 1." in capsys.readouterr().out


def test_update_tells_the_release(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (workspace / f"{FIRST}.ipynb").unlink()
    assert main(["update", "w"]) == 0
    assert capsys.readouterr().out.replace(os.sep, "/").splitlines() == [
        f"w/{FIRST}.ipynb: added.",
        f"w: has release {__version__} of the course.",
    ]


def test_progress_shows_the_table(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["progress", "w"]) == 0
    assert capsys.readouterr().out.startswith("Your progress: 0 of 0 points")


# Bad requests: one clear message with the remedy, nothing written or lost


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["start", "new", "--edition", "fr"], 2, "There is no edition 'fr'. The editions are: en, hi-Latn, es."),
        (["lab", "--dir", "new", "--edition", "fr"], 2, "There is no edition 'fr'."),
        (["cards", "--edition", "fr"], 2, "There is no edition 'fr'."),
        (["switch", "fr", "w"], 2, "There is no edition 'fr'."),
        (["start", "w", "--edition", "es"], 2, "`tiedbook switch es"),
        (["switch", "es", "none"], 2, "none: not a workspace. `tiedbook start none` makes one there"),
        (["switch", "w", "es"], 2, "The edition comes first: `tiedbook switch es w`."),
        (["switch", "none", "HINGLISH"], 2, "The edition comes first: `tiedbook switch hi-Latn none`."),
        (["switch", "none", "hi-Latn"], 2, "The edition comes first: `tiedbook switch hi-Latn none`."),
        (["start", "es"], 2, "'es' is an edition. `tiedbook start --edition es` makes a workspace in it"),
        (["start", "small-course/locales"], 2, "small-course/locales: belongs to the course itself"),
        (["lab", "--dir", "small-course/chapters"], 2, "small-course/chapters: belongs to the course itself"),
        (["update", "none"], 2, "none: not a workspace."),
        (["progress", "none"], 2, "none: not a workspace."),
        (["start", "taken"], 1, f"yet it holds {SECOND}.ipynb"),
        (["start", "file"], 2, "file: a file, and a folder is wanted: that of your workspace, or the name of a new"),
        (["start", "file/deeper"], 2, "file: a file, and a folder is wanted"),
        (["update", "file"], 2, "file: a file, and a folder is wanted"),
        (["lab", "--dir", f"w/{FIRST}.ipynb"], 2, f"w/{FIRST}.ipynb: a file, and a folder is wanted. The workspace"),
        (["update", f"w/{FIRST}.ipynb"], 2, f"w/{FIRST}.ipynb: a file, and a folder is wanted. The workspace that it"),
        (["progress", f"w/{FIRST}.ipynb"], 2, "/w`: give that."),
        (["switch", "es", f"w/{FIRST}.ipynb"], 2, "/w`: give that."),
        (["restore", "--dir", f"w/{FIRST}.ipynb"], 2, "/w`: give that."),
        (["restore", "w"], 2, "`tiedbook restore --dir w` lists the snapshots in it."),
        (["restore", "--dir", "w", SECOND], 2, f"the snapshot comes first: `tiedbook restore last {SECOND}`"),
        (["restore", "--dir", "w", f"w/{SECOND}.ipynb"], 2, f"`tiedbook restore last {SECOND}`"),
        (["cards", "-o", "w"], 2, "`tiedbook cards -o w/one-table-two-jobs-en.apkg` writes one there."),
        (["switch", "es", "w", "--beside", "es"], 2, "'es' cannot be read beside itself."),
    ],
)
def test_a_bad_request_gets_one_message_and_writes_nothing(
    workspace: Path, words: list[str], status: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (workspace.parent / "none").mkdir()
    (workspace.parent / "taken").mkdir()
    (workspace.parent / "taken" / f"{SECOND}.ipynb").write_text("mine", encoding="utf-8")
    (workspace.parent / "file").write_text("mine", encoding="utf-8")
    before = files(workspace.parent)
    assert main(words) == status
    out, err = capsys.readouterr()
    assert said in err
    assert err.count("\n") == 1
    assert out == ""
    assert files(workspace.parent) == before


def test_a_remedy_can_be_pasted_into_a_shell_though_the_folder_has_a_space(
    workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (workspace.parent / "my course").mkdir()
    assert main(["update", "my course"]) == 2
    assert "`tiedbook start 'my course'` makes one there" in capsys.readouterr().err
    assert main(["start", "my course"]) == 0
    assert "my course: ready, in English. `tiedbook lab --dir 'my course'` opens it." in capsys.readouterr().out


@pytest.mark.parametrize("tag", ["es", "hi-Latn"])
@pytest.mark.parametrize(
    ("content", "english"),
    [
        (b'{"cells": [', "Expecting value"),
        (b"\xff\xfe", "codec can't decode"),
        (b"[" * 100_000, "recursion"),
        (b"[]", "names no format"),
        (b'{"nbformat": 5}', "newer than"),
        (b'{"nbformat": 4}', "no list of"),
        (b'{"nbformat": 4, "cells": [{}]}', "has no type"),
        (b'{"nbformat": 4, "cells": [{"cell_type": "code", "source": 3}]}', "is not text"),
        (b'{"nbformat": 3, "worksheets": 3}', "cannot be"),
    ],
)
def test_a_file_that_is_no_notebook_is_told_in_the_words_of_the_edition(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], tag: str, content: bytes, english: str
) -> None:
    assert main(["start", str(tmp_path), "--edition", tag]) == 0
    damaged = next(tmp_path.glob("ch01*.ipynb"))
    damaged.write_bytes(content)
    capsys.readouterr()
    assert main(["update", str(tmp_path)]) == 1
    (said,) = (line for line in capsys.readouterr().out.splitlines() if line.startswith(str(damaged)))
    assert "JSON" in said
    assert english not in said


def test_a_folder_may_have_the_name_of_an_edition(workspace: Path) -> None:
    assert main(["start", "es", "--edition", "hi-Latn"]) == 0
    assert main(["switch", "es", "es"]) == 0
    assert main(["start", "es"]) == 0
    assert find(workspace.parent / "es").edition == "es"


def test_swapped_words_are_told_in_the_edition_of_the_workspace_that_was_meant(
    workspace: Path, small_course: Course, capsys: pytest.CaptureFixture[str]
) -> None:
    english = "The edition comes first: `tiedbook switch {tag} {folder}`."
    append_to_catalog(small_course, "es", "switch.swapped", english, "Primero la edición: {tag} {folder}")
    assert main(["switch", "es", "w"]) == 0
    capsys.readouterr()
    assert main(["switch", "w", "en"]) == 2
    assert capsys.readouterr().err == "Primero la edición: en w\n"


def test_an_error_speaks_the_edition_of_the_workspace(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["switch", "es", "w"]) == 0
    capsys.readouterr()
    assert main(["switch", "fr", "w"]) == 2
    assert capsys.readouterr().err == "[es] fr: en, hi-Latn, es\n"


@pytest.mark.parametrize("damage", [None, "garbage\n"])
def test_a_missing_or_malformed_catalog_is_one_message_and_changes_nothing(
    workspace: Path, small_course: Course, damage: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    catalog = small_course.locales / "es" / "runtime.po"
    catalog.unlink()
    if damage:
        catalog.write_text(damage, encoding="utf-8")
    before = files(workspace)
    assert main(["switch", "es", "w"]) == 1
    err = capsys.readouterr().err
    assert "runtime.po" in err
    assert err.count("\n") == 1
    assert files(workspace) == before


def test_a_damaged_catalog_does_not_take_help_away(
    workspace: Path, small_course: Course, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (small_course.locales / "es" / "runtime.po").write_text("garbage\n", encoding="utf-8")
    monkeypatch.setenv("TIEDBOOK_EDITION", "es")
    with pytest.raises(SystemExit, match="0"):
        main(["--help"])
    assert "open your workspace" in capsys.readouterr().out
    monkeypatch.setattr("tiedbook.session._told", "es")
    assert main(["switch", "fr", "nowhere"]) == 2
    assert "nowhere: not a workspace" in capsys.readouterr().err


def test_an_author_command_without_the_extra_names_it(
    small_course: Course, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tiedbook.author.commands.find_spec", lambda name: None)
    for command in AUTHORS:
        assert main([command]) == 2
        assert "[author]" in capsys.readouterr().err


def test_ctrl_c_ends_a_command_without_a_traceback(
    workspace: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(folder: Path) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tiedbook.commands.update", interrupted)
    assert main(["update", "w"]) == 130
    assert capsys.readouterr().err == ""


# As a process of its own


def test_the_process_has_the_status_and_one_line_of_message(tmp_path: Path) -> None:
    done = run("switch", "es", folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(".: not a workspace.")
    assert done.stderr.count("\n") == 1


@pytest.mark.skipif(os.name != "posix", reason="uses a shell's pipe")
def test_a_reader_that_goes_away_leaves_no_traceback(tmp_path: Path) -> None:
    script = f'"{sys.executable}" -m tiedbook --help | true; "{sys.executable}" -m tiedbook start w | true; echo done'
    done = subprocess.run(["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout == "done\n"
    assert done.stderr == ""


def test_a_terminal_that_cannot_show_a_sign_gets_another(tmp_path: Path) -> None:
    assert run("start", "w", "--edition", "es", folder=tmp_path).returncode == 0
    done = run("progress", "w", folder=tmp_path, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert done.returncode == 0
    assert "?" in done.stdout


def test_help_loads_neither_numpy_nor_jupyter(tmp_path: Path) -> None:
    script = (
        "import sys\nfrom tiedbook.cli import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit:\n    pass\n"
        "heavy = {'numpy', 'nbformat', 'IPython', 'jupyter_server', 'polib', 'babel', 'jupytext'} & set(sys.modules)\n"
        "sys.exit(str(heavy) if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (PermissionError(13, "Permission denied", "w/ch01.ipynb"), "w/ch01.ipynb: permission is missing. What was"),
        (OSError(28, "No space left on device"), "The system refuses: the disk is full. What was"),
        (RecursionError("maximum recursion depth exceeded"), "The system refuses: it is nested too deeply. What was"),
    ],
)
def test_what_the_system_refuses_is_one_message(
    fault: Exception,
    said: str,
    workspace: Path,
    small_course: Course,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def refuse(*_arguments: object, **_others: object) -> None:
        raise fault

    monkeypatch.setattr("tiedbook.commands.switch", refuse)
    assert main(["switch", "es", "w"]) == 1
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1
