"""The front end as files: what it must agree on with the package and the server."""

from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path

import pytest

import tiedbook
from tiedbook.author.addresses import addressed
from tiedbook.menu import editions_reply

HOME = Path(tiedbook.__file__).parent / "labextension"
MODULES = sorted((HOME / "static").glob("*.js"))
LONGEST_NOTIFICATION = 140


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def files(root: Path) -> list[Path]:
    return [path for path in root.rglob("*") if path.is_file()]


def test_its_version_is_that_of_the_package() -> None:
    assert json.loads(read(HOME / "package.json"))["version"] == tiedbook.__version__


def test_what_is_installed_is_what_is_here() -> None:
    installed = Path(sys.prefix) / "share" / "jupyter" / "labextensions" / "tiedbook-edition"
    here, there = ({path.relative_to(root): path.read_bytes() for path in files(root)} for root in (HOME, installed))
    assert here == there, "an editable installation copies these files: `pip install -e .` brings them up to date"


@pytest.mark.parametrize("path", [HOME / "package.json", *MODULES], ids=lambda path: path.name)
def test_every_address_carries_the_digest_of_what_it_leads_to(path: Path) -> None:
    assert read(path) == addressed(HOME)[path], "`python -m tiedbook.author.addresses` brings them up to date"


def test_a_change_gives_new_addresses_to_all_that_lead_to_it(tmp_path: Path) -> None:
    home = tmp_path / "labextension"
    shutil.copytree(HOME, home)
    before = addressed(home)
    with (home / "static" / "history.js").open("a", encoding="utf-8") as module:
        module.write("// changed\n")
    after = addressed(home)
    changed = {path.name for path in before if before[path] != after[path]}
    assert changed == {"history.js", "chapter.js", "plugin.js", "remoteEntry.js", "package.json"}


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.name)
def test_what_a_module_imports_is_there_and_exported(module: Path) -> None:
    for names, file in re.findall(r'import \{ ([\w, ]+) \} from "\./([\w.]+)\?v=\w+"', read(module)):
        exported = re.findall(
            r"^export (?:async )?(?:function|class|const) (\w+)", read(module.parent / file), re.MULTILINE
        )
        assert set(names.split(", ")) <= set(exported), file


def test_every_module_is_loaded() -> None:
    loaded = {
        name
        for module in MODULES
        for name in re.findall(r'(?:from |import\(|URL\()"(?:\./)?([\w.]+)[?"]', read(module))
    }
    assert {path.name for path in (HOME / "static").iterdir()} == loaded | {"remoteEntry.js"}


def test_every_sentence_it_shows_comes_from_the_server_and_is_shown() -> None:
    shown = {code for module in MODULES for code in re.findall(r'"(lab\.\w+)"', read(module))}
    for edition in editions_reply()["editions"]:
        assert set(edition["texts"]) == shown


def test_every_sentence_fits_a_notification() -> None:
    longest = max(len(edition["name"]) for edition in editions_reply()["editions"])
    for edition in editions_reply()["editions"]:
        for sentence in edition["texts"].values():
            assert (
                len(sentence.replace("{edition}", "x" * longest).replace("{status}", "500").replace("{file}", "x" * 60))
                <= LONGEST_NOTIFICATION
            )


def test_the_limit_of_a_notification_is_the_one_the_front_end_knows() -> None:
    assert f"LONGEST_NOTIFICATION = {LONGEST_NOTIFICATION};" in read(HOME / "static" / "telling.js")


def test_it_loads_nothing_from_elsewhere() -> None:
    for path in [*MODULES, HOME / "static" / "style.css"]:
        assert not re.search(r"https?://|@import|innerHTML = `[^`]*\$\{", read(path)), path.name
