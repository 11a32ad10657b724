"""Chapters as they stand in a workspace."""

from __future__ import annotations

import pytest

from tests.small import FIRST, SECOND
from tiedbook.built import chapter, frames, stems, title
from tiedbook.course import Course
from tiedbook.editions import editions
from tiedbook.errors import LearnerError, TiedbookError
from tiedbook.notebook import edition_of, is_pristine


def test_the_links_give_way_to_the_menu_and_the_command(small_course: Course) -> None:
    first = chapter(SECOND, "es")["cells"][0]
    assert first["source"].startswith("English (`en`) · Hinglish (`hi-Latn`) · **Español**\n")
    assert "`tiedbook switch en`" in first["source"]
    assert is_pristine(first)


def test_frames_begin_with_the_edition_asked_for(small_course: Course) -> None:
    assert [edition_of(frame) for frame in frames(SECOND, "es")] == ["es", "en", "hi-Latn"]


def test_an_edition_that_lacks_a_chapter_says_where_it_is(small_course: Course) -> None:
    (small_course.built("es") / f"{SECOND}.ipynb").unlink()
    assert [edition_of(frame) for frame in frames(SECOND, "en")] == ["en", "hi-Latn"]
    with pytest.raises(LearnerError, match="It is there in: en, hi-Latn"):
        chapter(SECOND, "es")


def test_an_edition_without_chapters_names_the_command_that_builds_them(small_course: Course) -> None:
    for path in small_course.built("es").iterdir():
        path.unlink()
    with pytest.raises(TiedbookError, match="tiedbook build"):
        stems("es")


def test_a_title_is_the_first_heading(small_course: Course) -> None:
    assert [title(FIRST, tag) for tag in editions()] == ["Start here", "Yahan se shuru", "Empieza aquí"]
    assert title("ch09_none", "en") == "ch09_none"
