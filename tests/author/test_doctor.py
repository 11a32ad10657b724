from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.author.scratch import STEM, edit
from tiedbook.author.build import Order, build
from tiedbook.author.doctor import examine
from tiedbook.author.extract import extract
from tiedbook.course import Course


@pytest.fixture
def healthy(scratch: Course) -> Course:
    english = "Only the first number came back: {got}. Add the second."
    for tag, text in (("es", "Solo volvió el primero: {got}."), ("hi-Latn", "Sirf pehla number aaya: {got}.")):
        edit(
            scratch.locales / tag / "runtime.po", f'msgid "{english}"\nmsgstr ""', f'msgid "{english}"\nmsgstr "{text}"'
        )
    (scratch.locales / "glossary.csv").write_text(
        "term,note,hi-Latn,hi-Latn gender,hi-Latn avoid,es,es gender,es avoid,policy\n"
        "embedding,a vector,embedding,f,antahsthapan,embedding,m,incrustación; incrustaciones,loan\n"
        "token,a word,token,m,,token,m,ficha,loan\n"
        "rule,how to do it,,,,regla,f,,\n",
        encoding="utf-8",
    )
    (scratch.locales / "hi-Latn" / "spelling.csv").write_text("avoid,write\nnahi; nhi,nahin\n", encoding="utf-8")
    build(scratch, Order())
    return scratch


def test_a_healthy_course_has_nothing_to_mend(healthy: Course) -> None:
    assert examine(healthy) == ()


def source(old: str, new: str) -> Callable[[Course], None]:
    return lambda home: edit(home.chapters / f"{STEM}.py", old, new)


def spanish(english: str, text: str, tag: str = "es") -> Callable[[Course], None]:
    def write(home: Course) -> None:
        edit(home.locales / tag / f"{STEM}.po", f'msgid "{english}"\nmsgstr ""', f'msgid "{english}"\nmsgstr "{text}"')

    return write


def lose(name: str) -> Callable[[Course], None]:
    return lambda home: (home.root / name).unlink()


def add(name: str, text: str = "") -> Callable[[Course], None]:
    def write(home: Course) -> None:
        (home.root / name).parent.mkdir(parents=True, exist_ok=True)
        (home.root / name).write_text(text, encoding="utf-8")

    return write


def long_label(home: Course) -> None:
    add("tiedbook/more.py", 'say("more.words", "More")\n')(home)
    extract(home)
    edit(
        home.locales / "es" / "runtime.po", 'msgid "More"\nmsgstr ""', 'msgid "More"\nmsgstr "Mucho más de lo que cabe"'
    )


def cards(*ids: str) -> Callable[[Course], None]:
    """Add a cell of cards with these ids to the end of the chapter."""

    def write(home: Course) -> None:
        folds = [
            f"# <details{id_}><summary>$1 + {at}$</summary>\n#\n# $3$\n#\n# </details>" for at, id_ in enumerate(ids)
        ]
        with (home.chapters / f"{STEM}.py").open("a", encoding="utf-8") as file:
            file.write('\n# %% [markdown] id="cards" kind="flashcards"\n' + "\n#\n".join(folds) + "\n")

    return write


