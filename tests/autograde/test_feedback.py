"""The pages that go back to learners."""

from __future__ import annotations

import os
import re
import sqlite3
from contextlib import closing
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograde.course import CourseFolder
from autograde.feedback import write_feedback
from autograde.grade import grade
from autograde.text import inline, plain
from tests.autograde.classroom import STEM, VIEW, cell, half_right, notebook, own, right, submit
from tests.autograde.html5 import POLICY, assert_sound
from tiedbook.catalog import runtime
from tiedbook.course import course as course_of_today
from tiedbook.headings import UNTRANSLATED
from tiedbook.notebook import read_notebook, write_notebook
from tiedbook.telling import places

HEAD = (
    '<html lang="{}"><head><meta http-equiv="Content-Security-Policy" content="' + POLICY + '"><title>x</title></head>'
)
VOID = {"meta", "link", "br", "hr", "img", "input", "wbr"}


class Reader(HTMLParser):
    """Reads a page, and fails where tags do not nest or an id comes twice."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(html)
        self.close()
        assert self.open == []
        ids = [found["id"] for _, found in self.tags if "id" in found]
        assert len(ids) == len(set(ids))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join("".join(self.words).split())


def page(course: CourseFolder, learner: str) -> str:
    return course.feedback(learner, STEM).read_text(encoding="utf-8")


@pytest.mark.sandbox
@pytest.mark.parametrize("edition", ["en", "hi-Latn", "es"])
def test_a_page_speaks_the_edition_of_its_submission(course: CourseFolder, edition: str) -> None:
    work = notebook(edition, {"one_hot": right("one_hot"), "embed": VIEW})
    submit(course, "ana", work)
    grade(course)
    assert write_feedback(course).pages == 1
    assert_sound(page(course, "ana"), edition)
    found = Reader(page(course, "ana"))
    words = runtime(edition)
    assert words.text("feedback.title", "Feedback") in found.text
    assert words.text("feedback.points", "{earned:g} of {most:g} points", earned=12, most=16) in found.text
    assert words.text("check.call", "A call that shows it") in found.text
    assert next(iter(places(STEM, edition).values())).title in found.text
    assert places(STEM, edition)["view-copy"].title in found.text


@pytest.mark.sandbox
def test_a_page_names_the_misconception_beside_the_code_and_the_hint_to_open(course: CourseFolder) -> None:
    submit(course, "bob", half_right())
    grade(course)
    write_feedback(course)
    found = Reader(page(course, "bob")).text
    assert "6 of 16 points" in found
    assert "The result is a window onto embedding_matrix" in found
    assert "What came back" in found
    assert "Hint 1: a nudge" in found
    assert "return embedding_matrix[ids]" in found
    assert "np.eye(int(np.max(ids)) + 1" in found


@pytest.mark.sandbox
def test_a_right_page_finds_nothing_and_sends_nobody_to_hints(course: CourseFolder) -> None:
    submit(course, "ana", notebook())
    grade(course)
    write_feedback(course)
    found = Reader(page(course, "ana"))
    assert "16 of 16 points" in found.text
    assert "Hint" not in found.text
    assert not [found for _, found in found.tags if found.get("class") == "open"]


@pytest.mark.sandbox
def test_one_reason_for_two_parts_is_told_once(course: CourseFolder) -> None:
    submit(course, "ana", notebook("en", {"one_hot": right("one_hot")}))
    grade(course)
    write_feedback(course)
    found = Reader(page(course, "ana")).text
    assert found.count("embed is still waiting for you") == 1
    assert found.count("For the same reason.") == 1


@pytest.mark.sandbox
def test_points_and_comments_by_hand_are_on_the_page(course: CourseFolder) -> None:
    submit(course, "bob", half_right())
    grade(course)
    with closing(sqlite3.connect(course.gradebook)) as database:
        database.execute("UPDATE grade SET manual_score = 3 WHERE auto_score = 0")
        database.execute("UPDATE comment SET manual_comment = 'Well <b>begun</b>.\nGo on!'")
        database.execute("UPDATE submitted_notebook SET late_submission_penalty = 1.5")
        database.execute("UPDATE student SET first_name = 'Bob', last_name = 'Núñez'")
        database.commit()
    written = write_feedback(course)
    assert (written.pages, written.changed, written.findings) == (1, 1, ())
    found = Reader(page(course, "bob")).text
    assert "13.5 of 16 points" in found
    assert "1.5 points off for lateness" in found
    assert "points given by your instructor" in found
    assert "Well <b>begun</b>. Go on!" in found
    assert "Bob Núñez" in found
    assert write_feedback(course).changed == 0


def blocks(html: str, kind: str) -> list[str]:
    """Return the text of every element of a class, tags left out."""
    found = re.findall(rf'<(?:span|p) class="{kind}"[^>]*>(.*?)</(?:span|p)>', html, re.DOTALL)
    return [unescape(re.sub("<[^>]+>", "", text)).strip() for text in found]


@pytest.mark.sandbox
def test_why_a_cell_stopped_is_told_once_and_its_line_is_marked(course: CourseFolder) -> None:
    submit(
        course,
        "ana",
        notebook("en", {"one_hot": right("one_hot"), "embed": "def embed(ids, table):\n    return table[ids]]"}),
    )
    grade(course)
    write_feedback(course)
    html = page(course, "ana")
    found = Reader(html).text
    assert found.count("There is no function embed: its cell stopped before defining it.") == 1
    assert found.count("This cell stopped in line 2 with SyntaxError: unmatched ']'") == 1
    assert "<embed>" not in found
    assert blocks(html, "row stop") == ["return table[ids]]"]


@pytest.mark.sandbox
def test_an_answer_stands_on_the_page_with_its_docstring_folded(course: CourseFolder) -> None:
    work = notebook("en", {})
    starter = cell(work, "embed")["source"]
    cell(work, "embed")["source"] = starter.replace("raise NotImplementedError", "return embedding_matrix.T[ids]")
    submit(course, "ana", work)
    grade(course)
    write_feedback(course)
    html = page(course, "ana")
    folds = re.findall("<details>(.*?)</details>", html, re.DOTALL)
    assert [blocks(fold, "row")[0] for fold in folds] == [
        '"""Return the one-hot vector of each id.',
        '"""Return the row of the table for each id.',
    ]
    assert "return embedding_matrix.T[ids]" in blocks(
        re.sub("<details>.*?</details>", "", html, flags=re.DOTALL), "row"
    )
    shown = Reader(html).text
    assert " ".join(plain(cell(work, "embed")["source"]).split()) in shown


