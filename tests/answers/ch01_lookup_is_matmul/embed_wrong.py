"""Wrong answers to `embed`."""
# mypy: ignore-errors
# learners write no annotations
# ruff: noqa: N803, N806, RET503, RUF059, T201
# nor do they follow our rules

from __future__ import annotations

import numpy as np

from tests.answers import fails
from tests.answers.valid import valid

KEPT: dict[object, np.ndarray] = {}
TABLE = np.array(
    [[0.2, -0.5, 0.8], [0.3, -0.4, 0.7], [-0.9, 0.1, 0.2], [0.6, 0.3, -0.5]], dtype=np.float32
)  # that of the notebook


@fails("embed", core="answer.unwritten", contract="answer.unwritten")
def untouched_starter(ids, embedding_matrix):
    raise NotImplementedError


@fails("embed", core="answer.nothing", contract="answer.nothing")
def without_return(ids, embedding_matrix):
    embedding_matrix[ids]


@fails("embed", core="answer.printed", contract="answer.printed")
def printed(ids, embedding_matrix):
    print(embedding_matrix[ids])


@fails("embed", core="answer.parameters", contract="answer.parameters")
def table_from_the_notebook(ids):
    return ids


@fails("embed", core="answer.raised")
def arguments_swapped(embedding_matrix, ids):
    return embedding_matrix[ids]


@fails("embed", core="answer.constant")
def hard_coded_example(ids, embedding_matrix):
    return np.array([[0.3, -0.4, 0.7], [0.3, -0.4, 0.7]], dtype=np.float32)


@fails("embed", core="answer.ignored")
def random_rows(ids, embedding_matrix):
    return np.random.default_rng(abs(int(embedding_matrix.sum() * 4))).normal(
        size=(*np.shape(ids), embedding_matrix.shape[1])
    )


@fails("embed", core="answer.shape")
def one_number_per_id(ids, embedding_matrix):
    return embedding_matrix[ids].max(axis=-1)


@fails("embed", core="answer.unit_axis")
def a_batch_of_one(ids, embedding_matrix):
    return embedding_matrix[None, ids]


@fails("embed", core="answer.axes_order")
def rows_stood_upright(ids, embedding_matrix):
    return np.moveaxis(embedding_matrix[ids], -1, 0)


@fails("embed", core="embed.columns")
def transposed(ids, embedding_matrix):
    return embedding_matrix.T[ids]


@fails("embed", core="embed.columns")
def second_axis(ids, embedding_matrix):
    return embedding_matrix[:, ids]


@fails("embed", core="embed.columns")
def vector_on_the_right(ids, embedding_matrix):
    lamps = np.eye(len(embedding_matrix), dtype=embedding_matrix.dtype)[ids]
    return np.array([embedding_matrix @ lamp for lamp in lamps])


@fails("embed", core="embed.flat_table")
def take_without_axis(ids, embedding_matrix):
    return np.take(embedding_matrix, ids)


@fails("embed", core="embed.scores")
def compared_with_the_table(ids, embedding_matrix):
    return embedding_matrix[ids] @ embedding_matrix.T


@fails("embed", core="embed.one_hot_returned")
def half_of_the_product(ids, embedding_matrix):
    return np.eye(len(embedding_matrix), dtype=embedding_matrix.dtype)[ids]


@fails("embed", core="embed.added")
def summed(ids, embedding_matrix):
    return embedding_matrix[ids].sum(axis=-2)


@fails("embed", core="embed.averaged")
def averaged(ids, embedding_matrix):
    return embedding_matrix[ids].mean(axis=-2)


@fails("embed", core="embed.multi_hot")
def one_vector_for_all(ids, embedding_matrix):
    lamps = np.zeros(len(embedding_matrix), dtype=embedding_matrix.dtype)
    lamps[ids] = 1
    return lamps @ embedding_matrix


@fails("embed", core="embed.as_quantities")
def multiplied_by_the_id(ids, embedding_matrix):
    return np.stack([id_ * embedding_matrix[id_] for id_ in ids.flat]).reshape(*ids.shape, -1)


@fails("embed", core="embed.shifted")
def ids_from_one(ids, embedding_matrix):
    return embedding_matrix[np.asarray(ids) - 1]


@fails("embed", core="embed.by_position")
def enumerated(ids, embedding_matrix):
    return np.stack([embedding_matrix[n % len(embedding_matrix)] for n, _ in enumerate(ids)])


@fails("embed", core="embed.distinct")
def each_id_once(ids, embedding_matrix):
    return np.array([embedding_matrix[id_] for id_ in set(ids.ravel().tolist())])