ILLS: dict[str, tuple[Callable[[Course], None], str]] = {
    "two hints": (
        source("# <details><summary>Hint 2: the idea</summary>\n#\n# Addition.\n#\n# </details>\n#\n", ""),
        "'pair_sum' has 2 hints",
    ),
    "no reveal": (
        source(
            'kind="reveal" exercise="pair_sum"\n# <details><summary>The solution</summary>\n#\n# {solution}\n',
            "\n# <details>\n",
        ),
        "'pair_sum' has no reveal",
    ),
    "no wrong answers": (
        lose(f"tests/answers/{STEM}/pair_sum_wrong.py"),
        f"tests/answers/{STEM}/pair_sum_wrong.py: missing",
    ),
    "no right answers": (
        lose(f"tests/answers/{STEM}/pair_sum_right.py"),
        f"tests/answers/{STEM}/pair_sum_right.py: missing",
    ),
    "a card without an id": (cards(' id="two"', ""), "the card '$1 + 1$' has no id: write <details id="),
    "two cards with one id": (cards(' id="two"', ' id="two"'), "the card's id 'two' is also in chapters/"),
    "a place to read that is not there": (
        add(f"tiedbook/checks/{STEM}.py", 'values = {"see": "gone"}\n'),
        f"tiedbook/checks/{STEM}.py:1: sends the learner to a cell 'gone'",
    ),
    "a diagnosis without translation": (
        add("tiedbook/more.py", 'say("more.words", "More words.")\n'),
        "locales/es/runtime.po: [more.words]: untranslated",
    ),
    "a dead link to a chapter": (
        source("# Look at the rule.", "# Look [there](ch09_no.ipynb)."),
        "'ch09_no.ipynb' leads nowhere",
    ),
    "a dead link to a place": (
        source("# Look at the rule.", "# Look [there](#rule)."),
        "'#rule' leads nowhere: put <a id=",
    ),
    "an image without words": (source("# Look at the rule.", "# ![](../README.md) Look."), "alt text"),
    "a figure without role": (source(' role="show"', ""), "a code cell without role"),
    "a stray file in chapters": (add("chapters/notes.txt"), "chapters/notes.txt: stray"),
    "a stray catalog": (add("locales/es/ch09_old.po"), "locales/es/ch09_old.po: stray"),
    "a stray folder": (add("locales/fr/runtime.po"), "locales/fr: stray"),
    "a forbidden variant": (
        spanish("Addition.", "Incrustaciones."),
        "'Incrustaciones': write 'embedding' (locales/glossary.csv)",
    ),
    "a forbidden variant in the plural": (
        spanish("Addition.", "Dos Fichas."),
        "'Fichas': write 'token' (locales/glossary.csv)",
    ),
    "a forbidden variant with an accent that is a letter of its own": (
        spanish("Addition.", "Una incrustacio\u0301n."),
        "'incrustación': write 'embedding' (locales/glossary.csv)",
    ),
    "a misspelling": (
        spanish("Addition.", "Nahi, jod.", "hi-Latn"),
        "'Nahi': write 'nahin' (locales/hi-Latn/spelling.csv)",
    ),
    "a term said otherwise": (
        spanish("Look at the rule.", "Mira la norma."),
        f"locales/es/{STEM}.po: [pair-hints/text-look-at-the-rule]: warning: the English has 'rule', the glossary",
    ),
    "a label that is too long": (long_label, "locales/es/runtime.po: [more.words]: warning: a label of 24 characters"),
    "a misspelling that only a dictionary knows": (
        spanish("Addition.", "Adisión."),
        f"locales/es/{STEM}.po: [pair-hints/text-addition]: warning: 'Adisión' is in no dictionary (es_ES)",
    ),
    "structure in a translation": (
        spanish("Addition.", "- Jod.", "hi-Latn"),
        f"chapters/hi-Latn/{STEM}.ipynb: [pair-hints]: ",
    ),
    "a parity fault": (spanish("Addition.", "Suma de 2."), "numbers differ"),
    "a catalog behind its source": (
        source("# Addition.", "# Addition, twice."),
        f"locales/es/{STEM}.po: not up to date",
    ),
    "a malformed catalog": (
        add(f"locales/es/{STEM}.po", "<<<<<<< ours\n"),
        f"locales/es/{STEM}.po:1: not a line of a PO file",
    ),
    "a stale notebook": (add(f"chapters/es/{STEM}.ipynb", "{}"), f"chapters/es/{STEM}.ipynb: stale"),
}


SEVERAL = ("no wrong answers", "a stray file in chapters", "a misspelling", "a forbidden variant", "a stale notebook")


@pytest.mark.parametrize(("ill", "said"), ILLS.values(), ids=ILLS.keys())
def test_an_ill_is_found(healthy: Course, ill: Callable[[Course], None], said: str) -> None:
    ill(healthy)
    lines = [str(finding) for finding in examine(healthy)]
    assert any(said in line for line in lines), lines


def test_a_warning_comes_last(healthy: Course) -> None:
    for name in ("a term said otherwise", "a stray file in chapters", "a stale notebook"):
        ILLS[name][0](healthy)
    assert [finding.warns for finding in examine(healthy)] == [False, False, True]


def test_all_ills_come_at_once_and_each_once(healthy: Course) -> None:
    for name in SEVERAL:
        ILLS[name][0](healthy)
    lines = [str(finding) for finding in examine(healthy)]
    for name in SEVERAL:
        assert sum(ILLS[name][1] in line for line in lines) == 1


def test_links_that_lead_somewhere_are_left_alone(healthy: Course) -> None:
    source(
        "# Look at the rule.",
        f'# <a id="here"></a> Look [here](#here), [again]({STEM}.ipynb#here), https://x.org, `[a](b)`.',
    )(healthy)
    assert not any("leads nowhere" in line.what for line in examine(healthy))


def test_an_avoided_form_inside_code_or_another_word_is_no_finding(healthy: Course) -> None:
    source("# Addition.", "# Addition `nahi`.")(healthy)
    extract(healthy)
    spanish("Addition `nahi`.", "Yahan `nahi` jod, nahin Nahie.", "hi-Latn")(healthy)
    assert not any("write 'nahin'" in line.what for line in examine(healthy))
