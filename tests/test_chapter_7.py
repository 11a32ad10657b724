"""Chapter 7 says what the numbers say."""

from __future__ import annotations

import importlib.util
import re
from typing import Any

import pytest

from tests.running import shown
from tests.test_chapters import prose
from tiedbook.gpt2 import GPT2, Model, total

STEM = "ch07_counting_gpt2"
SMALL = GPT2["small"]


def says(cell: str) -> str:
    return prose(STEM, cell)


def results() -> dict[str, Any]:
    return shown(STEM, "independent-torch")


def test_both_ends_are_counted_as_stated() -> None:
    assert results()["two-ends-numbers"] == ("38,597,376", "77,194,752")
    assert "have 38,597,376 parameters" in says("head-bias")
    assert f"{50_257 * 768 + 50_257:,}" in says("head-bias")


def test_two_savings_agree_and_the_third_is_the_one_that_circulates() -> None:
    assert results()["saving-numbers"] == ["38,597,376", "38,597,376", "38,547,119"]
    assert "38,547,119" in says("saving-read")
    assert 38_597_376 - 38_547_119 == 50_257


def test_a_float_loses_the_last_digit() -> None:
    exact, rounded, divided = results()["exact-float"]
    assert exact - int(rounded) == 1
    assert isinstance(divided, float)


def test_the_examples_of_the_exercises_are_right() -> None:
    text = says("embedding-and-head-params-exercise")
    assert "(5, 3, True)` is 15" in text
    assert "(5, 3, False, True)` is 35" in text
    small = Model(2, 3, 10, 5)
    assert (total(small), total(small, tied=False)) == (345, 375)
    assert "is 345" in says("gpt2-param-count-exercise")
    assert "is 375" in says("gpt2-param-count-exercise")


def test_the_block_is_as_stated() -> None:
    assert results()["block-sum-numbers"] == {"attention": "2,362,368", "mlp": "4,722,432", "block": "7,087,872"}
    assert f"{12 * 768**2 / (12 * 768**2 + 13 * 768):.2%}" == "99.86%"
    assert "99.86% of a block" in says("block-sum")
    assert f"{2 * 768:,} parameters" in says("block-norms")
    assert abs((8 * 768**2 + 5 * 768) / 7_087_872 - 2 / 3) < 0.001
    assert 768 / 12 == 64


def test_no_result_is_given_away_before_its_exercise() -> None:
    text = " ".join(says(cell) for cell in ("blocks", "block-norms", "block-attention", "block-mlp", "block-sum"))
    assert not {"2,362,368", "4,722,432", "7,087,872", "124,439,808"} & set(re.findall(r"[\d,]{5,}", text))


def test_the_opening_numbers_are_decoded_as_stated() -> None:
    assert results()["decoder-state-dict"].slips == (("head_again",),)
    assert results()["decoder-yours"].size == "medium"
    assert results()["decoder-yours"].slips == (("no_last_norm", "no_qkv_bias"),)
    assert f"{total(SMALL):,}" in says("question")
    assert f"{total(SMALL, tied=False):,}" in says("question")
    assert "the answer to the opening question is **B**" in says("ledger-read")
    assert "**C**" in says("decoder-state-dict-read")
    assert "option **A**" in says("mystery-evidence")


def test_the_four_sizes_are_as_stated() -> None:
    assert results()["four-sizes-numbers"] == {
        "small": ("124,439,808", "163,037,184", "23.7%", "31.0%"),
        "medium": ("354,823,168", "406,286,336", "12.7%", "14.5%"),
        "large": ("774,030,080", "838,359,040", "7.7%", "8.3%"),
        "XL": ("1,557,611,200", "1,638,022,400", "4.9%", "5.2%"),
    }
    assert "saves 23.7%" in says("shares-read")
    assert "saves 4.9%" in says("shares-read")
    assert "31.0% of small, 14.5% of medium, 8.3% of large, 5.2% of XL" in says("flashcards")
    assert "355, 774 and 1558 million" in says("misconceptions")
    assert [round(total(GPT2[name]) / 1e6) for name in ("medium", "large", "XL")] == [355, 774, 1558]


@pytest.mark.skipif(not importlib.util.find_spec("torch"), reason="PyTorch is not installed")
def test_the_independent_count_in_the_chapter_agrees() -> None:
    assert shown(STEM)["independent-torch"] == {name: f"{total(model):,}" for name, model in GPT2.items()}


def test_the_table_is_more_than_all_attention() -> None:
    assert 12 * 2_362_368 < 38_597_376
    assert "more than the attention of all 12 blocks" in says("ledger-read")


def test_the_break_even_is_as_stated() -> None:
    limits = results()["break-even-share"]
    assert limits[0] == ("110,592", "31.2%")
    assert "110,592" in says("break-even-read")
    assert "31.2%" in says("break-even-read")


def test_the_old_vocabulary_explains_all_four_names() -> None:
    counts = results()["mystery-numbers"]
    assert counts == ["116.93M", "344.81M", "761.51M", "1541.96M"]
    assert [round(float(count.rstrip("M"))) for count in counts] == [117, 345, 762, 1542]
    gpt1 = total(Model(12, 768, 40_478, 512)) - 2 * 768  # it ends without a LayerNorm
    assert results()["mystery-first-model"] == f"{gpt1:,}" == "116,534,784"
    assert f"rounds to {gpt1 / 1e6:.0f}M" in says("mystery-evidence")


def test_the_padding_is_as_stated() -> None:
    assert results()["padded-numbers"] == (786, 393, "124,475,904", "36,096")
    assert 29 * 1733 == 50_257
    assert 50_304 - 50_257 == 47
    assert f"{36_096 / 124_439_808:.2%}" == "0.03%"
    assert "0.03% of the model" in says("padded-read")


def test_memory_is_as_stated() -> None:
    assert results()["memory-numbers"] == {
        "small": ["475", "237", "1,899"],
        "medium": ["1,354", "677", "5,414"],
        "large": ["2,953", "1,476", "11,811"],
        "XL": ["5,942", "2,971", "23,767"],
    }
    assert results()["memory-saved"]["small"] == ["147", "74", "589"]
    assert "needs 475 MiB" in says("memory-read")


def test_the_work_of_the_head_is_as_stated() -> None:
    work = results()["flops-numbers"]
    assert [flops for flops, _ in work.values()] == ["77.2M", "102.9M", "128.7M", "160.8M"]
    assert work["small"] == ("77.2M", "31.2%")
    assert "77.2 million FLOPs for each token, and that is 31.2%" in says("flops-read")
    assert work["small"][1] == results()["break-even-share"][0][1]  # "the rough share of the table"


def test_the_quiz_counts_right() -> None:
    bias = says("quiz-bias")
    for count in (30_000 * 500, 30_000 * 500 - 30_000, 30_000 * 500 + 30_000):
        assert f"{count:,}" in bias
    assert total(SMALL) - 1_536 == 124_438_272
    assert "36,864" in says("quiz-decode")
    assert 24 * 1_536 == 36_864
