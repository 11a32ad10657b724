"""The table of models adds up, and says what the chapter says about it."""

from __future__ import annotations

import pytest

import tiedbook.session
from tiedbook.who_ties import MODELS, Model, who_ties

NAMED = {model.name: model for model in MODELS}


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiedbook.session, "_told", "en")


def test_shares_count_one_table_or_two() -> None:
    tied, untied = (Model("m", 10, 5, 1000, tied=which) for which in (True, False))
    assert (tied.share, untied.share) == (0.05, 0.1)
    assert (tied.change, untied.change) == (0.05, -0.05)


def test_gpt2_small_has_its_known_share() -> None:
    assert NAMED["GPT-2 small"].table == 38_597_376
    assert f"{NAMED['GPT-2 small'].share:.1%}" == "31.0%"


def test_rows_go_from_the_smallest_model_to_the_largest() -> None:
    sizes = [int(row[4].replace(",", "")) for row in who_ties().rows]
    assert sizes == sorted(sizes)
    assert len(sizes) == 13


def test_small_models_tie_and_most_large_ones_do_not() -> None:
    small = [model.tied for model in MODELS if model.parameters < 2.6e9]
    large = [model.tied for model in MODELS if model.parameters > 7e9]
    assert all(small)
    assert large.count(False) > large.count(True) == 1
    assert NAMED["Gemma-7B"].tied


def test_no_vocabulary_is_small_and_the_same_one_occurs_in_both_kinds() -> None:
    assert min(model.vocab_size for model in MODELS) > 10_000
    small, large = NAMED["Llama-3.2-1B"], NAMED["Llama-3-8B"]
    assert small.vocab_size == large.vocab_size == 128_256
    assert (small.tied, large.tied) == (True, False)
    assert f"{small.change:.0%}" == "21%"
    assert 1 / -large.change == pytest.approx(15, abs=0.5)


def test_each_model_says_where_it_is_read() -> None:
    for model, row in zip(sorted(MODELS, key=lambda model: model.parameters), who_ties().rows, strict=True):
        assert model.source == "config" or model.at
        assert row[-1]
        assert model.source != "class" or model.at in row[-1]
        assert model.at.startswith("https://") == (model.source in ("code", "pull"))
