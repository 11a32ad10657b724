from __future__ import annotations

import subprocess
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

import pytest

from tests.author.scratch import STEM, edit
from tiedbook.author import commands, doctor
from tiedbook.author.findings import Finding
from tiedbook.course import Course, course
from tiedbook.errors import TiedbookError

NAMES = ("build", "extract", "status", "doctor")


@pytest.fixture
def home(scratch: Course, monkeypatch: pytest.MonkeyPatch) -> Course:
    monkeypatch.setattr(commands, "course", lambda: scratch)
    monkeypatch.chdir(scratch.root)
    return scratch


def parsed(line: str) -> tuple[str, Namespace]:
    name, *rest = line.split()
    parser = ArgumentParser(prog=f"tiedbook {name}")
    getattr(commands, f"add_{name}_arguments")(parser)
    return name, parser.parse_args(rest)


def run(line: str) -> int:
    name, args = parsed(line)
    status = getattr(commands, f"{name}_command")(args)
    assert isinstance(status, int)
    return status


def test_a_build_prints_what_it_wrote_and_is_then_silent(home: Course, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("build") == 0
    written = [f"chapters/{tag}/{STEM}.ipynb" for tag in ("en", "hi-Latn", "es")]
    assert capsys.readouterr().out.splitlines() == written
    assert all((home.root / path).is_file() for path in written)
    assert (run("build"), run("build --check")) == (0, 0)
    assert capsys.readouterr().out == ""


def test_a_check_before_a_build_fails_and_writes_nothing(home: Course) -> None:
    with pytest.raises(TiedbookError, match="missing"):
        run("build --check")
    assert not list(home.root.rglob("*.ipynb"))


def test_one_edition_into_a_folder(home: Course, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(f"build --edition es --out {tmp_path / 'out'}") == 0
    made, how = capsys.readouterr().out.splitlines()
    assert made == f"{tmp_path / 'out' / 'es' / STEM}.ipynb"
    assert how == f"To look at them: jupyter lab {tmp_path / 'out' / 'es'}"
    assert [path.parent.name for path in (tmp_path / "out").rglob("*.ipynb")] == ["es"]


def test_a_preview_is_made_in_spite_of_faults_which_it_prints(home: Course, capsys: pytest.CaptureFixture[str]) -> None:
    path = home.locales / "es" / f"{STEM}.po"
    edit(path, 'msgid "Addition."\nmsgstr ""', 'msgid "Addition."\nmsgstr "Suma de 2."')
    assert run("build --edition es --preview ch01") == 0
    finding, made, how = capsys.readouterr().out.splitlines()
    assert "numbers differ" in finding
    assert made == f"build/preview/es/{STEM}.ipynb"
    assert Path(made).is_file()
    assert how == "To look at them: jupyter lab build/preview/es"


def test_a_bilingual_build_has_a_folder_of_its_own(home: Course) -> None:
    assert run("build --edition es --beside en") == 0
    assert Path(f"build/beside-en/es/{STEM}.ipynb").is_file()
    assert not list(home.chapters.rglob("*.ipynb"))


def test_a_folder_to_look_at_has_the_data_that_chapters_read(home: Course) -> None:
    assert run("build --edition es --preview ch01") == 0
    assert {path.name for path in Path("build/preview/es/data").iterdir()} == {
        path.name for path in (course().chapters / "data").iterdir() if path.suffix != ".py"
    }


def test_a_pseudo_language_is_filled_by_a_command(home: Course, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(TiedbookError, match=r"no \[en-XA\]"):
        run("extract --pseudo")
    with (home.locales / "editions.toml").open("a", encoding="utf-8") as file:
        file.write('\n[en-XA]\nname = "Pseudo"\n')
    assert run("extract --pseudo") == 0
    assert capsys.readouterr().out.splitlines() == [f"locales/en-XA/{STEM}.po", "locales/en-XA/runtime.po"]


def test_extract_prints_what_it_rewrote(home: Course, capsys: pytest.CaptureFixture[str]) -> None:
    edit(home.chapters / f"{STEM}.py", "# Addition.", "# Addition, twice.")
    assert (run("extract"), run("extract")) == (0, 0)
    assert capsys.readouterr().out.splitlines() == [f"locales/hi-Latn/{STEM}.po", f"locales/es/{STEM}.po"]


def test_status_prints_a_table_of_one_edition(home: Course, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("status es") == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == [
        "catalog",
        f"locales/es/{STEM}.po",
        "locales/es/runtime.po",
    ]


def test_status_names_an_english_that_was_edited_in_a_catalog_below_its_table(
    home: Course, capsys: pytest.CaptureFixture[str]
) -> None:
    edit(home.locales / "es" / f"{STEM}.po", 'msgid "Addition."', 'msgid "Addition"')
    with pytest.raises(
        TiedbookError, match=r"^locales/es/ch01_pairs\.po: \[pair-hints/text-addition\]: its msgid"
    ) as told:
        run("status")
    assert told.value.status == 1
    assert capsys.readouterr().out.count("\n") == 5
    assert run("status hi-Latn") == 0


def test_status_that_requires_completeness_lists_what_is_missing(home: Course) -> None:
    with pytest.raises(TiedbookError) as told:
        run("status es --require-complete")
    assert told.value.status == 1
    assert len(told.value.message.split("\n")) == 14
    assert all(line.startswith("locales/es/") for line in told.value.message.split("\n"))


def test_doctor_fails_where_there_is_something_to_mend(home: Course, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("doctor") == 1
    assert f"chapters/en/{STEM}.ipynb: missing: run `tiedbook build`" in capsys.readouterr().out.splitlines()


def test_doctor_succeeds_where_it_only_warns(
    home: Course, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    warning = Finding("locales/es/runtime.po: [a.b]", "a word", warns=True)
    monkeypatch.setattr(doctor, "examine", lambda _: (warning,))
    assert run("doctor") == 0
    assert capsys.readouterr().out == "locales/es/runtime.po: [a.b]: warning: a word\n"


@pytest.mark.parametrize("name", NAMES)
def test_without_the_author_extra_each_command_says_how_to_get_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "find_spec", lambda _: None)
    with pytest.raises(TiedbookError, match=r"pip install -e '\.\[author\]'") as told:
        run(name)
    assert told.value.status == 2


@pytest.mark.parametrize("name", NAMES)
def test_help_has_a_description_and_an_example(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parsed(f"{name} --help")
    assert f"  tiedbook {name}" in capsys.readouterr().out


def test_offering_the_commands_loads_nothing_of_the_author_side() -> None:
    code = "import sys, tiedbook.author.commands\nprint(*sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split()
    assert not {"polib", "babel", "markdown_it", "nbformat", "numpy"} & {name.split(".")[0] for name in loaded}
