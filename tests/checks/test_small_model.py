"""The definition that `train_step` is checked against says what finite differences and other libraries say."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solutions.ch08_does_tying_help import train_step
from tiedbook.checks.small_model import NAMES, Bend, Case, gradient, loss, stepped


def case(seed: int, *, tied: bool, sizes: tuple[int, int, int, int] = (5, 2, 3, 4)) -> Case:
    """Return a random call; sizes are V, d, H and B."""
    vocab_size, width, hidden, count = sizes
    rng = np.random.default_rng(seed)
    shapes = {
        "E": (vocab_size, width),
        "W1": (3 * width, hidden),
        "b1": (hidden,),
        "W2": (hidden, width),
        "b2": (width,),
        "bias": (vocab_size,),
        "U": (vocab_size, width),
    }
    arrays: dict[str, Any] = {name: rng.standard_normal(shape) for name, shape in shapes.items()}
    if tied:
        arrays["U"] = None
    ids = rng.integers(vocab_size, size=(count, 3))
    return Case(**arrays, ids=ids, targets=rng.integers(vocab_size, size=count), lr=0.5, tied=tied)


def params(call: Case) -> dict[str, np.ndarray]:
    return {name: getattr(call, name) for name in NAMES if getattr(call, name) is not None}


def by_differences(call: Case, name: str, size: float = 1e-6) -> np.ndarray:
    array = getattr(call, name)
    slopes = np.zeros_like(array)
    for place in np.ndindex(array.shape):
        moved = []
        for sign in (1, -1):
            nudged = array.copy()
            nudged[place] += sign * size
            moved.append(loss(call._replace(**{name: nudged})))
        slopes[place] = (moved[0] - moved[1]) / (2 * size)
    return np.asarray(slopes)


SIZES = st.tuples(st.integers(2, 5), st.integers(1, 3), st.integers(1, 3), st.integers(1, 4))


@settings(deadline=None, max_examples=25)
@given(seed=st.integers(0, 2**32), tied=st.booleans(), sizes=SIZES)
def test_the_solution_steps_along_the_finite_differences(
    seed: int, tied: bool, sizes: tuple[int, int, int, int]
) -> None:
    call = case(seed, tied=tied, sizes=sizes)
    new, before = train_step(params(call), call.ids, call.targets, call.lr, call.tied)
    assert before == pytest.approx(loss(call))
    for name, array in params(call).items():
        np.testing.assert_allclose((array - new[name]) / call.lr, by_differences(call, name), rtol=1e-5, atol=1e-8)


@pytest.mark.parametrize("tied", [True, False])
def test_derivatives_by_definition_are_exact_to_the_last_digits(tied: bool) -> None:
    call = case(3, tied=tied)
    new, before = train_step(params(call), call.ids, call.targets, call.lr, call.tied)
    np.testing.assert_allclose(before, loss(call), rtol=1e-14)
    for name in params(call):
        np.testing.assert_allclose(new[name], stepped(call, name), rtol=1e-12, atol=1e-14)


def test_the_two_uses_of_a_tied_table_add_up() -> None:
    call = case(4, tied=True)
    both = gradient(call, "lookup") + gradient(call, "head")
    np.testing.assert_allclose(gradient(call, "E"), both, rtol=1e-12, atol=1e-15)


def test_a_bend_changes_the_gradient_behind_it_and_no_value() -> None:
    call = case(5, tied=False)
    bend = Bend(slope=lambda before, after: np.ones_like(after))
    assert not np.allclose(gradient(call, "W1", bend), gradient(call, "W1"))
    np.testing.assert_array_equal(gradient(call, "W2", bend), gradient(call, "W2"))


def test_steep_scores_do_no_harm() -> None:
    call = case(6, tied=True)
    steep = call._replace(bias=np.array([1000.0, 0, 0, 0, -1000.0]), targets=np.array([4, 4, 4, 4]))
    assert loss(steep) == pytest.approx(2000, abs=20)
    assert np.all(np.isfinite(gradient(steep, "E")))


@pytest.mark.parametrize("tied", [True, False])
def test_torch_takes_the_same_step(tied: bool) -> None:
    torch = pytest.importorskip("torch")
    call = case(7, tied=tied)
    p = {name: torch.tensor(array, requires_grad=True) for name, array in params(call).items()}
    x = torch.nn.functional.embedding(torch.tensor(call.ids), p["E"]).flatten(1)
    hidden = torch.tanh(x @ p["W1"] + p["b1"]) @ p["W2"] + p["b2"]
    logits = hidden @ p["E" if tied else "U"].T + p["bias"]
    torch.nn.functional.cross_entropy(logits, torch.tensor(call.targets)).backward()
    for name, each in p.items():
        np.testing.assert_allclose(gradient(call, name), each.grad.numpy(), rtol=1e-10, atol=1e-13)
