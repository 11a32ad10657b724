"""A workspace in two languages: switched to, read, worked in, and switched back."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest
from hypothesis import given, settings

from tests.sessions import Step, sessions
from tests.small import FIRST, NAMES, SECOND, TAGS, built, own
from tiedbook.bilingual import bilingual, second_of, unfolded
from tiedbook.built import chapter, frames, in_two, second
from tiedbook.cli import main
from tiedbook.course import Course
from tiedbook.editions import Edition
from tiedbook.errors import LearnerError
from tiedbook.identify import restore
from tiedbook.merge import apply, merge
from tiedbook.notebook import Notebook, answers, edition_of, mark, read_notebook, role, write_notebook
from tiedbook.renewal import switch, update
from tiedbook.session import MARKER
from tiedbook.switching import switch_reply
from tiedbook.workspace import find, start
from tiedbook.written import written_answer

PAIRS = list(itertools.permutations(TAGS, 2))


def small_frames(tag: str, beside: str | None) -> tuple[Notebook, ...]:
    first, *others = (built(SECOND, name) for name in sorted(TAGS, key=lambda name: name != tag))
    if beside:
        first = bilingual(first, built(SECOND, beside), Edition(beside, NAMES[beside]))
    return (first, *others)


def switched(mine: Notebook, tag: str, beside: str | None = None) -> Notebook:
    target, *others = small_frames(tag, beside)
    return apply(mine, merge(mine, target, "switch", others))


@pytest.mark.parametrize("home", TAGS)
@pytest.mark.parametrize(("tag", "beside"), PAIRS)
def test_there_and_back_restores_the_notebook_exactly(home: str, tag: str, beside: str) -> None:
    mine = built(SECOND, home)
    both = switched(mine, tag, beside)
    assert (edition_of(both), second_of(both)) == (tag, beside)
    assert f'lang="{beside}"' in json.dumps(both).replace('\\"', '"')
    assert switched(both, home) == mine


@pytest.mark.parametrize(("tag", "beside"), PAIRS)
def test_one_pair_follows_another(tag: str, beside: str) -> None:
    straight = switched(built(SECOND, "en"), tag, beside)
    assert switched(switched(built(SECOND, "en"), beside, tag), tag, beside) == straight
    assert switched(straight, tag, beside) == straight


@settings(deadline=None)
@given(sessions)
def test_no_session_loses_anything_to_two_languages(session: list[Step | str]) -> None:
    mine = built(SECOND, "en")
    for number, step in enumerate(session):
        mine = switched(mine, step) if isinstance(step, str) else step(mine, number)
    ours = {text for tag in TAGS for text in (cell["source"] for cell in built(SECOND, tag)["cells"])}
    for tag, beside in PAIRS:
        both = switched(mine, tag, beside)
        assert answers(both) == answers(mine)
        assert len({cell["id"] for cell in both["cells"]}) == len(both["cells"])
        there = [cell["source"] for cell in both["cells"]]
        assert [text for text in (cell["source"] for cell in mine["cells"]) if text not in {*ours, *there}] == []
        assert switched(switched(both, tag), "en")["cells"] == switched(switched(mine, tag), "en")["cells"]


@pytest.mark.parametrize("lost", ["metadata", "ids"])
def test_folded_prose_is_known_where_an_editor_dropped_what_identifies_it(small_course: Course, lost: str) -> None:
    both = chapter(SECOND, "es", "en")
    for number, cell in enumerate(both["cells"]):
        if lost == "ids":
            cell["id"] = f"new{number}"
        cell["metadata"] = {}
    target, *others = frames(SECOND, "hi-Latn")
    known = restore(both, (target, *others))
    after = apply(known, merge(known, target, "switch", others))
    assert [cell["source"] for cell in after["cells"]] == [cell["source"] for cell in target["cells"]]


def test_an_answer_below_folded_words_in_one_cell_is_found() -> None:
    asked = own("Why?", id_="why", kind="markdown", tiedbook={"role": "prose"})
    wanted = own("*Here.*\n\n…", id_="why-written", kind="markdown", tiedbook={"role": "written"})
    english = {"cells": [asked, wanted], "metadata": {}}
    spanish = {"cells": [{**asked, "source": "¿Por qué?"}, wanted], "metadata": {}}
    both = bilingual(spanish, english, Edition("en", "English"))["cells"][0]
    merged = {"cells": [{**both, "source": both["source"] + "\n\nBecause."}], "metadata": {}}
    assert written_answer(merged, {"why": 0}, (english, spanish), "why-written") == "Because."


@pytest.fixture
def workspace(small_course: Course, tmp_path: Path) -> Path:
    start(tmp_path / "w", "es")
    return tmp_path / "w"


def test_a_workspace_is_read_in_two_languages_and_in_one_again(workspace: Path) -> None:
    before = (workspace / f"{SECOND}.ipynb").read_bytes()
    switch(workspace, "es", "en")
    both = read_notebook(workspace / f"{SECOND}.ipynb")
    assert (find(workspace).edition, find(workspace).beside) == ("es", "en")
    idea = next(cell for cell in both["cells"] if cell["id"] == "idea")
    assert idea["source"].startswith("La idea.\n\n<details")
    assert "The idea." in idea["source"]
    switch(workspace, "es")
    assert (workspace / f"{SECOND}.ipynb").read_bytes() == before
    assert find(workspace).beside is None
    assert "beside" not in json.loads((workspace / MARKER).read_text(encoding="utf-8"))


def test_an_update_leaves_two_languages_as_they_are(workspace: Path) -> None:
    switch(workspace, "es", "en")
    before = (workspace / f"{SECOND}.ipynb").read_bytes()
    update(workspace)
    assert (workspace / f"{SECOND}.ipynb").read_bytes() == before
    assert find(workspace).beside == "en"


def test_a_chapter_that_is_missing_comes_in_both_languages(workspace: Path) -> None:
    switch(workspace, "es", "en")
    path = workspace / f"{FIRST}.ipynb"
    before = path.read_bytes()
    for renewed in (lambda: start(workspace), lambda: update(workspace), lambda: switch(workspace, "es", "en")):
        path.unlink()
        renewed()
        assert path.read_bytes() == before


def test_what_a_learner_wrote_in_two_languages_stays(workspace: Path) -> None:
    switch(workspace, "es", "en")
    path = workspace / f"{SECOND}.ipynb"
    notebook = read_notebook(path)
    for cell in notebook["cells"]:
        if cell["id"] in ("idea", "embed"):
            cell["source"] += "\n# mine"
    write_notebook(path, notebook)
    switch(workspace, "hi-Latn")
    after = {cell["id"]: cell["source"] for cell in read_notebook(path)["cells"]}
    for cell in notebook["cells"]:
        if cell["id"] in ("idea", "embed"):
            assert after[cell["id"]] == cell["source"]
    assert after["idea--beside"] == "Yeh idea."
    switch(workspace, "es", "en")
    assert {cell["id"]: cell["source"] for cell in read_notebook(path)["cells"]} == {
        cell["id"]: cell["source"] for cell in notebook["cells"]
    }


def test_an_edition_beside_itself_is_one_language(workspace: Path) -> None:
    before = (workspace / f"{SECOND}.ipynb").read_bytes()
    switch(workspace, "es", "es")
    assert (workspace / f"{SECOND}.ipynb").read_bytes() == before


def test_a_second_edition_that_is_not_there_is_refused(workspace: Path) -> None:
    with pytest.raises(LearnerError, match="no edition 'fr'"):
        switch(workspace, "es", "fr")
    assert second("es", None) is None


def test_a_chapter_that_the_second_edition_lacks_stays_in_one_language(small_course: Course, workspace: Path) -> None:
    switch(workspace, "es", "en")
    (small_course.built("en") / f"{SECOND}.ipynb").unlink()
    assert second_of(in_two(frames(SECOND, "es"), "en")[0]) is None


def test_the_command_names_both(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["switch", "es", "--beside", "en", str(workspace)]) == 0
    assert "Español + English" in capsys.readouterr().out


def request(notebook: Notebook, **asked: object) -> dict[str, object]:
    return switch_reply(json.dumps({"notebook": notebook, **asked}).encode())


def test_the_menu_asks_for_two_languages_as_the_command_does(small_course: Course) -> None:
    mine = chapter(SECOND, "es")
    target, *others = frames(SECOND, "es", "en")
    wanted = [operation.as_json() for operation in merge(mine, target, "switch", others)]
    assert request(mine, edition="es", beside="en")["operations"] == wanted
    assert mark(apply(mine, merge(mine, target, "switch", others)))["beside"] == "en"


def test_a_request_that_does_not_say_keeps_the_second_language_of_the_same_edition(small_course: Course) -> None:
    assert request(chapter(SECOND, "es", "en"), edition="es")["operations"] == []
    assert request(chapter(SECOND, "es", "en"), edition="es", beside=None)["operations"] != []


def test_prose_only_is_folded(small_course: Course) -> None:
    for cell in chapter(SECOND, "es", "en")["cells"]:
        assert role(cell) == "prose" or unfolded(cell["source"]) == cell["source"]
