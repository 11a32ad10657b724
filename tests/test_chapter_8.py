"""Chapter 8 says what the numbers say, and nothing about a run that its cells have not shown."""

from __future__ import annotations

import re
from typing import Any

import jupytext
import numpy as np
import pytest

from tests.running import CHAPTERS, shown
from tests.test_chapters import cells, prose
from tiedbook.claims import finding, limit
from tiedbook.who_ties import MODELS

STEM = "ch08_does_tying_help"
SOURCE = CHAPTERS / f"{STEM}.py"
LONG = ("run-", "finding-", "paths-")  # cells that train, and those that show what was trained


def says(cell: str) -> str:
    return prose(STEM, cell)


def results() -> dict[str, Any]:
    return shown(STEM, *(name for name, _ in cells(SOURCE, "code") if name.startswith(LONG)))


def test_the_written_answer_is_worth_what_its_rubric_gives() -> None:
    notebook = jupytext.read(SOURCE, fmt="py:percent")
    (points,) = [int(cell.metadata["points"]) for cell in notebook.cells if cell.metadata.get("points")]
    assert sum(map(int, re.findall(r"\*\*(\d) points?:\*\*", says("claim-rubric")))) == points


def test_the_opening_numbers_differ_as_stated() -> None:
    assert f"{2.340 - 2.306:.3f}" in says("question-again")
    assert f"{(2.340 - 2.306) / 2.340:.1%}" == "1.5%"
    assert "by 1.5%" in says("question")


def test_what_is_said_about_shares_is_so() -> None:
    tied, saved = 124_439_808, 38_597_376
    assert f"{saved / (tied + saved):.1%} of the untied GPT-2 small" in says("rules")
    assert f"{80_411_200 / 1_638_022_400:.1%} of the untied XL" in says("rules")
    assert len(MODELS) == 13
    assert "thirteen models" in says("who")


def test_the_sizes_of_the_lstms_can_be_predicted() -> None:
    assert results()["sizes-predicted"] == [2.65, 51.0]
    table = says("evidence")
    for size in ("2.65M", "51M", "4.65M", "66M"):
        assert size in table


def test_tied_models_are_better_on_new_text_and_mostly_worse_on_old() -> None:
    rows = re.findall(r"\| (yes|no) \| [\d.]+M \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|", says("evidence"))
    found = [(float(train), float(validation), float(test)) for _, train, validation, test in rows]
    pairs = list(zip(found[::2], found[1::2], strict=True))
    assert len(pairs) == 4
    assert all(tied[1:] < untied[1:] for untied, tied in pairs)
    assert sum(tied[0] > untied[0] for untied, tied in pairs) == 3
    assert "In three pairs of four" in says("evidence-read")


def test_the_pairs_of_words_come_in_the_order_of_the_prediction() -> None:
    pairs, (mean, spread) = results()["vectors-pairs"]
    assert list(pairs.values()) == sorted(pairs.values(), reverse=True)
    assert pairs["cat", "car"] > mean + 3 * spread


def test_a_word_is_nearest_to_itself() -> None:
    assert all(near[0] == word for word, near in results()["vectors-nearest"].items())


def test_the_queen_is_where_the_text_says() -> None:
    first, second, *_ = results()["analogy-queen"].rows
    assert first[1].startswith("king")
    assert first[2].startswith("queen")
    assert second[1].startswith("queen")
    (neighbour, cosine), *_ = results()["analogy-control"]
    assert neighbour == "queen"
    assert cosine > float(re.findall(r"[\d.]+", second[1])[0])


def test_the_arithmetic_adds_what_the_text_says_it_adds() -> None:
    alone = results()["analogy-alone"]
    assert {word: near for word, (near, _) in alone.items()} == {"she": "her", "germany": "german", "spain": "spanish"}
    her, berlin, madrid = (results()[f"analogy-{place}"].rows for place in ("her", "berlin", "madrid"))
    assert her[0][1].startswith("her")
    assert float(re.findall(r"[\d.]+", her[0][1])[0]) > alone["she"][1]
    assert berlin[0][2].startswith("berlin")
    assert madrid[0][2].startswith("spanish")
    assert madrid[1][2].startswith("madrid")


def test_an_untrained_model_is_about_as_unsure_as_it_can_be() -> None:
    here, unsure = results()["model-loss-start"]
    assert here == pytest.approx(unsure, abs=0.2)


def test_the_shapes_are_those_of_the_table_of_names() -> None:
    assert results()["model-shapes"] == {"E": (5, 2), "W1": (6, 3), "b1": (3,), "W2": (3, 2), "b2": (2,), "bias": (5,)}


def test_nudging_finds_the_slopes_of_the_step() -> None:
    slopes = results()["nudge-slopes"]
    assert all(nudged == pytest.approx(used, abs=2e-6) for nudged, used in slopes.values())
    assert slopes[4] != (0, 0)


def test_the_sample_of_the_corpus_ends_with_a_sentence() -> None:
    from tiedbook.corpus import corpus

    text = corpus()
    assert text.words[text.training[59]] == "."
    counts = np.bincount(text.training)
    assert counts.min() >= 3
    assert "at least three times" in says("corpus-read")


def test_the_factor_and_the_example_of_a_finding_are_as_stated() -> None:
    assert round(limit(3), 1) == 2.5
    differences = np.array([-0.009, -0.008, 0.0])
    assert finding(differences) == "none"
    assert (round(float(differences.mean()), 3), round(float(differences.std(ddof=1)), 3)) == (-0.006, 0.005)


def test_no_text_states_a_result_of_the_experiment() -> None:
    """Losses with three digits stand only where they are quoted from elsewhere or made up for a question."""
    quoted = {"question", "question-again", "misconceptions", "quiz-finding", "formulas"}
    for name, source in cells(SOURCE, "markdown"):
        if name not in quoted:
            assert not re.search(r"\b[12]\.\d{3}\b(?! bill)", source), name