@fails("embed", core="embed.distinct")
def ids_as_a_mask(ids, embedding_matrix):
    return embedding_matrix[np.isin(np.arange(len(embedding_matrix)), ids)]


@fails("embed", core="embed.sorted")
def sorted_first(ids, embedding_matrix):
    return embedding_matrix[np.sort(ids)]


@fails("embed", core="embed.flattened")
def axes_forgotten(ids, embedding_matrix):
    return embedding_matrix[np.ravel(ids)]


@fails("embed", core="embed.flattened")
def one_long_list(ids, embedding_matrix):
    return np.concatenate([embedding_matrix[id_] for id_ in np.ravel(ids)])


@fails("embed", core="embed.first_only")
def returns_in_the_loop(ids, embedding_matrix):
    for id_ in ids.flat:
        return embedding_matrix[id_].copy()


@fails("embed", core="embed.last_only")
def overwritten_in_the_loop(ids, embedding_matrix):
    for id_ in ids.flat:
        row = embedding_matrix[id_].copy()
    return row


@fails("embed", core="embed.whole_table")
def table_as_it_is(ids, embedding_matrix):
    return embedding_matrix.copy()


@fails("embed", core="embed.table_of_zeros")
def other_rows_zeroed(ids, embedding_matrix):
    result = np.zeros_like(embedding_matrix)
    result[ids] = embedding_matrix[ids]
    return result


@fails("embed", core="embed.fractions_lost")
def stored_among_integers(ids, embedding_matrix):
    result = np.zeros((*ids.shape, embedding_matrix.shape[1]), dtype=ids.dtype)
    for position in np.ndindex(ids.shape):
        result[position] = embedding_matrix[ids[position]]
    return result


@fails("embed", core="embed.zero_is_padding")
def zero_as_padding(ids, embedding_matrix):
    result = embedding_matrix[ids]
    result[np.asarray(ids) == 0] = 0
    return result


@fails("embed", core="embed.scaled")
def scaled_as_in_the_transformer(ids, embedding_matrix):
    return embedding_matrix[ids] * np.sqrt(embedding_matrix.shape[1])


@fails("embed", core="embed.normalised")
def normalised(ids, embedding_matrix):
    rows = embedding_matrix[ids]
    return rows / np.linalg.norm(rows, axis=-1, keepdims=True)


@fails("embed", core="embed.sized_by_ids")
def lamps_as_long_as_the_largest_id(ids, embedding_matrix):
    return np.eye(ids.max() + 1)[ids] @ embedding_matrix


@fails("embed", core="ids.one_axis_only embed.flattened?")
def loop_over_the_first_axis(ids, embedding_matrix):
    result = np.zeros((len(ids), embedding_matrix.shape[1]), dtype=embedding_matrix.dtype)
    for position, id_ in enumerate(ids):
        result[position] = embedding_matrix[id_]
    return result


@fails("embed", contract="contract.list ids.single ids.none")
def list_of_rows(ids, embedding_matrix):
    return [embedding_matrix[id_] for id_ in valid(ids, len(embedding_matrix))]


@fails("embed", contract="contract.float64")
def lamps_in_float64(ids, embedding_matrix):
    return np.eye(len(embedding_matrix))[valid(ids, len(embedding_matrix))] @ embedding_matrix


@fails("embed", contract="contract.float32")
def always_float32(ids, embedding_matrix):
    return embedding_matrix.astype(np.float32)[valid(ids, len(embedding_matrix))]


@fails("embed", contract="contract.kind")
def matrix_as_of_old(ids, embedding_matrix):
    return np.ma.asarray(embedding_matrix[valid(ids, len(embedding_matrix))].copy())


@fails("embed", contract="contract.view")
def integer_index(ids, embedding_matrix):
    ids = valid(ids, len(embedding_matrix))
    return embedding_matrix[ids if ids.ndim else int(ids)]


@fails("embed", contract="contract.read_only")
def kept_from_writing(ids, embedding_matrix):
    rows = embedding_matrix[valid(ids, len(embedding_matrix))]
    rows.setflags(write=False)
    return rows


@fails("embed", contract="contract.stale")
def remembered_by_ids(ids, embedding_matrix):
    ids = valid(ids, len(embedding_matrix))
    return KEPT.setdefault((str(ids), ids.shape), embedding_matrix[ids]).copy()


@fails("embed", contract="contract.changed contract.writes")
def ids_marked_as_done(ids, embedding_matrix):
    ids = valid(ids, len(embedding_matrix))
    rows = embedding_matrix[ids]
    ids[...] = 0
    return rows


