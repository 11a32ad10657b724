"""Our layout of JSON is the standard library's."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tiedbook.course import course
from tiedbook.jsontext import json_text

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.tuples(inner) | st.dictionaries(st.text(), inner),
)


@given(VALUES, st.booleans())
def test_any_value_is_laid_out_as_the_standard_library_does(value: Any, ascii_only: bool) -> None:
    assert json_text(value, ascii_only=ascii_only) == json.dumps(
        value, indent=1, sort_keys=True, ensure_ascii=ascii_only
    )


def test_a_built_chapter_is_laid_out_as_it_lies_on_disk() -> None:
    for path in course().built("es").glob("*.ipynb"):
        text = path.read_text(encoding="utf-8")
        assert json_text(json.loads(text)) + "\n" == text


@pytest.mark.parametrize("value", [{1: 2}, {"a": object()}])
def test_what_is_no_json_is_refused(value: object) -> None:
    with pytest.raises(TypeError):
        json_text(value)
