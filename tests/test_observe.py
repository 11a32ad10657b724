"""Observing a call: copies of arguments, what came back, what was touched, whatever the objects do."""

from __future__ import annotations

import ast
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import tiedbook.observe
from tiedbook.observe import CUT, Observer, Strange, frozen, kinds, pack, plain, text, thawed, unpack


class Rows(np.ndarray):
    pass


BASE = np.arange(24, dtype=np.float32).reshape(4, 6)
UNALIGNED = np.frombuffer(b"\0" + BASE.tobytes(), dtype=np.float32, offset=1).reshape(4, 6)
LAYOUTS = {
    "contiguous": BASE,
    "transposed": BASE.T,
    "Fortran": np.asfortranarray(BASE),
    "every other column": BASE[:, ::2],
    "rows backwards": BASE[::-1],
    "both backwards, every other": BASE[::-1, ::-2],
    "a row repeated": np.broadcast_to(BASE[0], (3, 6)),
    "a window of another array": BASE[1:3, 2:5],
    "unaligned": UNALIGNED,
    "without axes": np.array(3),
    "without elements": np.empty((2, 0)),
    "text": np.array(["a", "bc"]),
    "uint64": np.array([2**64 - 1], dtype=np.uint64),
}


@pytest.mark.parametrize("array", LAYOUTS.values(), ids=LAYOUTS)
@pytest.mark.parametrize("writable", [True, False])
def test_a_copy_lies_in_memory_as_the_original_does(array: np.ndarray, writable: bool) -> None:
    array = array.view()
    if not writable:
        array.flags.writeable = False
    copy = unpack(pack(array))
    assert copy.dtype == array.dtype
    assert np.array_equal(copy, array)
    assert copy.strides == array.strides
    assert copy.flags.writeable == array.flags.writeable
    assert copy.flags.aligned == array.flags.aligned
    assert not np.shares_memory(copy, array)


@given(
    hnp.arrays(
        hnp.integer_dtypes() | hnp.floating_dtypes(endianness="<", sizes=(32, 64)) | hnp.boolean_dtypes(),
        hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=5),
    ),
    st.data(),
)
def test_any_view_is_copied_element_for_element_and_stride_for_stride(array: np.ndarray, data: st.DataObject) -> None:
    index = data.draw(hnp.basic_indices(array.shape, allow_newaxis=True))
    view = np.asarray(array[index])
    copy = unpack(pack(view))
    assert copy.tobytes() == view.tobytes()
    assert (copy.dtype, copy.shape) == (view.dtype, view.shape)
    longer = [n > 1 for n in view.shape]  # strides of other axes mean nothing
    assert [s for s, n in zip(copy.strides, longer, strict=True) if n] == [
        s for s, n in zip(view.strides, longer, strict=True) if n
    ] or not view.size


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(), st.lists, max_leaves=8))
def test_lists_and_plain_values_come_through_unchanged_and_as_other_lists(value: object) -> None:
    copy = thawed(frozen(value))
    assert repr(copy) == repr(value)
    assert copy is not value or not isinstance(value, list)


@pytest.mark.parametrize(
    "value", [np.array([None]), np.zeros(2, dtype=[("a", int)]), {1: 2}, object(), BASE.view(Rows)]
)
def test_what_has_no_plain_bytes_is_no_argument(value: object) -> None:
    with pytest.raises(TypeError):
        frozen(value)


def calls(function: Callable[..., object], *args: object, **kwargs: object) -> Any:
    return Observer(function)(*args, **kwargs)


def test_arguments_reach_the_function_as_copies() -> None:
    ids, table = np.array([1, 2]), BASE.copy()
    received: list[object] = []
    calls(lambda *args: received.extend(args), ids, table, [1, [2]])
    assert received[0] is not ids
    assert received[1] is not table
    assert received[2] == [1, [2]]