@pytest.mark.sandbox
@pytest.mark.parametrize("where", ["the other exercise's cell", "a cell of their own"])
def test_an_answer_in_another_cell_is_shown_and_not_the_starter(course: CourseFolder, where: str) -> None:
    work = notebook("en", {"one_hot": right("one_hot")})
    if where == "a cell of their own":
        work["cells"].append(own(VIEW))
    else:
        cell(work, "one_hot")["source"] += "\n\n" + VIEW
    submit(course, "ana", work)
    grade(course)
    write_feedback(course)
    found = page(course, "ana")
    assert Reader(found).text.count("return embedding_matrix[ids]") == (1 if where == "a cell of their own" else 2)
    assert "NotImplementedError" not in found


@pytest.mark.sandbox
def test_the_mark_of_an_untranslated_hint_is_not_on_the_page(course: CourseFolder) -> None:
    release = read_notebook(course.release(STEM))
    hints = cell(release, "one-hot-hints")
    hints["source"] = hints["source"].replace("<summary>", f"<summary>{UNTRANSLATED}")
    write_notebook(course.release(STEM), release)
    submit(course, "bob", half_right())
    grade(course)
    write_feedback(course)
    assert "first “Hint 1: a nudge”" in Reader(page(course, "bob")).text


@pytest.mark.sandbox
def test_what_the_exchange_needs_lies_beside_a_page_and_no_link_is_followed(
    course: CourseFolder, tmp_path: Path
) -> None:
    (tmp_path / "secret").write_text("of the instructor", encoding="utf-8")
    submit(course, "ana", notebook(), stamp="2026-05-04 12:00:00 UTC")
    secret = course.submission("ana", STEM).path.with_name("submission_secret.txt")
    secret.write_text("ana's", encoding="utf-8")
    link = submit(course, "mallory", notebook()).with_name("submission_secret.txt")
    link.symlink_to(tmp_path / "secret")
    grade(course)
    written = write_feedback(course)
    there = {path.name: path.read_text(encoding="utf-8") for path in course.feedback("ana", STEM).parent.glob("*.txt")}
    assert there == {"timestamp.txt": "2026-05-04 12:00:00 UTC", "submission_secret.txt": "ana's"}
    assert not course.feedback("mallory", STEM).with_name("submission_secret.txt").exists()
    (finding,) = written.findings
    assert "submission_secret.txt" in finding
    secret.unlink()
    write_feedback(course)
    assert not course.feedback("ana", STEM).with_name("submission_secret.txt").exists()


HOSTILE = """
print("</code></pre><script>alert(1)</script><img src=x onerror=alert(1)>")
print("\\x1b]8;;https://evil.example\\x07link\\x1b]8;;\\x07 \\x1b[31mred \\u202edesrever\\u2069")
raise ValueError("<svg onload=alert(1)> javascript:alert(1) {0} {name} `code` <a href='https://evil.example'>x</a>")
"""


@pytest.mark.sandbox
def test_nothing_of_a_submission_becomes_active(course: CourseFolder) -> None:
    work = notebook("en", {"one_hot": "# <script>alert(2)</script>" + HOSTILE, "embed": VIEW})
    work["cells"].append(own(HOSTILE))
    cell(work, "title")["source"] = "# <script>alert(3)</script>"
    submit(course, "mallory", work)
    grade(course)
    write_feedback(course)
    html = page(course, "mallory")
    assert_sound(html, "en")
    found = Reader(html)
    assert {tag for tag, _ in found.tags} & {
        "script",
        "img",
        "svg",
        "iframe",
        "object",
        "embed",
        "form",
        "link",
    } == set()
    assert not [name for _, marks in found.tags for name in marks if name.startswith("on")]
    assert {marks["href"] for tag, marks in found.tags if tag == "a"} == {"#one_hot", "#embed"}
    assert not [marks for _, marks in found.tags if "src" in marks or "style" in marks]
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", html)
    assert "url(" not in html
    assert "<script>alert(2)</script>" in found.text
    assert "alert(3)" not in html


