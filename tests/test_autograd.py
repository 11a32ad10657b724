"""The small autograd agrees with differences of the function itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from tiedbook.autograd import Array, Parameter, Tensor

FORGOT_THE_TUPLE: Any = lambda grad: grad  # noqa: E731  # a wrong rule, which its type would refuse
numbers = st.floats(-2, 2, width=32).map(float)


def arrays(shape: tuple[int, ...]) -> st.SearchStrategy[Array]:
    return hnp.arrays(np.float64, shape, elements=numbers)


def gradient(tensor: Tensor) -> Array:
    assert isinstance(tensor.grad, np.ndarray)
    assert (tensor.grad.shape, tensor.grad.dtype) == (tensor.shape, tensor.data.dtype)
    return tensor.grad


def slopes(loss: Callable[[], float], data: Array, step: float = 1e-5) -> Array:
    """Central differences of `loss` in every element of `data`, which is changed in place and restored."""
    found = np.zeros_like(data)
    for place in np.ndindex(data.shape):
        kept = data[place]
        data[place] = kept + step
        above = loss()
        data[place] = kept - step
        found[place] = (above - loss()) / (2 * step)
        data[place] = kept
    return found


def assert_gradients_are_slopes(build: Callable[[], Tensor], *leaves: Tensor) -> None:
    build().backward()
    for leaf in leaves:
        np.testing.assert_allclose(gradient(leaf), slopes(lambda: build().data.item(), leaf.data), rtol=1e-5, atol=1e-7)


@given(st.data())
def test_adding_broadcast_shapes_sends_each_side_the_sum_over_its_copies(data: st.DataObject) -> None:
    shapes = data.draw(hnp.mutually_broadcastable_shapes(num_shapes=2, max_dims=3, max_side=3)).input_shapes
    a, b = (Parameter(data.draw(arrays(shape))) for shape in shapes)
    assert_gradients_are_slopes(lambda: (a + b).tanh().sum(), a, b)


@given(st.data(), st.lists(st.integers(1, 3), min_size=0, max_size=2), st.integers(1, 3), st.integers(1, 3))
def test_matmul_serves_any_leading_axes(data: st.DataObject, leading: list[int], n: int, m: int) -> None:
    a, b = Parameter(data.draw(arrays((*leading, n)))), Parameter(data.draw(arrays((n, m))))
    assert (a @ b).shape == (*leading, m)
    assert_gradients_are_slopes(lambda: (a @ b).tanh().sum(), a, b)


@settings(max_examples=60)
@given(st.data(), st.lists(st.sampled_from(["matmul", "add", "bias", "tanh", "transpose"]), max_size=5))
def test_any_short_chain_of_operations_has_the_slopes_of_its_function(data: st.DataObject, steps: list[str]) -> None:
    x, w, b = (
        Parameter(data.draw(arrays((2, 2)))),
        Parameter(data.draw(arrays((2, 2)))),
        Parameter(data.draw(arrays((2,)))),
    )
    apply: dict[str, Callable[[Tensor], Tensor]] = {
        "matmul": lambda t: t @ w,
        "add": lambda t: t + x,
        "bias": lambda t: t + b,
        "tanh": lambda t: t.tanh(),
        "transpose": lambda t: t.T,
    }

    def build() -> Tensor:
        out = (x @ w + b).tanh()  # every leaf is used at least once
        for step in steps:
            out = apply[step](out).tanh()
        return out.sum()

    assert_gradients_are_slopes(build, x, w, b)


def test_a_table_used_at_both_ends_receives_both_gradients() -> None:
    table, h = Parameter(np.arange(6.0).reshape(3, 2)), np.array([[1.0, -1.0]])
    both = np.ones((1, 3)) @ table @ table.T + h @ table.T
    both.sum().backward()
    column_sums = table.data.sum(axis=0)
    np.testing.assert_allclose(gradient(table), np.broadcast_to(2 * column_sums + h[0], (3, 2)))


def test_a_second_backward_adds_the_same_again_and_nothing_of_the_first_travels_twice() -> None:
    w = Parameter([[0.3, -0.2]])
    loss = (w + w).tanh().tanh().sum()
    loss.backward()
    first = gradient(w)
    kept = first.copy()
    loss.backward()
    np.testing.assert_allclose(gradient(w), 2 * kept, rtol=1e-15)
    np.testing.assert_array_equal(first, kept)  # a gradient that someone kept is not written over


def test_each_side_of_a_diamond_is_walked_before_the_tensor_where_they_meet() -> None:
    x = Parameter(np.array(0.5))
    middle = x + x
    (middle.tanh() + (middle + middle).tanh()).backward()
    expected = 2 * (1 - np.tanh(1.0) ** 2) + 4 * (1 - np.tanh(2.0) ** 2)
    np.testing.assert_allclose(gradient(x), expected)


def test_intermediate_tensors_keep_their_gradient_too() -> None:
    x = Parameter([1.0, 2.0])
    middle = x + 1.0
    (middle @ [[3.0], [4.0]]).sum().backward()
    np.testing.assert_array_equal(gradient(middle), [3.0, 4.0])


def test_a_gradient_given_to_backward_weighs_the_elements() -> None:
    x = Parameter([1.0, 2.0, 3.0])
    (x + x).backward([1, 0, -1])
    np.testing.assert_array_equal(gradient(x), [2.0, 0.0, -2.0])


def test_zero_grad_begins_anew() -> None:
    x = Parameter([1.0])
    x.sum().backward()
    x.zero_grad()
    assert x.grad is None
    x.sum().backward()
    np.testing.assert_array_equal(gradient(x), [1.0])


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_data_and_gradient_keep_the_float_dtype(dtype: type[np.floating]) -> None:
    x = Parameter(np.ones((2, 3), dtype))
    loss = (x @ x.T + x.sum()).tanh().sum()
    loss.backward(np.float64(0.5))
    assert loss.data.dtype == np.dtype(dtype)
    assert gradient(x).dtype == np.dtype(dtype)


def test_every_gradient_is_an_array_even_that_of_a_single_number() -> None:
    x = Parameter(1.0)
    for _ in range(2):
        (x + x).backward()
    assert gradient(x).shape == ()


def test_thousands_of_steps_do_not_exhaust_the_stack() -> None:
    x = Parameter(0.0)
    out: Tensor = x
    for _ in range(5000):
        out = out + 1.0
    out.backward()
    assert out.data == 5000
    assert x.grad == 1


def test_an_array_on_the_left_gives_a_tensor() -> None:
    x = Parameter(np.eye(2, 3))
    assert isinstance(np.ones((4, 2)) @ x, Tensor)
    assert isinstance(np.ones((2, 3)) + x, Tensor)


def test_a_tensor_keeps_an_array_and_a_parameter_copies_it() -> None:
    data = np.zeros(3)
    assert Tensor(data).data is data
    assert Tensor(data).T.data.base is data
    assert not np.shares_memory(Parameter(data).data, data)


def test_read_only_strided_data_is_no_obstacle() -> None:
    data = np.arange(24.0).reshape(4, 6)[::2, ::-2]
    data.flags.writeable = False
    x = Tensor(data)
    (x @ np.ones((3, 1))).sum().backward()
    np.testing.assert_array_equal(gradient(x), np.ones((2, 3)))


def test_whole_numbers_become_floats_and_text_is_refused() -> None:
    assert Tensor([1, 2]).data.dtype == np.float64
    with pytest.raises(TypeError, match="real numbers, not <U1"):
        Tensor(["a"])


@pytest.mark.parametrize(
    ("mistake", "error", "says"),
    [
        (lambda x: x.backward(), ValueError, r"single number, not at shape \(2, 3\)"),
        (lambda x: x.backward(np.ones((3, 2))), ValueError, r"shape \(2, 3\) cannot have a gradient of shape \(3, 2\)"),
        (lambda x: x @ np.ones((2, 3)), ValueError, r"not \(2, 3\) and \(2, 3\)"),
        (lambda x: x @ np.ones(3), ValueError, r"not \(2, 3\) and \(3,\)"),
        (lambda x: Tensor(1.0, (x,), FORGOT_THE_TUPLE).backward(), TypeError, "its 1 parents"),
        (lambda x: Tensor(1.0, (x,), lambda grad: (grad, grad)).backward(), TypeError, "a tuple with one gradient"),
        (lambda x: Tensor(1.0, (x,), lambda grad: (grad,)).backward(), ValueError, r"shape \(2, 3\) cannot have"),
        (lambda x: Tensor(1.0, (x,)), ValueError, "needs a rule"),
    ],
)
def test_a_mistake_is_told_with_the_shapes(
    mistake: Callable[[Tensor], object], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        mistake(Parameter(np.ones((2, 3))))


def test_a_tensor_shows_its_type_and_data() -> None:
    assert repr(Parameter([1.5])) == "Parameter(array([1.5]))"