def test_a_change_of_an_argument_is_told_by_its_name_and_does_not_reach_the_caller() -> None:
    def change(ids: np.ndarray, table: list[int], untouched: np.ndarray) -> None:
        ids[0] = 9
        table.append(1)

    ids = np.array([1, 2])
    seen = calls(change, ids, table=[0], untouched=BASE)
    assert seen.changed == ("0", "table")
    assert ids.tolist() == [1, 2]


def test_a_change_of_a_view_is_told_whatever_its_strides() -> None:
    assert calls(lambda table: table.sort(axis=0), BASE[:, ::2]).changed == ()  # it is sorted
    assert calls(lambda table: table.sort(axis=0), BASE[::-1, ::2]).changed == ("0",)


def test_nan_in_an_argument_is_no_change() -> None:
    assert calls(lambda table, number: None, np.array([np.nan]), float("nan")).changed == ()


@pytest.mark.parametrize(
    ("function", "shared"),
    [
        (lambda ids, table: table[ids], ()),
        (lambda ids, table: table[1], ("1",)),
        (lambda ids, table: ids, ("0",)),
        (lambda ids, table: (1.0, table.T), ("1",)),
        (lambda ids, table: table[:0], ()),
    ],
    ids=["gathered", "window", "argument itself", "in a tuple", "nothing of it"],
)
def test_memory_that_a_result_shares_is_told(function: Callable[..., object], shared: tuple[str, ...]) -> None:
    assert calls(function, np.array([1, 2]), BASE).shared == shared


def test_memory_of_an_earlier_result_is_told() -> None:
    kept = np.zeros(3)
    observer = Observer(lambda new: np.zeros(3) if new else kept)
    assert observer(True).shared == ()
    assert observer(False).shared == ()
    assert observer(True).shared == ()
    assert observer(False).shared == ("earlier",)


def test_a_result_is_told_as_it_was_when_it_came_back() -> None:
    kept = np.zeros(2)
    observer = Observer(lambda number: np.add(kept, number, out=kept))
    assert observer(1).value.tolist() == [1, 1]  # type: ignore[attr-defined]
    assert observer(1).value.tolist() == [2, 2]  # type: ignore[attr-defined]


def test_warnings_are_told_under_numpys_default_error_state_and_leave_none_behind() -> None:
    def divide() -> object:
        return np.float64(1) / np.float64(0)

    with np.errstate(all="ignore"):
        assert calls(divide).warnings == ("RuntimeWarning: divide by zero encountered in scalar divide",)
    with np.errstate(all="raise"):
        assert calls(divide).raised is None


def test_warnings_about_versions_of_libraries_are_not_told() -> None:
    assert calls(lambda: warnings.warn("old", DeprecationWarning, stacklevel=1)).warnings == ()
    assert calls(lambda: warnings.warn("mind", UserWarning, stacklevel=1)).warnings == ("UserWarning: mind",)


def test_what_is_printed_is_kept_from_the_notebook_and_cut(capsys: pytest.CaptureFixture[str]) -> None:
    def talk() -> None:
        print("row", "x" * 10_000)  # noqa: T201
        print("alas", file=sys.stderr)  # noqa: T201

    assert calls(talk).printed == ("row " + "x" * 10_000)[:CUT]
    assert capsys.readouterr() == ("", "")


class Nasty:
    def __repr__(self) -> str:
        raise SystemExit

    def __eq__(self, other: object) -> bool:
        return True

    def __len__(self) -> int:
        raise RuntimeError

    def __array__(self, dtype: object = None, copy: object = None) -> np.ndarray:
        raise KeyError

    __class__ = np.ndarray  # type: ignore[assignment]
    __hash__ = None  # type: ignore[assignment]


class Mute:
    def __repr__(self) -> str:
        raise ValueError


class Liar(list[int]):
    def __len__(self) -> int:
        raise SystemExit

    def __iter__(self) -> Iterator[int]:
        raise SystemExit


