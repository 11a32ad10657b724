"""The quick reader of PO files reads what polib reads, or nothing."""

from __future__ import annotations

import polib
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tiedbook.course import course
from tiedbook.editions import SOURCE, editions
from tiedbook.sentences import translated

PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # a busy machine is no fault
TEXTS = st.text(st.sampled_from('ab "\\n\n\t{}#é'), max_size=90)
ENTRIES = st.lists(
    st.tuples(st.one_of(st.none(), TEXTS), TEXTS.filter(bool), TEXTS, st.booleans(), st.booleans()),
    max_size=4,
    unique_by=lambda each: (each[0] or "", each[1]),
)


def theirs(text: str) -> dict[tuple[str, str], str]:
    return {(entry.msgctxt or "", entry.msgid): entry.msgstr for entry in polib.pofile(text) if entry.translated()}


@PATIENT
@given(ENTRIES)
def test_what_is_translated_is_read_as_polib_reads_it(entries: list[tuple[str | None, str, str, bool, bool]]) -> None:
    file = polib.POFile()
    file.metadata = {"Content-Type": "text/plain; charset=UTF-8"}
    for context, english, sentence, fuzzy, obsolete in entries:
        entry = polib.POEntry(msgctxt=context, msgid=english, msgstr=sentence, obsolete=obsolete, comment="as it is")
        entry.flags += ["fuzzy"] if fuzzy else []
        file.append(entry)
    found = translated(str(file))
    assert found is not None
    assert found == theirs(str(file))


@pytest.mark.parametrize("tag", [tag for tag in editions() if tag != SOURCE])
def test_the_catalogs_of_the_course_are_read_without_polib(tag: str) -> None:
    text = (course().locales / tag / "runtime.po").read_text(encoding="utf-8")
    assert translated(text) == theirs(text)


@pytest.mark.parametrize(
    "line",
    ["nonsense", 'msgid_plural "b"', 'msgstr "', '"loose"', 'msgid "a"', 'msgid "a" "b"', 'msgstr "\\q"'],
)
def test_what_it_does_not_know_it_gives_back(line: str) -> None:
    assert translated(f'msgid ""\nmsgstr ""\n\n{line}\n') is None