@fails("embed", contract="contract.changed contract.writes")
def table_divided_in_place(ids, embedding_matrix):
    ids = valid(ids, len(embedding_matrix))
    rows = embedding_matrix[ids]
    embedding_matrix /= 2
    return rows


@fails("embed", contract="contract.warning")
def divided_by_zero_on_the_way(ids, embedding_matrix):
    ids = valid(ids, len(embedding_matrix))
    np.float64(ids.size) / np.float64(0)
    return embedding_matrix[ids]


@fails("embed", contract="contract.keywords")
def parameter_renamed(ids, E):
    return E[valid(ids, len(E))]


@fails("embed", contract="contract.layout")
def memory_read_as_it_lies(ids, embedding_matrix):
    ids = valid(ids, len(embedding_matrix))
    vocab_size, width = embedding_matrix.shape
    memory = np.frombuffer(embedding_matrix.tobytes(order="A"), dtype=embedding_matrix.dtype)
    return memory.reshape(vocab_size, width)[ids]


@fails("embed", contract="ids.single")
def length_of_the_ids(ids, embedding_matrix):
    ids = valid(ids, len(embedding_matrix))
    result = np.empty((*ids.shape, embedding_matrix.shape[1]), dtype=embedding_matrix.dtype)
    for position in range(len(ids)):
        result[position] = embedding_matrix[ids[position]]
    return result


@fails("embed", contract="ids.single")
def at_least_one_axis(ids, embedding_matrix):
    return embedding_matrix[np.atleast_1d(valid(ids, len(embedding_matrix)))]


@fails("embed", contract="ids.none")
def stacked(ids, embedding_matrix):
    ids = valid(ids, len(embedding_matrix))
    return np.stack([embedding_matrix[id_] for id_ in ids.flat]).reshape(*ids.shape, -1)


@fails("embed", contract="ids.none")
def width_left_to_numpy(ids, embedding_matrix):
    ids = valid(ids, len(embedding_matrix))
    return embedding_matrix[ids.ravel()].reshape(*ids.shape, -1)


@fails("embed", contract="ids.many_axes")
def batch_and_time_only(ids, embedding_matrix):
    ids = valid(ids, len(embedding_matrix))
    if ids.ndim > 2:
        B, T = ids.shape
    return embedding_matrix[ids]


@fails("embed", contract="ids.listed")
def arrays_only(ids, embedding_matrix):
    if isinstance(ids, list) and np.array(ids).dtype == int:
        raise AttributeError("'list' object has no attribute 'dtype'")
    return embedding_matrix[valid(ids, len(embedding_matrix))]


@fails("embed", contract="ids.narrow")
def made_signed_bytes(ids, embedding_matrix):
    ids = np.asarray(ids)
    if ids.dtype == np.uint8:
        ids = ids.astype(np.int8)
    return embedding_matrix[valid(ids, len(embedding_matrix))]


@fails("embed", contract="ids.narrow ids.unsigned")
def added_to_signed_numbers(ids, embedding_matrix):
    ids = valid(ids, len(embedding_matrix))
    vocab_size, width = embedding_matrix.shape
    places = ids[..., None] * width + np.arange(width)
    return np.ascontiguousarray(embedding_matrix).ravel()[places]


@fails(
    "embed",
    contract="contract.view ids.bool_as_mask ids.not_a_type_error ids.empty_list ids.negative_wraps",
)
def plain_indexing(ids, embedding_matrix):
    return embedding_matrix[ids]


@fails(
    "embed",
    contract="ids.bool_as_number ids.float_cut ids.float_accepted ids.empty_list ids.text_accepted ids.negative_wraps",
)
def made_integers(ids, embedding_matrix):
    return embedding_matrix[np.array(ids, dtype=np.int64)]


@fails("embed", contract="ids.bool_as_number ids.float_cut ids.empty_list ids.text_accepted ids.negative_wraps")
def plain_take(ids, embedding_matrix):
    return np.take(embedding_matrix, ids, axis=0)


@fails("embed", contract="ids.bool_as_mask")
def booleans_let_through(ids, embedding_matrix):
    if np.asarray(ids).dtype == bool:
        return embedding_matrix[ids]
    return embedding_matrix[valid(ids, len(embedding_matrix))]


@fails("embed", contract="ids.negative_wraps")
def upper_end_only(ids, embedding_matrix):
    ids = np.asarray(ids)
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError("ids are integers")
    return embedding_matrix[ids]


