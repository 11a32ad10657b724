from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as nps

from autograde.judge.arena import Arena, new
from autograde.judge.values import BITS, TEXT, Reader, Writer, text, texts
from autograde.judge.wire import Malformed
from tiedbook.observe import Strange

NUMBERS = (
    nps.boolean_dtypes()
    | nps.integer_dtypes(endianness="=")
    | nps.unsigned_integer_dtypes(endianness="=")
    | nps.floating_dtypes(endianness="=")
    | nps.complex_number_dtypes(endianness="=")
    | nps.integer_dtypes(endianness=">")
    | nps.datetime64_dtypes()
    | nps.unicode_string_dtypes(endianness="=", max_len=5)
    | nps.byte_string_dtypes(endianness="=", max_len=5)
)
ARRAYS = NUMBERS.flatmap(
    lambda dtype: nps.arrays(dtype, nps.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=4))
)
TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))
SCALARS = st.none() | st.booleans() | st.integers(-(2**2000), 2**2000) | st.floats() | TEXTS
VALUES = st.recursive(
    SCALARS | ARRAYS,
    lambda inner: st.lists(inner, max_size=3) | st.lists(inner, max_size=3).map(tuple),
    max_leaves=6,
)


@cache
def arena() -> Arena:
    found, descriptor = new()
    os.close(descriptor)
    return found


def sent(value: object, *, layout: bool = False) -> Any:
    writer = Writer(arena() if layout else None)
    said = json.loads(json.dumps(writer.write(value)))
    reader = Reader(memoryview(b"".join(writer.body)), arena().memory if layout else None)
    got = reader.read(said)
    reader.close()
    return got


def same(one: Any, other: Any) -> Any:
    if type(one) is not type(other):
        return False
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and one.shape == other.shape and one.tobytes() == other.tobytes()
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return one.hex() == other.hex() if isinstance(one, float) else bool(one == other)


@given(VALUES, st.booleans())
def test_a_value_arrives_as_it_was_sent(value: object, layout: bool) -> None:
    assert same(sent(value, layout=layout), value)


LAYOUTS: dict[str, Callable[[Any], Any]] = {
    "contiguous": lambda a: a,
    "Fortran": np.asfortranarray,
    "transposed": lambda a: a.T,
    "strided": lambda a: a[:, ::2],
    "reversed": lambda a: a[::-1, ::-1],
    "one column": lambda a: a[:, 1],
    "broadcast": lambda a: np.broadcast_to(a[0], (3, 6)),
    "windows": lambda a: np.lib.stride_tricks.sliding_window_view(a, 3, axis=1),
    "misaligned": lambda a: np.frombuffer(b"x" + a.tobytes(), np.uint8)[1:].view(a.dtype).reshape(a.shape),
    "empty": lambda a: a[:0],
    "0-d": lambda a: a[1, 1, ...],
}


@pytest.mark.parametrize("name", LAYOUTS)
@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int16, np.bool_, np.complex128])
def test_an_argument_lies_in_memory_as_the_check_laid_it(name: str, dtype: type) -> None:
    value = LAYOUTS[name](np.arange(24).reshape(4, 6).astype(dtype))
    got = sent(value, layout=True)
    assert same(got, value)
    assert not value.size or got.strides == value.strides
    for flag in ("C_CONTIGUOUS", "F_CONTIGUOUS", "ALIGNED", "WRITEABLE"):
        assert got.flags[flag] == value.flags[flag], flag


def test_a_read_only_argument_stays_read_only() -> None:
    value = np.arange(3)
    value.flags.writeable = False
    assert not sent(value, layout=True).flags.writeable


def test_a_result_comes_without_a_layout_and_can_be_written_to() -> None:
    got = sent(np.arange(6).reshape(2, 3).T)
    assert got.flags.c_contiguous
    assert got.flags.writeable


@pytest.mark.parametrize(
    ("value", "kind"),
    [(1 << BITS, "int"), (-(1 << 100_000), "int"), ("x" * (TEXT + 1), "str")],
    ids=["an integer", "a negative integer", "a text"],
)
def test_what_is_too_long_is_only_described(value: object, kind: str) -> None:
    got = sent(value)
    assert isinstance(got, Strange)
    assert got.kind == kind


@pytest.mark.parametrize("array", [None, np.arange(3)])
def test_a_strange_result_keeps_the_numbers_in_it(array: np.ndarray | None) -> None:
    got = sent((1, Strange("list", "[0, 1, 2]", array)))
    assert (got[1].kind, got[1].text) == ("list", "[0, 1, 2]")
    assert same(got[1].array, array)


class Liar(np.ndarray):
    pass


@pytest.mark.parametrize(
    "value",
    [
        np.float32(1), np.array([object()]), np.zeros(2, [("a", "i4")]), np.zeros(2).view(Liar), {1: 2}, {1}, b"bytes",
        object(), 1j, np.zeros(0, object), [[object()]],
    ],
    ids=lambda value: re.sub(r" at 0x\w+", "", repr(value)),  # the same in every process that runs tests
)  # fmt: skip
def test_what_no_check_may_pass_is_refused(value: object) -> None:
    with pytest.raises(TypeError):
        Writer(arena()).write(value)