class Number(float):
    pass


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (Nasty(), Strange("Nasty", "<Nasty>")),
        (object(), Strange("object", "<object object>")),
        (Number(1.5), Strange("Number", "1.5")),
        ({1: 2}, Strange("dict", "{1: 2}")),
        (Liar(), Strange("Liar", "[]")),
        (np.array([Mute()], dtype=object), Strange("ndarray of object", "<ndarray>")),
        ((number for number in range(3)), Strange("generator", "<generator object <genexpr>>")),
    ],
)
def test_what_is_not_plain_is_told_by_type_and_text(value: object, told: Strange) -> None:
    assert plain(value) == told


@pytest.mark.parametrize(
    "value",
    [[[1, 2], [3, 4]], [np.array([1, 2]), (3, 4)], np.array([[1, 2], [3, 4]]).view(Rows)],
)
def test_numbers_in_lists_and_subclasses_can_be_read(value: object) -> None:
    told = plain(value)
    assert isinstance(told, Strange)
    assert type(told.array) is np.ndarray
    assert told.array.tolist() == [[1, 2], [3, 4]]


@pytest.mark.parametrize("value", [[[1], [2, 3]], ["a"], [None], {"a": 1}])
def test_what_holds_no_numbers_is_not_read(value: object) -> None:
    told = plain(value)
    assert isinstance(told, Strange)
    assert told.array is None


@pytest.mark.parametrize("scalar", [np.float32(1.5), np.int64(3), np.bool_(True), np.str_("a")])
def test_a_numpy_scalar_is_an_array_without_axes(scalar: np.generic) -> None:
    told = plain(scalar)
    assert isinstance(told, np.ndarray)
    assert (told.shape, told.dtype) == ((), scalar.dtype)


def test_tuples_are_looked_into_but_not_without_end() -> None:
    pair: Any = plain((1.5, np.zeros(2)))
    assert pair[0] == 1.5
    assert type(pair[1]) is np.ndarray
    deep: object = 1
    for _ in range(50):
        deep = (deep,) * 10
    assert "Strange" in repr(plain(deep))


def test_lists_that_hold_themselves_are_not_followed_for_ever() -> None:
    cyclic: list[object] = []
    cyclic.extend([cyclic] * 1000)
    thin: list[object] = []
    thin.append(thin)
    wide: object = 1.5
    for _ in range(12):
        wide = [wide] * 10
    for value in (cyclic, thin, wide):
        told = plain(value)
        assert isinstance(told, Strange)
        assert told.array is None


def test_a_long_text_is_cut() -> None:
    assert len(text("x" * 10_000)) < CUT
    assert len(text(list(range(10**6)))) < CUT
    assert len(text(10**6000)) <= CUT


def test_an_exception_is_told_by_its_kinds_and_message() -> None:
    def fail() -> None:
        raise IndexError("7 of 5")

    assert calls(fail).raised == (("IndexError", "LookupError", "Exception", "BaseException"), "7 of 5")


@pytest.mark.parametrize("kind", [SystemExit, GeneratorExit, RecursionError, MemoryError])
def test_every_exception_but_an_interrupt_is_caught(kind: type[BaseException]) -> None:
    def fail() -> None:
        raise kind

    assert calls(fail).raised[0][0] == kind.__name__


def test_an_interrupt_from_the_keyboard_passes() -> None:
    def wait() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        calls(wait)


def test_an_exception_that_borrows_a_name_is_told_with_its_module() -> None:
    borrowed = type("IndexError", (Exception,), {})
    assert kinds(borrowed("x")) == (f"{__name__}.IndexError", "Exception", "BaseException")


def test_the_module_can_be_shipped_alone() -> None:
    tree = ast.parse(Path(str(tiedbook.observe.__file__)).read_text(encoding="utf-8"))
    modules = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    modules |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in modules} <= {"numpy"} | sys.stdlib_module_names
