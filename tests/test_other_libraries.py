"""The solutions in PyTorch and JAX give what the ones in NumPy give, where those libraries are installed."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from solutions.ch02_gradients_scatter import embed_backward
from solutions.ch03_pooling_and_padding import masked_mean
from solutions.ch04_tied_logits import tied_lm_head
from solutions.ch05_logits_to_loss import cross_entropy_from_logits
from solutions.ch06_one_table_two_gradients import tied_grad

Value = NDArray[Any]

# what makes a library's own array of one of NumPy's
LIBRARIES: dict[str, Callable[[Value], Any]] = {
    "torch": lambda value: import_module("torch").tensor(value),
    "jax": lambda value: import_module("jax.numpy").asarray(value),
}


class Library:
    """Functions of one module, called on NumPy arrays."""

    def __init__(self, name: str) -> None:
        pytest.importorskip(name)
        self.module: ModuleType = import_module(f"solutions.in_{name}")
        self.own = LIBRARIES[name]

    def __call__(self, function: str, *args: object) -> Value:
        own = [self.own(arg) if isinstance(arg, np.ndarray) else arg for arg in args]
        return np.asarray(getattr(self.module, function)(*own))


@pytest.fixture(params=LIBRARIES)
def library(request: pytest.FixtureRequest) -> Library:
    return Library(request.param)


IDS = [np.array([2, 2, 5]), np.array([[0, 5, 0], [5, 5, 1]], np.int32), np.array(3), np.zeros((2, 0), int)]


@pytest.mark.parametrize("ids", IDS, ids=str)
def test_embed_copies_the_rows(library: Library, ids: Value) -> None:
    table = np.random.default_rng(0).normal(size=(6, 3)).astype(np.float32)
    rows = library("embed", ids, table)
    np.testing.assert_array_equal(rows, table[ids], strict=True)


@pytest.mark.parametrize("ids", IDS, ids=str)
def test_embed_backward_adds_what_meets_in_a_row(library: Library, ids: Value) -> None:
    grad = np.random.default_rng(1).normal(size=(*ids.shape, 4)).astype(np.float32)
    np.testing.assert_allclose(
        library("embed_backward", ids, grad, 6), embed_backward(ids, grad, 6), rtol=1e-5, strict=True
    )


@pytest.mark.parametrize(
    ("ids", "error"),
    [
        (np.array([0.0]), TypeError),
        (np.array([True]), TypeError),
        (np.array([6]), IndexError),
        (np.array([-1]), IndexError),
    ],
    ids=str,
)
def test_bad_ids_are_refused(library: Library, ids: Value, error: type[Exception]) -> None:
    with pytest.raises(error):
        library("embed", ids, np.ones((6, 2), np.float32))
    with pytest.raises(error):
        library("embed_backward", ids, np.ones((1, 2), np.float32), 6)


def test_gradients_of_another_shape_are_refused(library: Library) -> None:
    with pytest.raises(ValueError, match="shape"):
        library("embed_backward", np.array([1, 2]), np.ones((3, 2), np.float32), 6)


@pytest.mark.parametrize("kind", [bool, np.int8, np.int64])
def test_masked_mean_counts_what_the_mask_says(library: Library, kind: type) -> None:
    embeddings = np.random.default_rng(2).normal(size=(3, 4, 2)).astype(np.float32)
    mask: Value = np.array([[1, 1, 0, 0], [0, 1, 0, 1], [0, 0, 0, 0]], kind)
    np.testing.assert_allclose(
        library("masked_mean", embeddings, mask), masked_mean(embeddings, mask), rtol=1e-5, strict=True
    )
    with pytest.raises(ValueError, match="mask"):
        library("masked_mean", embeddings, mask[:, :3])


@pytest.mark.parametrize("leading", [(), (5,), (2, 3)], ids=str)
def test_tied_lm_head_scores_every_row(library: Library, leading: tuple[int, ...]) -> None:
    rng = np.random.default_rng(3)
    hidden, table = (rng.normal(size=shape).astype(np.float32) for shape in ((*leading, 4), (6, 4)))
    np.testing.assert_allclose(
        library("tied_lm_head", hidden, table), tied_lm_head(hidden, table), rtol=1e-5, atol=1e-6, strict=True
    )


def test_tied_lm_head_refuses_other_widths_and_integers(library: Library) -> None:
    with pytest.raises(ValueError, match="width"):
        library("tied_lm_head", np.ones((2, 3), np.float32), np.ones((6, 4), np.float32))
    with pytest.raises(TypeError, match="float"):
        library("tied_lm_head", np.ones((2, 4), np.int32), np.ones((6, 4), np.float32))


def tied_arguments(ids: Value, width: int = 4) -> tuple[Value, ...]:
    rng = np.random.default_rng(4)
    arrays = (rng.normal(size=(*ids.shape, last)).astype(np.float32) for last in (width, width, 6))
    return (ids, *arrays)


@pytest.mark.parametrize("ids", IDS, ids=str)
def test_tied_grad_adds_what_both_uses_send(library: Library, ids: Value) -> None:
    args = tied_arguments(ids)
    np.testing.assert_allclose(library("tied_grad", *args), tied_grad(*args), rtol=1e-5, atol=1e-6, strict=True)


def test_tied_grad_has_the_type_of_the_scores(library: Library) -> None:
    ids, *arrays = tied_arguments(np.array([2, 2, 5]))
    for place in range(3):
        args = [array.astype(np.float16 if at == place else np.float32) for at, array in enumerate(arrays)]
        assert library("tied_grad", ids, *args).dtype == args[2].dtype


def test_tied_grad_refuses_what_does_not_fit(library: Library) -> None:
    ids, *arrays = tied_arguments(np.array([2, 2, 5]))
    for place in range(3):
        with pytest.raises(ValueError, match="shape"):
            library("tied_grad", ids, *(array[at == place :] for at, array in enumerate(arrays)))
    with pytest.raises(ValueError, match="width"):
        library("tied_grad", ids, arrays[0][:, :3], *arrays[1:])
    for bad, error in ((np.array([2.0, 2, 5]), TypeError), (np.array([2, 2, 6]), IndexError)):
        with pytest.raises(error):
            library("tied_grad", bad, *arrays)


@pytest.mark.parametrize("name", list(LIBRARIES))
def test_the_librarys_own_autograd_agrees_with_tied_grad(name: str) -> None:
    pytest.importorskip(name)
    ids, grad_embedded, hidden, grad_logits = tied_arguments(np.array([[2, 2, 5], [0, 5, 0]]))
    gradient = {"torch": torch_gradient, "jax": jax_gradient}[name]
    np.testing.assert_allclose(
        gradient(ids, grad_embedded, hidden, grad_logits),
        tied_grad(ids, grad_embedded, hidden, grad_logits),
        rtol=1e-4,
        atol=1e-5,
    )


def torch_gradient(ids: Value, grad_embedded: Value, hidden: Value, grad_logits: Value) -> Value:
    torch = import_module("torch")
    table = torch.zeros(6, 4, requires_grad=True)
    rows = torch.nn.functional.embedding(torch.tensor(ids), table)
    scores = torch.nn.functional.linear(torch.tensor(hidden), table)
    torch.autograd.backward((rows, scores), (torch.tensor(grad_embedded), torch.tensor(grad_logits)))
    return np.asarray(table.grad)


def jax_gradient(ids: Value, grad_embedded: Value, hidden: Value, grad_logits: Value) -> Value:
    jax = import_module("jax")
    both = jax.vjp(lambda table: (table[ids], hidden @ table.T), jax.numpy.zeros((6, 4)))[1]
    return np.asarray(both((grad_embedded, grad_logits))[0])


class Twofold(Library):
    """The same for functions that return a loss and a gradient."""

    def both(self, function: str, *args: Value) -> tuple[Value, Value]:
        loss, grad = getattr(self.module, function)(*map(self.own, args))
        return np.asarray(loss), np.asarray(grad)


@pytest.fixture(params=LIBRARIES)
def twofold(request: pytest.FixtureRequest) -> Twofold:
    return Twofold(request.param)


@pytest.mark.parametrize("scale", [1, 1000])
def test_cross_entropy_gives_the_loss_and_its_gradient(twofold: Twofold, scale: int) -> None:
    logits = (scale * np.random.default_rng(5).normal(size=(4, 6))).astype(np.float32)
    targets = np.array([0, 5, 2, 2], np.int32)
    loss, grad = twofold.both("cross_entropy_from_logits", logits, targets)
    wanted, gradient = cross_entropy_from_logits(logits, targets)
    np.testing.assert_allclose(loss, wanted, rtol=1e-5)
    np.testing.assert_allclose(grad, gradient, rtol=1e-5, atol=1e-6, strict=True)


def test_cross_entropy_agrees_with_torch_autograd() -> None:
    torch = pytest.importorskip("torch")
    logits = np.random.default_rng(6).normal(size=(3, 3))
    differentiated = torch.tensor(logits, requires_grad=True)
    loss, grad = Twofold("torch").module.cross_entropy_from_logits(differentiated, torch.tensor([2, 0, 2]))
    loss.backward()
    np.testing.assert_allclose(differentiated.grad.numpy(), grad.numpy(), rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize(
    ("logits", "targets", "error"),
    [
        (np.ones((2, 3), int), np.array([0, 1]), TypeError),
        (np.ones((2, 3), np.float32), np.array([0.0, 1.0], np.float32), TypeError),
        (np.ones((2, 3), np.float32), np.array([0, 1, 2]), ValueError),
        (np.ones((0, 3), np.float32), np.array([], np.int32), ValueError),
        (np.ones((2, 3), np.float32), np.array([0, 3]), IndexError),
        (np.ones((2, 3), np.float32), np.array([0, -1]), IndexError),
    ],
    ids=str,
)
def test_cross_entropy_refuses_what_does_not_fit(
    twofold: Twofold, logits: Value, targets: Value, error: type[Exception]
) -> None:
    with pytest.raises(error):
        twofold.both("cross_entropy_from_logits", logits, targets)