def nested(depth: int) -> object:
    return {"tuple": [nested(depth - 1)] if depth else []}


MALFORMED = {
    "no description": 3,
    "a number": 0.5,
    "a list": [1, 2],
    "two kinds": {"int": "1", "float": "0x1.0p+0"},
    "unknown kind": {"pickle": "gASVAAAA"},
    "an integer that is none": {"int": "0x10"},
    "an integer too long": {"int": "9" * 621},
    "an integer that is a number": {"int": 3},
    "a float that is none": {"float": "1e5"},
    "a float too large": {"float": "0x1.0p+9999"},
    "a text too long": "x" * (TEXT + 1),
    "objects": {"array": ["|O", [1]]},
    "fields": {"array": ["|V8", [1]]},
    "a list of fields": {"array": [[["a", "<f8"]], [1]]},
    "a dtype that does not exist": {"array": ["<f12", [1]]},
    "a dtype by name": {"array": ["float64", [1]]},
    "a subarray": {"array": ["(2,)<f8", [1]]},
    "a shape that is none": {"array": ["<f8", 1]},
    "a negative length": {"array": ["<f8", [-1]]},
    "a length that is no integer": {"array": ["<f8", [1.0]]},
    "a boolean length": {"array": ["<f8", [True]]},
    "an impossible length": {"array": ["<f8", [1 << 60]]},
    "lengths that multiply to too much": {"array": ["<f8", [1 << 40] * 8]},
    "too many dimensions": {"array": ["<f8", [1] * 33]},
    "a layout from a stranger": {"array": ["<f8", [1], [8], 0, True]},
    "more than there is": {"array": ["<f8", [3]]},
    "less than there is": {"array": ["<f8", [1]]},
    "a boolean that is neither": {"array": ["|b1", [16]]},
    "a text that is no Unicode": {"array": ["<U4", [1]]},
    "a strange thing without a kind": {"strange": [1, "x", None]},
    "a strange thing with numbers that are none": {"strange": ["x", "x", "3"]},
    "a strange thing with texts for numbers": {"strange": ["x", "x", {"array": ["|S16", [1]]}]},
    "an object for a list": {"tuple": {"a": 1}},
    "deep nesting": nested(9),
}  # fmt: skip


@pytest.mark.parametrize("name", MALFORMED)
def test_a_malformed_value_is_refused(name: str) -> None:
    reader = Reader(memoryview(b"\xff" * 16))
    with pytest.raises(Malformed):  # noqa: PT012  # one of the two
        reader.read(MALFORMED[name])
        reader.close()


def test_too_many_values_are_refused() -> None:
    said: Any = {"tuple": [{"tuple": [None] * 400} for _ in range(400)]}
    with pytest.raises(Malformed):
        Reader(memoryview(b"")).read(said)


DTYPES = st.sampled_from(
    ["<f8", "<f4", "<f2", "<f16", ">i4", "|b1", "<U1", "<U0", "|S0", "|S3", "<M8[D]", "<M8", "<m8[s]", "<m8[zz]", "<c8"]
)
KINDS = st.sampled_from(["array", "int", "float", "tuple", "list", "strange", "x"])
SAID = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=10) | DTYPES,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(KINDS, inner, max_size=2),
    max_leaves=20,
)
SHAPES = st.lists(st.integers(-1, 4), max_size=4)
ARRAY_SAID = st.fixed_dictionaries({"array": st.tuples(DTYPES, SHAPES).map(list)})


@given(SAID | ARRAY_SAID, st.binary(max_size=64))
def test_any_description_is_a_plain_value_or_malformed(said: Any, body: bytes) -> None:
    reader = Reader(memoryview(body))
    try:
        value = reader.read(said)
        reader.close()
    except Malformed:
        return
    plain(value)


def plain(value: object) -> None:
    if isinstance(value, list | tuple):
        for item in value:
            plain(item)
    elif isinstance(value, np.ndarray):
        assert type(value) is np.ndarray
        assert value.dtype.kind in "biufcSUmM"
        repr(value)
    elif isinstance(value, str):
        value.encode("utf-8")
    else:
        assert value is None or type(value) in (bool, int, float, Strange)


@given(st.text(st.characters(codec=None), max_size=50) | st.just("\ud800\0"))
def test_a_text_from_a_stranger_can_be_written_to_a_file(said: str) -> None:
    assert "\0" not in text(said)
    text(said).encode("utf-8")


@pytest.mark.parametrize("said", [None, 3, ["x"], "x" * 1001])
def test_a_text_that_is_none_is_refused(said: object) -> None:
    with pytest.raises(Malformed):
        text(said)


@pytest.mark.parametrize("said", [None, "x", {"x": 1}, [3], ["x"] * 65])
def test_texts_that_are_none_are_refused(said: object) -> None:
    with pytest.raises(Malformed):
        texts(said)
