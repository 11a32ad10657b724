"""Wrong answers to `one_hot`."""
# mypy: ignore-errors
# learners write no annotations
# ruff: noqa: N803, RET503, T201
# nor do they follow our rules

from __future__ import annotations

import numpy as np

from tests.answers import fails
from tests.answers.valid import valid

KEPT: dict[object, np.ndarray] = {}


@fails("one_hot", core="answer.unwritten", contract="answer.unwritten")
def untouched_starter(ids, vocab_size):
    raise NotImplementedError


@fails("one_hot", core="answer.nothing", contract="answer.nothing")
def without_return(ids, vocab_size):
    lamps = np.zeros((len(ids), vocab_size))
    lamps[np.arange(len(ids)), ids] = 1


@fails("one_hot", core="answer.printed", contract="answer.printed")
def printed(ids, vocab_size):
    print(np.eye(vocab_size)[ids])


@fails("one_hot", core="answer.parameters", contract="answer.parameters")
def vocabulary_guessed(ids):
    return np.eye(max(ids) + 1)[ids]


@fails("one_hot", core="answer.unreadable", contract="answer.unreadable")
def generator(ids, vocab_size):
    for id_ in ids:
        yield [int(n == id_) for n in range(vocab_size)]


@fails("one_hot", core="answer.raised")
def name_misspelt(ids, vocab_size):
    return np.eye(vocab_sise)[ids]  # noqa: F821


@fails("one_hot", core="answer.constant")
def hard_coded_example(ids, vocab_size):
    return np.array([[0, 1, 0, 0], [0, 0, 0, 1]], dtype=np.float32)


@fails("one_hot", core="one_hot.sized_by_ids")
def as_long_as_the_largest_id(ids, vocab_size):
    ids = np.asarray(ids)
    return np.eye(ids.max() + 1, dtype=np.float32)[ids]


@fails("one_hot", core="one_hot.transposed")
def lamps_along_the_first_axis(ids, vocab_size):
    return (np.arange(vocab_size).reshape(-1, *[1] * np.ndim(ids)) == ids).astype(np.float32)


@fails("one_hot", core="one_hot.whole_columns")
def all_rows_at_once(ids, vocab_size):
    lamps = np.zeros((*ids.shape, vocab_size), dtype=np.float32)
    lamps[..., ids] = 1
    return lamps


@fails("one_hot", core="one_hot.merged")
def one_row_for_all(ids, vocab_size):
    lamps = np.zeros(vocab_size, dtype=np.float32)
    lamps[ids] = 1
    return lamps


@fails("one_hot", core="one_hot.counts")
def counted(ids, vocab_size):
    return np.bincount(np.ravel(ids), minlength=vocab_size).astype(np.float32)


@fails("one_hot", core="one_hot.shifted")
def ids_from_one(ids, vocab_size):
    return np.eye(vocab_size, dtype=np.float32)[np.asarray(ids) - 1]


@fails("one_hot", core="one_hot.width")
def one_lamp_more(ids, vocab_size):
    return np.eye(vocab_size + 1, dtype=np.float32)[ids]


@fails("one_hot", core="one_hot.width")
def first_lamp_dropped(ids, vocab_size):
    return np.eye(vocab_size, dtype=np.float32)[ids][..., 1:]


@fails("one_hot", core="one_hot.id_as_value")
def id_in_the_place_of_one(ids, vocab_size):
    lamps = np.zeros((ids.size, vocab_size), dtype=np.float32)
    for row, id_ in enumerate(ids.flat):
        lamps[row, id_] = id_
    return lamps.reshape(*ids.shape, vocab_size)


@fails("one_hot", core="one_hot.by_position")
def identity_matrix(ids, vocab_size):
    return np.eye(ids.size, vocab_size, dtype=np.float32)


@fails("one_hot", core="one_hot.distinct")
def each_id_once(ids, vocab_size):
    return np.eye(vocab_size, dtype=np.float32)[sorted(set(ids.ravel().tolist()))]


@fails("one_hot", core="one_hot.sorted")
def sorted_first(ids, vocab_size):
    return np.eye(vocab_size, dtype=np.float32)[np.sort(ids)]


@fails("one_hot", core="one_hot.flattened")
def axes_forgotten(ids, vocab_size):
    return np.eye(vocab_size, dtype=np.float32)[np.ravel(ids)]


@fails("one_hot", core="one_hot.inverted")
def not_equal(ids, vocab_size):
    return (np.arange(vocab_size) != np.asarray(ids)[..., None]).astype(np.float32)


@fails("one_hot", core="one_hot.thermometer")
def smaller_or_equal(ids, vocab_size):
    return (np.arange(vocab_size) <= np.asarray(ids)[..., None]).astype(np.float32)


