"""Chapter 6 says what the numbers say."""

from __future__ import annotations

import copy
import re
import warnings
from typing import Any

import jupytext
import numpy as np
import pytest

from tests.running import CHAPTERS, shown
from tests.test_chapters import cells, prose
from tiedbook.exercise import exercises

STEM = "ch06_one_table_two_gradients"
SOURCE = CHAPTERS / f"{STEM}.py"
SLOW = ("pytorch-ties",)  # a library that takes seconds to load


def says(cell: str) -> str:
    return prose(STEM, cell)


def results() -> dict[str, Any]:
    return shown(STEM, *SLOW)


def run(*wanted: str) -> dict[str, Any]:
    return shown(STEM, *(name for name, _ in cells(SOURCE, "code") if name not in wanted))


def test_the_points_are_as_agreed() -> None:
    assert dict(exercises()["tied_grad"].points) == {"core": 11, "contract": 3}


def test_every_place_that_a_diagnosis_names_is_in_the_chapter() -> None:
    ids = {cell.metadata["id"] for cell in jupytext.read(SOURCE, fmt="py:percent").cells}
    for path in (CHAPTERS.parent / "tiedbook" / "checks").rglob("tied_grad.py"):
        text = path.read_text(encoding="utf-8")
        named = set(re.findall(r'"see": "([\w-]+)"', text)) | set(re.findall(r'see="([\w-]+)"', text))
        assert named
        assert named <= ids, named - ids


def test_the_rows_move_as_stated() -> None:
    dz, rows = results()["head-example-outer"]
    np.testing.assert_allclose(dz, [[0.200, 0.221 - 1, 0.156, 0.423]], atol=1e-9)
    towards = rows @ np.array([0.5, 0.2, -0.3])
    assert (towards < 0).tolist() == [False, True, False, False]
    assert np.argmax(towards) == 3
    np.testing.assert_allclose(rows.sum(axis=0), 0, atol=2e-3)  # rounded to three digits


def test_the_lookup_reaches_two_rows_and_the_head_all() -> None:
    lookup, head = results()["untied-numbers-tables"]
    assert np.any(lookup, axis=1).tolist() == [False, True, True, False]
    assert np.any(head, axis=1).all()
    assert "zeros in the rows of `cat` and `ran`" in says("untied-numbers-read")


def test_the_nudges_agree_with_the_question_and_its_answer() -> None:
    lookup, head, both = results()["constraint-nudge-slopes"]
    assert "$-0.144$ when the number grows" in says("prediction")
    assert "at the rate $0.177$" in says("prediction")
    assert (lookup, head, both) == (-0.144, 0.177, 0.033)
    assert "**0.033**" in says("constraint-nudge-read")
    assert abs(both) < abs(lookup + head) + 1e-9


def test_the_gradient_of_the_lookup_is_the_longer_one_in_the_example() -> None:
    lookup, head = results()["untied-numbers-tables"]
    assert np.linalg.norm(lookup) > np.linalg.norm(head)
    assert "the lookup's part is longer" in says("quiz-hidden")
    for row in (1, 2):
        together = np.linalg.norm(lookup[row] + head[row])
        assert together < np.linalg.norm(lookup[row]) + np.linalg.norm(head[row])


def test_the_autograd_agrees_and_two_parameters_add_up_to_one() -> None:
    assert results()["autograd-shared"] < 1e-15
    difference, rows = results()["autograd-two"]
    assert difference < 1e-15
    assert rows == [2, 4]
    assert "2 rows through the lookup, 4 through the head" in says("autograd-two-read")


def test_a_copy_drifts_away_and_a_shared_table_does_not() -> None:
    apart = results()["drift-steps"]
    assert set(apart["shared"]) == {0.0}
    assert apart["copied"][0] == 0.178
    assert apart["copied"] == sorted(apart["copied"])
    assert "0.178 apart" in says("drift-read")


def test_only_the_second_program_keeps_the_tie() -> None:
    assert results()["drift-programs"] == {1: False, 2: True, 3: False}
    assert "The answer is **C**: only in Program 2" in says("drift-programs-read")


def test_both_layouts_give_one_gradient() -> None:
    assert results()["layouts-both"] == ((3, 4), True, (3, 4), True)


def test_a_square_grows_at_twice_its_side() -> None:
    x, nudge = 3.0, 1e-6
    assert round(((x + nudge) ** 2 - x**2) / nudge, 3) == 2 * x


