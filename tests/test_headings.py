"""Titles lose every mark, the builder's own too."""

from __future__ import annotations

import pytest

from tests.small import SECOND
from tiedbook.built import title
from tiedbook.course import Course
from tiedbook.headings import UNTRANSLATED, heading, plain_words
from tiedbook.notebook import read_notebook, write_notebook
from tiedbook.telling import places


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("# A lookup", "A lookup"),
        ("text\n\n## Exercise: `embed` ##\n\n### Later", "Exercise: embed"),
        (f"# {UNTRANSLATED}A *lookup*", "A lookup"),
        ('# <a id="here"></a>Weights &amp; [ties](ch01.ipynb)', "Weights & ties"),
        ("```python\n# a remark\n```\n\n# Real", "Real"),
        ("### Sum over $j$, $i < V$", "Sum over $j$, $i < V$"),
        ("#hashtag\n\ntext # no heading", ""),
        ("", ""),
    ],
)
def test_a_heading_is_read_as_plain_words(source: str, words: str) -> None:
    assert heading(source) == words


def test_the_title_of_a_fold_is_read_as_plain_words() -> None:
    assert plain_words(f"{UNTRANSLATED}Hint 1: `np.take`") == "Hint 1: np.take"


def test_an_untranslated_title_shows_no_mark_wherever_it_is_read(small_course: Course) -> None:
    path = small_course.built("es") / f"{SECOND}.ipynb"
    notebook = read_notebook(path)
    notebook["cells"][1]["source"] = f"# {UNTRANSLATED}A lookup"
    write_notebook(path, notebook)
    places.cache_clear()
    assert title(SECOND, "es") == "A lookup"
    assert {place.title for place in places(SECOND, "es").values()} == {"A lookup"}
    places.cache_clear()