@fails("one_hot", core="one_hot.zero_is_nothing")
def zero_skipped(ids, vocab_size):
    lamps = np.zeros((*ids.shape, vocab_size), dtype=np.float32)
    for position in np.ndindex(ids.shape):
        if ids[position]:
            lamps[position][ids[position]] = 1
    return lamps


@fails("one_hot", core="one_hot.first_only")
def returns_in_the_loop(ids, vocab_size):
    for id_ in ids.flat:
        lamp = np.zeros(vocab_size, dtype=np.float32)
        lamp[id_] = 1
        return lamp


@fails("one_hot", core="one_hot.last_only")
def overwritten_in_the_loop(ids, vocab_size):
    for id_ in ids.flat:
        lamp = np.zeros(vocab_size, dtype=np.float32)
        lamp[id_] = 1
    return lamp


@fails("one_hot", core="one_hot.ids_returned")
def decoded_again(ids, vocab_size):
    return np.eye(vocab_size)[ids].argmax(axis=-1)


@fails("one_hot", core="ids.one_axis_only one_hot.merged?")
def index_beside_index(ids, vocab_size):
    lamps = np.zeros((len(ids), vocab_size), dtype=np.float32)
    lamps[np.arange(len(ids)), ids] = 1
    return lamps


@fails("one_hot", core="one_hot.row_for_each_text")
def loop_over_texts(ids, vocab_size):
    lamps = np.zeros((len(ids), vocab_size), dtype=np.float32)
    for position, id_ in enumerate(ids):
        lamps[position, id_] = 1
    return lamps


@fails("one_hot", contract="ids.type_refused ids.not_an_index_error")
def one_integer_type(ids, vocab_size):
    if np.asarray(ids).dtype != np.int64:
        raise TypeError("ids are integers")
    return np.eye(vocab_size, dtype=np.float32)[valid(ids, vocab_size)]


@fails("one_hot", core="answer.unit_axis")
def squeezed(ids, vocab_size):
    return np.eye(vocab_size, dtype=np.float32)[valid(ids, vocab_size)][None]


@fails("one_hot", core="answer.axes_order")
def batch_and_time_swapped(ids, vocab_size):
    return np.eye(vocab_size, dtype=np.float32)[valid(ids, vocab_size).T]


@fails("one_hot", core="answer.numbers")
def lamps_share_their_light(ids, vocab_size):
    lamps = np.eye(vocab_size, dtype=np.float32)[ids]
    return (lamps + 0.1) / (1 + 0.1 * vocab_size)


@fails("one_hot", contract="contract.list ids.single ids.none")
def nested_lists(ids, vocab_size):
    ids = valid(ids, vocab_size)
    if ids.ndim == 1:
        return [[float(column == id_) for column in range(vocab_size)] for id_ in ids]
    return np.array([nested_lists(row, vocab_size) for row in ids], dtype=np.float32).reshape(*ids.shape, vocab_size)


@fails("one_hot", contract="contract.float64")
def float64_by_default(ids, vocab_size):
    return np.eye(vocab_size)[valid(ids, vocab_size)]


@fails("one_hot", contract="contract.bool")
def comparison_as_it_is(ids, vocab_size):
    return valid(ids, vocab_size)[..., None] == np.arange(vocab_size)


@fails("one_hot", contract="contract.integers")
def integers(ids, vocab_size):
    return np.eye(vocab_size, dtype=int)[valid(ids, vocab_size)]


@fails("one_hot", contract="contract.dtype")
def half_precision(ids, vocab_size):
    return np.eye(vocab_size, dtype=np.float16)[valid(ids, vocab_size)]


@fails("one_hot", contract="contract.kind")
def masked_array(ids, vocab_size):
    return np.ma.array(np.eye(vocab_size, dtype=np.float32)[valid(ids, vocab_size)])


@fails("one_hot", contract="contract.reused")
def same_array_in_every_call(ids, vocab_size):
    ids = valid(ids, vocab_size)
    shape = (*ids.shape, vocab_size)
    lamps = KEPT.setdefault(shape, np.zeros(shape, dtype=np.float32))
    lamps[...] = np.eye(vocab_size, dtype=np.float32)[ids]
    return lamps


@fails("one_hot", contract="contract.read_only")
def broadcast_and_kept(ids, vocab_size):
    lamps = np.eye(vocab_size, dtype=np.float32)[valid(ids, vocab_size)]
    lamps.flags.writeable = False
    return lamps


@fails("one_hot", contract="contract.changed contract.writes")
def flat_places_computed_in_the_ids(ids, vocab_size):
    ids = valid(ids, vocab_size)
    if ids.dtype != np.int64 or not ids.ndim:
        ids = ids.astype(np.int64)
    lamps = np.zeros((*ids.shape, vocab_size), dtype=np.float32)
    ids += np.arange(ids.size).reshape(ids.shape) * vocab_size
    lamps.ravel()[ids] = 1
    return lamps