def test_the_table_of_ties_is_what_pytorch_does() -> None:
    pytest.importorskip("torch")
    rows = re.findall(r"\| `(head[^|]+)` \| (yes|no) \| (yes|no) \| (\d+) \| ([\d.]+) \|", says("pytorch-ties-read"))
    told = {
        line.replace(" = ", "="): (same == "yes", memory == "yes", int(numbers), float(off))
        for line, same, memory, numbers, off in rows
    }
    assert told == run("table", "pytorch-ties")["pytorch-ties"]


@pytest.fixture
def torch() -> Any:
    return pytest.importorskip("torch")


def layers(torch: Any, *, bias: bool = False, **options: Any) -> Any:
    """Return an embedding and a head that are tied."""
    emb, head = torch.nn.Embedding(9, 4, **options), torch.nn.Linear(4, 9, bias=bias)
    head.weight = emb.weight
    return torch.nn.ModuleDict({"emb": emb, "head": head})


def is_tied(model: Any) -> bool:
    return model["head"].weight is model["emb"].weight


def go_backward(torch: Any, model: Any) -> None:
    scores = model["head"](torch.tanh(model["emb"](torch.tensor([0, 2, 5]))))
    torch.nn.functional.cross_entropy(scores, torch.tensor([5, 7, 2])).backward()


def test_parameters_count_a_tied_table_once_and_state_dict_twice(torch: Any) -> None:
    model = layers(torch, bias=True)
    assert sum(parameter.numel() for parameter in model.parameters()) == 9 * 4 + 9 == 45
    assert sum(value.numel() for value in model.state_dict().values()) == 2 * 9 * 4 + 9 == 81
    for number in ("V d + V = 45", "2 V d + V = 81"):
        assert number in says("pytorch-traps")


def test_the_start_of_the_embedding_survives(torch: Any) -> None:
    torch.manual_seed(0)
    emb, head = torch.nn.Embedding(1000, 64), torch.nn.Linear(64, 1000)
    assert 0.95 < emb.weight.std() < 1.05
    assert head.weight.std() < 0.1
    head.weight = emb.weight
    assert head.weight.std() > 0.95
    torch.nn.init.normal_(emb.weight, std=0.02)
    assert head.weight.std() < 0.021
    assert f"{np.log(187):.2f}" == "5.23"


def test_an_optimiser_made_before_the_tie_holds_a_parameter_that_nothing_reaches(torch: Any) -> None:
    emb, head = torch.nn.Embedding(9, 4), torch.nn.Linear(4, 9, bias=False)
    model = torch.nn.ModuleDict({"emb": emb, "head": head})
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    head.weight = emb.weight
    go_backward(torch, model)
    reached = [parameter.grad is not None for parameter in optimizer.param_groups[0]["params"]]
    assert reached == [True, False]


def test_two_groups_cannot_have_the_table_both(torch: Any) -> None:
    model = layers(torch)
    groups = [{"params": [model["emb"].weight]}, {"params": [model["head"].weight], "weight_decay": 0.1}]
    with pytest.raises(ValueError, match="more than one parameter group"):
        torch.optim.SGD(groups, lr=0.1)


def test_what_keeps_the_tie_and_what_breaks_it(torch: Any) -> None:
    model = layers(torch)
    assert is_tied(copy.deepcopy(model))
    model.load_state_dict(copy.deepcopy(model.state_dict()))
    assert is_tied(model)
    assert is_tied(model.to(torch.float64))
    assert not is_tied(model.to("meta").to_empty(device="cpu"))


def test_the_row_of_the_padding_gets_a_gradient_from_the_head(torch: Any) -> None:
    model = layers(torch, padding_idx=0)
    go_backward(torch, model)
    assert model["emb"].weight.grad[0].abs().max() > 0


def test_the_gradient_of_a_tied_table_is_not_sparse(torch: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PyTorch's own, about invariants of sparse tensors
        model = layers(torch, sparse=True)
        go_backward(torch, model)
    assert not model["emb"].weight.grad.is_sparse
    with pytest.raises(RuntimeError, match="dense"):
        torch.optim.SparseAdam(model.parameters()).step()


def test_the_wrapped_parameter_is_right_for_plain_descent_and_decays_twice(torch: Any) -> None:
    def after(rate: float, *, wrapped: bool) -> Any:
        torch.manual_seed(0)
        model = layers(torch)
        if wrapped:
            model["head"].weight = torch.nn.Parameter(model["emb"].weight)
        go_backward(torch, model)
        torch.optim.SGD(model.parameters(), lr=0.1, weight_decay=rate).step()
        return model["emb"].weight.detach()

    assert (after(0, wrapped=True) - after(0, wrapped=False)).abs().max() < 1e-6
    assert (after(0.1, wrapped=True) - after(0.1, wrapped=False)).abs().max() > 0.01
