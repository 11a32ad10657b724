"""The course's small autograd: tensors that remember how they were made, so that gradients can find the way back.

Read it in one sitting. A `Tensor` made by an operation keeps its parents and a *rule*: a function that takes the
gradient of the loss with respect to this tensor and returns one gradient for each parent. `Tensor.backward` walks from
the end to the beginning and applies the rules. Rules return gradients and never store them; only `backward` adds them
up, so a tensor that is used twice receives both parts.

There is no operation that picks rows here. Chapter 2 adds it: ``gather(table, ids)``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[Any]
Rule = Callable[[Array], tuple[Array, ...]]


class Tensor:
    """An array, the gradient that has reached it, and the way back.

    Parameters
    ----------
    data : array_like of numbers, any shape
        Kept without a copy where it is an array of floats, and in its dtype; integers and booleans become float64.
    parents : tuple of Tensor
        What it was made from; empty for a tensor that nothing was done to yet.
    rule : callable, optional
        Backward rule: takes the gradient of the loss with respect to this tensor (its shape) and returns a tuple with
        one gradient for each parent (the parent's shape).

    Attributes
    ----------
    grad : ndarray or None
        Sum of the gradients that `backward` has brought here, with the shape and dtype of `data`. None until one has.

    Raises
    ------
    TypeError
        If `data` holds no real numbers.
    ValueError
        If there are parents and no rule: their gradient could not be found.
    """

    __array_ufunc__ = None  # so that `array @ tensor` asks the tensor, instead of making an array of objects

    def __init__(self, data: ArrayLike, parents: tuple[Tensor, ...] = (), rule: Rule | None = None) -> None:
        array: Array = np.asarray(data)
        if array.dtype.kind not in "biuf":
            raise TypeError(f"a Tensor holds real numbers, not {array.dtype}")
        if parents and rule is None:
            raise ValueError("a Tensor with parents needs a rule that finds their gradients")
        self.data: Array = array if array.dtype.kind == "f" else array.astype(np.float64)
        self.grad: Array | None = None
        self.parents = parents
        self.rule = rule

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the data."""
        return self.data.shape

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.data!r})"

    def __add__(self, other: Tensor | ArrayLike) -> Tensor:
        """Return self + other, shapes broadcast. Each side receives the whole gradient, its repetitions summed."""
        other = _tensor(other)
        return Tensor(
            self.data + other.data, (self, other), lambda grad: (_sum_to(grad, self.shape), _sum_to(grad, other.shape))
        )

    __radd__ = __add__

    def __matmul__(self, other: Tensor | ArrayLike) -> Tensor:
        """Return self @ other: shapes (..., n) and (n, m) give (..., m).

        With Y = A B and G the gradient of Y, the gradient of A is G Bᵀ and that of B is Aᵀ G, summed over leading axes:
        differentiate Y[p, j] = Σ_k A[p, k] B[k, j] term by term.
        """
        other = _tensor(other)
        if other.data.ndim != 2 or self.data.ndim < 1 or self.shape[-1] != other.shape[0]:
            raise ValueError(f"@ needs shapes (..., n) and (n, m), not {self.shape} and {other.shape}")
        n, m = other.shape

        def rule(grad: Array) -> tuple[Array, Array]:
            return grad @ other.data.T, self.data.reshape(-1, n).T @ grad.reshape(-1, m)

        return Tensor(self.data @ other.data, (self, other), rule)

    def __rmatmul__(self, other: ArrayLike) -> Tensor:
        return _tensor(other) @ self

    @property
    def T(self) -> Tensor:  # noqa: N802  # NumPy's name for it
        """Axes in reverse order, on the same memory. The gradient is transposed back."""
        return Tensor(self.data.T, (self,), lambda grad: (grad.T,))

    def tanh(self) -> Tensor:
        """Return tanh of every element. Its derivative is 1 - tanh²."""
        out = np.tanh(self.data)
        return Tensor(out, (self,), lambda grad: (grad * (1 - out**2),))

    def sum(self) -> Tensor:
        """Return the sum of all elements, shape (). Each element receives the whole gradient."""
        return Tensor(self.data.sum(), (self,), lambda grad: (np.broadcast_to(grad, self.shape),))

    def backward(self, gradient: ArrayLike | None = None) -> None:
        """Add the gradient of this tensor to `grad` here and in every tensor that it was made from.

        A second call adds a second time; set `grad` to None to begin anew.

        Parameters
        ----------
        gradient : array_like, the shape of this tensor
            Gradient of the loss with respect to this tensor; for the loss itself, of one element, it is 1.

        Raises
        ------
        ValueError
            If `gradient` is missing for a tensor of several elements, or a gradient has another shape than its tensor.
        TypeError
            If a rule does not return one gradient for each parent.
        """
        if gradient is None and self.data.size != 1:
            raise ValueError(
                f"backward() starts at a single number, not at shape {self.shape}: sum() it, or pass gradient"
            )
        start = np.ones_like(self.data) if gradient is None else gradient
        found = {self: _like(self, start)}  # of this call alone: what earlier calls brought must not travel again
        for node in _from_the_end(self):
            grad = found[node]
            node.grad = grad if node.grad is None else np.asarray(node.grad + grad)
            if node.rule is None:
                continue
            parts = node.rule(grad)
            if not isinstance(parts, tuple) or len(parts) != len(node.parents):
                raise TypeError(
                    f"a rule must return a tuple with one gradient for each of its {len(node.parents)} parents"
                )
            for parent, part in zip(node.parents, parts, strict=True):
                if parent in found:
                    found[parent] += _like(parent, part)
                else:
                    found[parent] = _like(parent, part)


class Parameter(Tensor):
    """A tensor that training changes. It owns its data: a copy of what it was given."""

    def __init__(self, data: ArrayLike) -> None:
        super().__init__(np.array(data))

    def zero_grad(self) -> None:
        """Forget the gradient, before the next step."""
        self.grad = None


def _tensor(value: Tensor | ArrayLike) -> Tensor:
    return value if isinstance(value, Tensor) else Tensor(value)


def _like(tensor: Tensor, gradient: ArrayLike) -> Array:
    """Return a copy of a gradient in the dtype of its tensor, after making sure that it has its shape."""
    grad: Array = np.array(gradient, dtype=tensor.data.dtype)
    if grad.shape != tensor.shape:
        raise ValueError(f"a tensor of shape {tensor.shape} cannot have a gradient of shape {grad.shape}")
    return grad


def _sum_to(grad: Array, shape: tuple[int, ...]) -> Array:
    """Undo broadcasting: sum over the axes along which an array of this shape was repeated."""
    added = range(grad.ndim - len(shape))
    stretched = (added.stop + axis for axis, size in enumerate(shape) if size == 1)
    total: Array = grad.sum(axis=(*added, *stretched), keepdims=True)
    return total.reshape(shape)


def _from_the_end(end: Tensor) -> Iterator[Tensor]:
    """Go through all that `end` was made from, each tensor after everything that was made from it."""
    done: list[Tensor] = []
    seen: set[Tensor] = set()
    stack = [(end, False)]
    while stack:
        node, parents_done = stack.pop()
        if parents_done:
            done.append(node)
        elif node not in seen:
            seen.add(node)
            stack.append((node, True))
            stack.extend((parent, False) for parent in node.parents)
    return reversed(done)
