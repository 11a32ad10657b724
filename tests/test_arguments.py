"""The parser: what Python itself says is said in the edition of the workspace, and options may stand anywhere."""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path

import pytest

import tiedbook.session
from tiedbook.arguments import Parser, translated
from tiedbook.author.extract import merge_all
from tiedbook.cli import main
from tiedbook.course import course
from tiedbook.editions import SOURCE, editions
from tiedbook.session import set_edition
from tiedbook.workspace import start

LEARNERS = ("lab", "start", "switch", "update", "restore", "progress", "cards")
AUTHORS = ("build", "extract", "status", "doctor")
PYTHONS = ["usage: ", "positional arguments", "show this help", "show program", "the following arguments", "error: "]
PYTHONS += ["unrecognized", "invalid choice", "expected one", "options:"]


@pytest.fixture
def marked(monkeypatch: pytest.MonkeyPatch) -> None:
    """An edition whose every sentence from the catalog is in guillemets."""
    monkeypatch.setattr("tiedbook.arguments.say", lambda _, english, **values: f"«{english.format(**values)}»")
    monkeypatch.setattr(tiedbook.session, "_told", SOURCE)


def parser() -> Parser:
    made = Parser(prog="p")
    made.add_argument("first")
    made.add_argument("last", nargs="?")
    made.add_argument("--beside")
    made.add_argument("--count", type=int)
    made.add_argument("--cut", choices=("a", "b"))
    made.add_argument("--is", action="store_true", dest="is_")
    group = made.add_mutually_exclusive_group()
    group.add_argument("--on", action="store_true")
    group.add_argument("--off", action="store_true")
    return made


@pytest.mark.parametrize(
    "line", ["a b --beside x", "a --beside x b", "--beside x a b", "--is a --beside x b", "a --beside=x b --is"]
)
def test_options_may_stand_anywhere(line: str) -> None:
    found = parser().parse_args(line.split())
    assert (found.first, found.last, found.beside) == ("a", "b", "x")


MISTAKES = {
    "nothing": "",
    "a word too many": "a b c",
    "an unknown option": "a --none",
    "an option without its value": "a --beside",
    "a value that is none": "a --count many",
    "another choice": "a --cut c",
    "a value for a flag": "a --is=x",
    "half an option": "a --c",
    "two that exclude each other": "a --on --off",
}


@pytest.mark.parametrize("line", MISTAKES.values(), ids=MISTAKES.keys())
def test_every_mistake_is_told_in_words_of_the_catalog(
    marked: None, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with translated(), pytest.raises(SystemExit, match="2"):
        parser().parse_args(line.split())
    said = capsys.readouterr().err
    assert said.startswith("«usage:» p [-h]")
    assert said.splitlines()[-1].startswith("«p: ")
    while "«" in said:
        said = re.sub("«[^«»]*»", "", said)
    assert [words for words in PYTHONS if words in said] == []


def test_help_is_in_words_of_the_catalog(marked: None, capsys: pytest.CaptureFixture[str]) -> None:
    with translated(), pytest.raises(SystemExit, match="0"):
        parser().parse_args(["--help"])
    said = capsys.readouterr().out
    assert all(f"«{words}»" in said for words in ("usage:", "arguments", "options", "show this help and exit"))


def test_the_words_of_other_programs_stay_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    before = {name: vars(argparse)[name] for name in ("_", "ngettext")}
    with translated():
        pass
    assert {name: vars(argparse)[name] for name in ("_", "ngettext")} == before
    with pytest.raises(SystemExit):
        ArgumentParser(prog="other").parse_args(["x"])
    assert "other: error: unrecognized arguments: x" in capsys.readouterr().err


def complete(tag: str) -> bool:
    """Whether a translation of everything that argparse says is there."""
    (runtime,) = (item for item in merge_all(course()) if (item.edition, item.name) == (tag, "runtime"))
    said = [entry for entry in runtime.catalog.entries if entry.unit.context.startswith("argparse.")]
    return bool(said) and all(entry.reviewed for entry in said)


@pytest.mark.parametrize("tag", [tag for tag in editions() if tag != SOURCE])
def test_every_edition_has_the_words(tag: str) -> None:
    assert complete(tag)


@pytest.mark.parametrize("command", LEARNERS)
@pytest.mark.parametrize("line", ["--help", "--none", "a b c d e"])
def test_a_learners_command_says_nothing_of_pythons_in_a_spanish_workspace(
    command: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tiedbook.session, "_told", None)
    set_edition("es")
    with pytest.raises(SystemExit):
        main([command, *line.split()])
    said = "".join(capsys.readouterr())
    assert said.startswith("uso: tiedbook ")
    assert [words for words in PYTHONS if words in said] == []


@pytest.mark.parametrize("command", AUTHORS)
def test_an_authors_command_is_in_english_in_every_edition(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tiedbook.session, "_told", None)
    set_edition("es")
    with pytest.raises(SystemExit):
        main([command, "--none"])
    assert capsys.readouterr().err.startswith("usage: tiedbook ")


@pytest.mark.parametrize("place", [".", "workspace"])
def test_a_process_in_or_above_a_workspace_speaks_its_edition(place: str, tmp_path: Path) -> None:
    start(tmp_path / place, "es")
    environment = {name: value for name, value in os.environ.items() if name != "TIEDBOOK_EDITION"}
    done = subprocess.run(
        [sys.executable, "-m", "tiedbook", "switch"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("uso: tiedbook switch")
