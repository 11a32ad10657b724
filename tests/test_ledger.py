"""The ledger adds up, and the decoder names what a wrong total has forgotten."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tiedbook.ledger
import tiedbook.session
from tiedbook.errors import LearnerError
from tiedbook.gpt2 import GPT2, total
from tiedbook.ledger import decode, ledger
from tiedbook.miscounts import MISCOUNTS, together

KNOWN = {
    163_037_184: "head_again",
    124_490_065: "head_bias",
    123_653_376: "no_position_table",
    124_438_272: "no_last_norm",
    124_412_160: "no_qkv_bias",
    124_475_904: "padded_vocabulary",
    124_337_664: "no_biases",
    137_022_720: "masks",
    85_056_000: "no_tables",
    116_929_536: "old_vocabulary",
    344_809_472: "old_vocabulary",
    761_512_960: "old_vocabulary",
    1_541_964_800: "old_vocabulary",
}


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiedbook.session, "_told", "en")


@pytest.mark.parametrize(("counted", "slip"), KNOWN.items(), ids=str)
def test_totals_that_circulate_are_decoded(counted: int, slip: str) -> None:
    assert decode(counted).slips == ((slip,),)


@pytest.mark.parametrize("slip", MISCOUNTS)
@pytest.mark.parametrize("size", GPT2)
def test_every_slip_is_told_from_all_others_in_all_four_sizes(size: str, slip: str) -> None:
    found = decode(total(GPT2[size]) + MISCOUNTS[slip].difference(GPT2[size]))
    assert (found.size, found.slips) == (size, ((slip,),))
    change = f"{MISCOUNTS[slip].difference(GPT2[size]):+,}".replace("-", "−")
    assert repr(found).splitlines()[1].startswith(change)


@given(st.sampled_from(sorted(GPT2)), st.sampled_from(together()))
def test_two_slips_are_found_together(size: str, pair: tuple[str, str]) -> None:
    counted = total(GPT2[size]) + sum(MISCOUNTS[slip].difference(GPT2[size]) for slip in pair)
    found = decode(counted)
    fewer = min(map(len, found.slips))
    assert pair in found.slips or fewer < 2 or len(found.slips) == 3


def test_slips_that_would_count_a_weight_twice_over_are_not_combined() -> None:
    assert ("no_norms", "no_biases") not in together()
    assert ("no_last_norm", "no_qkv_bias") in together()


@pytest.mark.parametrize("size", GPT2)
def test_a_right_total_is_called_right(size: str) -> None:
    assert repr(decode(total(GPT2[size]))) == f"{total(GPT2[size]):,} is right for GPT-2 {size}."


def test_a_total_that_nothing_explains_is_compared_with_the_nearest_size() -> None:
    assert repr(decode(124_439_808 - 40 * 768)) == (
        "124,409,088 is 30,720 less than GPT-2 small has (124,439,808).\n"
        "No slip, and no two slips, that are known here lead to it.\n"
        "The difference is 40 × 768."
    )
    assert decode(350_000_001).size == "medium"
    assert "×" not in repr(decode(124_439_809))


def test_the_decoder_tells_both_slips_and_what_each_changes() -> None:
    lines = repr(decode(163_037_184 + 50_257)).splitlines()
    assert [line.partition("  ")[0] for line in lines[1:]] == ["+38,597,376", "+50,257"]


@pytest.mark.parametrize("counted", [124.4e6, "124_439_808", True])
def test_what_is_no_whole_number_is_refused(counted: object) -> None:
    with pytest.raises(LearnerError, match="whole number"):
        decode(counted)  # type: ignore[arg-type]


@pytest.mark.parametrize("tied", [True, False])
def test_the_rows_of_the_ledger_add_up_to_its_last(tied: bool) -> None:
    table = ledger(3, 8, 10, 4, tied=tied)
    *rows, last = table.rows
    in_all = {row[0]: int(row[-1].replace(",", "")) for row in rows}
    block = in_all.pop("one block")
    assert sum(in_all.values()) == int(last[-1].replace(",", ""))
    assert block == 3 * (12 * 8**2 + 13 * 8)
    assert ("lm_head" in in_all) is not tied


def test_the_ledger_of_small_shows_the_numbers_of_one_block() -> None:
    numbers = {row[0]: row[2] for row in ledger(12, 768).rows}
    assert numbers["attn.c_attn"] == "1,771,776"
    assert numbers["attn.c_proj"] == "590,592"
    assert numbers["mlp.c_fc"] == "2,362,368"
    assert numbers["mlp.c_proj"] == "2,360,064"
    assert numbers["ln_1"] == numbers["ln_2"] == numbers["ln_f"] == "1,536"
    assert numbers["one block"] == "7,087,872"


def test_a_model_without_blocks_has_no_ledger() -> None:
    with pytest.raises(LearnerError, match="at least 1"):
        ledger(0, 768)


def test_every_slip_has_words() -> None:
    assert set(tiedbook.ledger._words()) == set(MISCOUNTS)