@fails("embed", contract="ids.clipped")
def clipped(ids, embedding_matrix):
    ids = np.asarray(ids)
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError("ids are integers")
    return np.take(embedding_matrix, ids, axis=0, mode="clip")


@fails("embed", contract="ids.negative_wraps ids.modulo")
def wrapped(ids, embedding_matrix):
    ids = np.asarray(ids)
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError("ids are integers")
    return np.take(embedding_matrix, ids, axis=0, mode="wrap")


@fails("embed", contract="ids.zeros")
def lamps_without_a_look_at_the_range(ids, embedding_matrix):
    ids = np.asarray(ids)
    if not np.issubdtype(ids.dtype, np.integer):
        raise TypeError("ids are integers")
    lamps = (ids[..., None] == np.arange(len(embedding_matrix))).astype(embedding_matrix.dtype)
    return lamps @ embedding_matrix


@fails("embed", contract="ids.negative_wraps")
def assertion_on_the_largest(ids, embedding_matrix):
    ids = np.asarray(ids)
    if ids.dtype.kind not in "iu":
        raise TypeError("ids are integers")
    if ids.size and ids.max() >= len(embedding_matrix):
        raise IndexError(f"{ids.max()} >= {len(embedding_matrix)}")
    return embedding_matrix[ids]


@fails("embed", contract="ids.not_a_type_error ids.not_an_index_error")
def value_error_for_all(ids, embedding_matrix):
    try:
        ids = valid(ids, len(embedding_matrix))
    except (TypeError, IndexError) as fault:
        raise ValueError(str(fault)) from None
    return embedding_matrix[ids]


@fails("embed", contract="ids.message")
def silent_about_the_vocabulary(ids, embedding_matrix):
    try:
        ids = valid(ids, len(embedding_matrix))
    except IndexError as fault:
        raise IndexError(str(fault).split()[0]) from None
    return embedding_matrix[ids]


@fails("embed", contract="contract.tensor ids.single")
def tensor_of_another_library(ids, embedding_matrix):
    class Tensor:
        def __init__(self, numbers):
            self.numbers = numbers

        def __array__(self, dtype=None, copy=None):
            return np.array(self.numbers, dtype=dtype)

        def __repr__(self):
            return f"tensor({self.numbers.tolist()})"

    ids = valid(ids, len(embedding_matrix))
    return Tensor(embedding_matrix[ids]) if ids.ndim else Tensor(None)


@fails("embed", contract="contract.double")
def float32_only(ids, embedding_matrix):
    ids = valid(ids, len(embedding_matrix))
    assert embedding_matrix.dtype == np.float32
    return embedding_matrix[ids]


@fails("embed", contract="contract.state")
def tired_of_the_same_ids(ids, embedding_matrix):
    ids = valid(ids, len(embedding_matrix))
    times = KEPT[str(ids)] = KEPT.get(str(ids), 0) + 1
    return embedding_matrix[ids] + (ids.ndim == 2 and times > 2)


@fails("embed", contract="ids.bool_accepted")
def zeros_for_booleans(ids, embedding_matrix):
    if np.asarray(ids).dtype == bool:
        return np.zeros((*np.shape(ids), embedding_matrix.shape[1]), dtype=embedding_matrix.dtype)
    return embedding_matrix[valid(ids, len(embedding_matrix))]


@fails("embed", contract="ids.objects_accepted")
def none_read_as_zero(ids, embedding_matrix):
    if isinstance(ids, list):
        ids = [id_ or 0 for id_ in ids] or ids
    return embedding_matrix[valid(ids, len(embedding_matrix))]


@fails("embed", contract="ids.out_of_range_accepted")
def strangers_dropped(ids, embedding_matrix):
    ids = np.asarray(ids)
    if ids.dtype.kind not in "iu":
        raise TypeError("ids are integers")
    known = (ids >= 0) & (ids < len(embedding_matrix))
    return embedding_matrix[ids if known.all() else ids[known]]


@fails("embed", core="answer.ignored")
def table_of_the_notebook(ids, embedding_matrix):
    return TABLE[np.asarray(ids)]


@fails("embed", core="answer.ignored")
def ids_of_the_notebook(ids, embedding_matrix):
    return embedding_matrix[np.array([2, 1, 2])]


@fails("embed", contract="ids.type_refused ids.not_an_index_error")
def one_integer_type(ids, embedding_matrix):
    if np.asarray(ids).dtype != np.int64:
        raise TypeError("ids are integers")
    return embedding_matrix[valid(ids, len(embedding_matrix))]