@fails("one_hot", contract="contract.keywords")
def parameter_renamed(ids, V):
    return np.eye(V, dtype=np.float32)[valid(ids, V)]


@fails("one_hot", contract="ids.single")
def at_least_one_axis(ids, vocab_size):
    return np.eye(vocab_size, dtype=np.float32)[np.atleast_1d(valid(ids, vocab_size))]


@fails("one_hot", contract="ids.none")
def largest_of_nothing(ids, vocab_size):
    ids = np.asarray(ids)
    if ids.dtype.kind not in "iu":
        raise TypeError("integers, please")
    if ids.max() >= vocab_size or ids.min() < 0:
        raise IndexError(f"ids {ids.min()}..{ids.max()} are not all in 0..{vocab_size - 1}")
    return np.eye(vocab_size, dtype=np.float32)[ids]


@fails("one_hot", contract="ids.many_axes")
def two_axes_at_most(ids, vocab_size):
    ids = valid(ids, vocab_size)
    return np.eye(vocab_size, dtype=np.float32)[ids if ids.ndim < 3 else ids.reshape(len(ids), -1)]


@fails("one_hot", contract="ids.listed")
def arrays_only(ids, vocab_size):
    if isinstance(ids, list) and ids and isinstance(ids[0], int | list) and None not in ids:
        raise AttributeError("'list' object has no attribute 'shape'")
    return np.eye(vocab_size, dtype=np.float32)[valid(ids, vocab_size)]


@fails("one_hot", contract="ids.narrow")
def lamps_numbered_in_the_type_of_the_ids(ids, vocab_size):
    ids = valid(ids, vocab_size)
    numbers = np.arange(vocab_size).astype(ids.dtype)
    return (ids[..., None] == numbers).astype(np.float32)


@fails("one_hot", contract="ids.unsigned")
def flat_places_by_multiplication(ids, vocab_size):
    ids = valid(ids, vocab_size)
    lamps = np.zeros(ids.size * vocab_size, dtype=np.float32)
    lamps[np.arange(ids.size) * vocab_size + ids.ravel()] = 1
    return lamps.reshape(*ids.shape, vocab_size)


@fails(
    "one_hot",
    contract="ids.bool_as_number ids.float_cut ids.float_accepted ids.empty_list ids.text_accepted "
    "ids.not_a_type_error",
)
def made_integers(ids, vocab_size):
    return np.eye(vocab_size, dtype=np.float32)[valid(np.asarray(ids).astype(float).astype(int), vocab_size)]


@fails("one_hot", contract="ids.bool_as_number")
def booleans_are_integers_to_python(ids, vocab_size):
    ids = np.asarray(ids)
    return np.eye(vocab_size, dtype=np.float32)[valid(ids.astype(int) if ids.dtype == bool else ids, vocab_size)]


@fails("one_hot", contract="ids.negative_wraps")
def upper_end_only(ids, vocab_size):
    ids = np.asarray(ids)
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError("ids are integers")
    return np.eye(vocab_size, dtype=np.float32)[ids]


@fails("one_hot", contract="ids.zeros")
def compared_without_a_look_at_the_range(ids, vocab_size):
    ids = np.asarray(ids)
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError("ids are integers")
    return (ids[..., None] == np.arange(vocab_size)).astype(np.float32)


@fails("one_hot", contract="ids.clipped")
def clipped(ids, vocab_size):
    ids = np.asarray(ids)
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError("ids are integers")
    return np.eye(vocab_size, dtype=np.float32)[np.clip(ids, 0, vocab_size - 1)]


@fails("one_hot", contract="ids.not_an_index_error")
def value_error_for_all(ids, vocab_size):
    try:
        ids = valid(ids, vocab_size)
    except IndexError as fault:
        raise ValueError(str(fault)) from None
    return np.eye(vocab_size, dtype=np.float32)[ids]


@fails("one_hot", contract="ids.message")
def silent_about_the_id(ids, vocab_size):
    try:
        ids = valid(ids, vocab_size)
    except IndexError:
        raise IndexError("an id is out of range") from None
    return np.eye(vocab_size, dtype=np.float32)[ids]


@fails("one_hot", contract="ids.huge")
def range_after_the_type(ids, vocab_size):
    ids = np.asarray(ids)
    if ids.dtype == np.uint64:
        return np.eye(vocab_size, dtype=np.float32)[ids.astype(np.int64)]
    return np.eye(vocab_size, dtype=np.float32)[valid(ids, vocab_size)]