@pytest.mark.sandbox
def test_names_of_learners_and_ids_of_cells_are_text_on_a_page(course: CourseFolder) -> None:
    names = ["<script>alert(1)<", '" onload="alert(1)', "{{ 7 * 7 }}", "a&lt;b", "$x$ `y`", "\u202eevil"]
    for name in names:
        work = notebook("en", {"one_hot": "raise ValueError", "embed": VIEW})
        work["cells"].append(own("raise ValueError", '"><script>alert(2)</script>'))
        submit(course, name, work)
    grade(course)
    write_feedback(course)
    pages = {name: page(course, name) for name in names if course.feedback(name, STEM).is_file()}
    assert set(names) - set(pages) <= {"\u202eevil"}
    for name, html in pages.items():
        assert_sound(html, "en")
        assert " ".join(plain(name).split()) in Reader(html).text
        assert "49" not in Reader(html).text.split("Points for each part")[0]
        assert "alert(2)" not in html


@pytest.mark.parametrize("edition", ["en", "hi-Latn", "es"])
def test_every_title_of_the_course_can_stand_on_a_page(edition: str) -> None:
    titles = {place.title for stem in course_of_today().stems() for place in places(stem, edition).values()}
    assert any("$" in title for title in titles)
    for title in titles:
        shown = inline(title, math=True)
        assert_sound(f"<!DOCTYPE html>{HEAD.format(edition)}<h1>{shown}</h1>", edition)
        assert "$" not in shown


def test_a_formula_is_mathml_and_nothing_in_it_can_end_an_element() -> None:
    assert "<script" not in inline("$\\text{</math><script>}$", math=True)
    assert inline("$d$", math=True).startswith("<math ")
    assert inline("`$d$` costs 3 $", math=True) == '<code translate="no">$d$</code> costs 3 $'


@pytest.mark.sandbox
def test_a_page_is_written_for_whom_it_was_asked_and_others_are_named(course: CourseFolder) -> None:
    submit(course, "ana", notebook())
    submit(course, "bob", half_right())
    submit(course, "cut", b"{")
    grade(course)
    assert write_feedback(course, learners=["bob"]).pages == 1
    assert not course.feedback("ana", STEM).exists()
    written = write_feedback(course)
    assert (written.pages, written.changed) == (2, 1)
    assert [line.partition(": ")[0] for line in written.findings] == [str(course.submission("cut", STEM).path)]


@pytest.mark.sandbox
def test_a_submission_without_a_page_of_its_own_is_told_with_the_reason_and_the_remedy(course: CourseFolder) -> None:
    submit(course, "bob", half_right())
    grade(course)
    paths = [submit(course, name, b"") for name in ("bob", "cut")] + [submit(course, "new", notebook())]
    written = write_feedback(course)
    assert written.pages == 1
    reason = "the file is empty. Ask the learner to submit it again."
    assert written.findings == (
        f"{paths[0]}: set aside, so its page is that of an earlier submission: {reason}",
        f"{paths[1]}: set aside, so it has no page: {reason}",
        f"{paths[2]}: not graded, so it has no page. `autograde grade` grades it, or says why it cannot.",
    )


@given(st.text())
def test_a_shown_text_has_no_control_characters_and_is_writable(text: str) -> None:
    shown = plain(text)
    shown.encode("utf-8")
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f]", shown)
    assert plain(shown) == shown


@given(st.text(alphabet="`<>&'\" ab"))
def test_a_sentence_keeps_its_words_and_nests_whatever_its_backticks(text: str) -> None:
    found = Reader(f"<p>{inline(text)}</p>")
    assert {tag for tag, _ in found.tags} <= {"p", "code"}
    assert "".join(found.words).replace("`", "") == text.replace("`", "")


def test_what_stands_between_backticks_is_code() -> None:
    assert inline("use `a[i]`, not `b`") == ('use <code translate="no">a[i]</code>, not <code translate="no">b</code>')
    assert inline("one ` alone") == "one ` alone"


@pytest.mark.sandbox
def test_a_folder_whose_name_is_not_text_costs_nobody_else_a_page(course: CourseFolder) -> None:
    unnameable = os.fsdecode(b"bad\xff")
    for learner in ("ana", unnameable, "zoe"):
        submit(course, learner, notebook())
    assert not grade(course).complete
    written = write_feedback(course)
    assert written.pages == 2
    assert page(course, "ana")
    assert page(course, "zoe")
    (finding,) = written.findings
    assert "cannot stand in a gradebook" in finding
    assert "bad\\udcff" in finding
