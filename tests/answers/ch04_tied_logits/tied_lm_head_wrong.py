"""Wrong answers to `tied_lm_head`."""
# mypy: ignore-errors
# learners write no annotations
# ruff: noqa: T201
# nor do they follow our rules

from __future__ import annotations

import numpy as np

from tests.answers import fails

KEPT = {}


def _refuse(hidden, embedding_matrix):
    for array in (hidden, embedding_matrix):
        if not np.issubdtype(array.dtype, np.floating):
            raise TypeError(f"{array.dtype} is not floating")
    if hidden.shape[-1] != embedding_matrix.shape[-1]:
        raise ValueError("widths differ")


def _right(hidden, embedding_matrix):
    _refuse(hidden, embedding_matrix)
    return hidden @ embedding_matrix.T


def _softmax(scores):
    shares = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return shares / shares.sum(axis=-1, keepdims=True)


# --- the idea is wrong ---------------------------------------------------------------------------------------------


@fails("tied_lm_head", core="answer.unwritten", contract="answer.unwritten")
def starter(hidden, embedding_matrix):
    raise NotImplementedError


@fails("tied_lm_head", core="answer.nothing", contract="answer.nothing")
def without_return(hidden, embedding_matrix):
    _right(hidden, embedding_matrix)


@fails("tied_lm_head", core="answer.printed", contract="answer.printed")
def printed(hidden, embedding_matrix):
    print(hidden @ embedding_matrix.T)


@fails("tied_lm_head", core="answer.parameters", contract="answer.parameters")
def with_a_bias(hidden, embedding_matrix, bias):
    return hidden @ embedding_matrix.T + bias


@fails("tied_lm_head", core="answer.constant")
def learnt_example(hidden, embedding_matrix):
    return np.array([2.0, -1.0, 1.0])


@fails("tied_lm_head", core="tied_lm_head.not_transposed")
def not_transposed(hidden, embedding_matrix):
    return hidden @ embedding_matrix


@fails("tied_lm_head", core="tied_lm_head.not_transposed")
def einsum_letters_swapped(hidden, embedding_matrix):
    return np.einsum("...v,vd->...d", hidden, embedding_matrix)


@fails("tied_lm_head", core="tied_lm_head.reshaped")
def reshaped(hidden, embedding_matrix):
    return hidden @ embedding_matrix.reshape(embedding_matrix.shape[1], -1)


@fails("tied_lm_head", core="tied_lm_head.inverse")
def undone(hidden, embedding_matrix):
    return hidden @ np.linalg.pinv(embedding_matrix)


@fails("tied_lm_head", core="tied_lm_head.vocabulary_first")
def vocabulary_first(hidden, embedding_matrix):
    return np.einsum("vd,...d->v...", embedding_matrix, hidden)


@fails("tied_lm_head", core="tied_lm_head.single_vector")
def always_a_batch(hidden, embedding_matrix):
    return np.atleast_2d(hidden) @ embedding_matrix.T


@fails("tied_lm_head", core="tied_lm_head.flattened")
def flattened(hidden, embedding_matrix):
    return hidden.reshape(-1, hidden.shape[-1]) @ embedding_matrix.T if hidden.ndim > 2 else hidden @ embedding_matrix.T


@fails("tied_lm_head", core="tied_lm_head.softmax")
def probabilities(hidden, embedding_matrix):
    return _softmax(hidden @ embedding_matrix.T)


@fails("tied_lm_head", core="tied_lm_head.softmax")
def log_probabilities(hidden, embedding_matrix):
    scores = hidden @ embedding_matrix.T
    scores = scores - scores.max(axis=-1, keepdims=True)
    return scores - np.log(np.exp(scores).sum(axis=-1, keepdims=True))


@fails("tied_lm_head", core="tied_lm_head.softmax")
def shifted_for_safety(hidden, embedding_matrix):
    scores = hidden @ embedding_matrix.T
    return scores - scores.max(axis=-1, keepdims=True)


@fails("tied_lm_head", core="tied_lm_head.cosine")
def cosines(hidden, embedding_matrix):
    hidden = hidden / np.linalg.norm(hidden, axis=-1, keepdims=True)
    return hidden @ (embedding_matrix / np.linalg.norm(embedding_matrix, axis=1, keepdims=True)).T


@fails("tied_lm_head", core="tied_lm_head.cosine")
def rows_of_length_one(hidden, embedding_matrix):
    return hidden @ (embedding_matrix / np.linalg.norm(embedding_matrix, axis=1, keepdims=True)).T


@fails("tied_lm_head", core="tied_lm_head.distance")
def distances(hidden, embedding_matrix):
    return np.linalg.norm(hidden[..., None, :] - embedding_matrix, axis=-1)


@fails("tied_lm_head", core="tied_lm_head.distance")
def negative_squares(hidden, embedding_matrix):
    return -((hidden[..., None, :] - embedding_matrix) ** 2).sum(axis=-1)


@fails("tied_lm_head", core="tied_lm_head.scaled")
def as_in_attention(hidden, embedding_matrix):
    return hidden @ embedding_matrix.T / np.sqrt(hidden.shape[-1])


@fails("tied_lm_head", core="tied_lm_head.scaled")
def mean_of_products(hidden, embedding_matrix):
    return (hidden[..., None, :] * embedding_matrix).mean(axis=-1)


@fails("tied_lm_head", core="tied_lm_head.winner_only")
def predicted_token(hidden, embedding_matrix):
    return (hidden @ embedding_matrix.T).argmax(axis=-1)


@fails("tied_lm_head", core="tied_lm_head.winner_only")
def best_score(hidden, embedding_matrix):
    return (hidden @ embedding_matrix.T).max(axis=-1)


@fails("tied_lm_head", core="tied_lm_head.added")
def averaged_state(hidden, embedding_matrix):
    return hidden.reshape(-1, hidden.shape[-1]).mean(axis=0) @ embedding_matrix.T


@fails("tied_lm_head", core="tied_lm_head.one_position")
def last_position(hidden, embedding_matrix):
    return (hidden if hidden.ndim == 1 else hidden[..., -1, :]) @ embedding_matrix.T


@fails("tied_lm_head", core="tied_lm_head.not_summed")
def not_summed(hidden, embedding_matrix):
    return hidden[..., None, :] * embedding_matrix


@fails("tied_lm_head", core="tied_lm_head.negative")
def as_a_loss(hidden, embedding_matrix):
    return -(hidden @ embedding_matrix.T)


@fails("tied_lm_head", core="tied_lm_head.table_alone")
def gram_matrix(hidden, embedding_matrix):
    return embedding_matrix @ embedding_matrix.T


@fails("tied_lm_head", core="tied_lm_head.untouched")
def untouched(hidden, embedding_matrix):
    return hidden.copy()


@fails("tied_lm_head", core="tied_lm_head.fractions_lost")
def integer_array(hidden, embedding_matrix):
    scores = np.zeros((*hidden.shape[:-1], len(embedding_matrix)), dtype=int)
    scores[...] = hidden @ embedding_matrix.T
    return scores


@fails("tied_lm_head", core="tied_lm_head.fixed_axes")
def batches_only(hidden, embedding_matrix):
    return np.einsum("nd,vd->nv", hidden, embedding_matrix)


@fails("tied_lm_head", core="tied_lm_head.fixed_axes")
def turned_for_the_product(hidden, embedding_matrix):
    return (embedding_matrix @ hidden.T).T  # with two axes; `.T` of three turns them all round


@fails("tied_lm_head", core="answer.shape")
def scores_of_columns(hidden, embedding_matrix):
    return np.cumsum(hidden @ embedding_matrix.T, axis=-1)[..., :-1]


@fails("tied_lm_head", core="answer.numbers")
def mean_taken_off(hidden, embedding_matrix):
    return hidden @ (embedding_matrix - embedding_matrix.mean()).T


# --- the idea is right, the contract is not kept ---------------------------------------------------------------------


@fails("tied_lm_head", contract="floats.accepted")
def no_refusal(hidden, embedding_matrix):
    return hidden @ embedding_matrix.T


@fails("tied_lm_head", contract="floats.accepted")
def only_the_states_are_looked_at(hidden, embedding_matrix):
    if hidden.dtype.kind != "f":
        raise TypeError("hidden must be floating")
    return hidden @ embedding_matrix.T


@fails("tied_lm_head", contract="floats.not_a_type_error")
def value_error_for_types(hidden, embedding_matrix):
    try:
        return _right(hidden, embedding_matrix)
    except TypeError as fault:
        raise ValueError(str(fault)) from None


@fails("tied_lm_head", contract="tied_lm_head.stretched")
def elementwise(hidden, embedding_matrix):
    _refuse(hidden, np.zeros((1, hidden.shape[-1]), embedding_matrix.dtype))
    return (hidden[..., None, :] * embedding_matrix).sum(axis=-1)


@fails("tied_lm_head", contract="tied_lm_head.turned_table_accepted")
def whichever_way_fits(hidden, embedding_matrix):
    _refuse(hidden, np.zeros((1, hidden.shape[-1]), embedding_matrix.dtype))
    turned = hidden.shape[-1] != embedding_matrix.shape[1] and hidden.shape[-1] == embedding_matrix.shape[0]
    return hidden @ (embedding_matrix if turned else embedding_matrix.T)


@fails("tied_lm_head", contract="tied_lm_head.widths_accepted")
def cut_to_the_shorter(hidden, embedding_matrix):
    width = min(hidden.shape[-1], embedding_matrix.shape[1])
    return _right(hidden[..., :width], embedding_matrix[:, :width])


@fails("tied_lm_head", contract="shapes.not_a_value_error")
def assertions(hidden, embedding_matrix):
    assert hidden.shape[-1] == embedding_matrix.shape[1]
    return _right(hidden, embedding_matrix)


@fails("tied_lm_head", contract="tied_lm_head.double")
def only_float32(hidden, embedding_matrix):
    if hidden.dtype != np.float32 or embedding_matrix.dtype != np.float32:
        raise TypeError("float32, please")
    return _right(hidden, embedding_matrix)


@fails("tied_lm_head", contract="contract.float64")
def always_float64(hidden, embedding_matrix):
    _refuse(hidden, embedding_matrix)
    scores = np.zeros((*hidden.shape[:-1], len(embedding_matrix)))
    scores += hidden @ embedding_matrix.T
    return scores


@fails("tied_lm_head", contract="contract.float32")
def always_float32(hidden, embedding_matrix):
    return _right(hidden, embedding_matrix).astype(np.float32)


@fails("tied_lm_head", contract="contract.list tied_lm_head.no_state")
def list_of_scores(hidden, embedding_matrix):
    return _right(hidden, embedding_matrix).tolist()


@fails("tied_lm_head", contract="contract.keywords")
def other_names(h, E):  # noqa: N803
    return _right(h, E)


@fails("tied_lm_head", contract="tied_lm_head.many_axes")
def at_most_two_axes_before(hidden, embedding_matrix):
    _refuse(hidden, embedding_matrix)
    if hidden.ndim == 3:
        return np.einsum("btd,vd->btv", hidden, embedding_matrix)
    return np.einsum("nd,vd->nv", hidden, embedding_matrix) if hidden.ndim == 2 else embedding_matrix @ hidden


@fails("tied_lm_head", contract="tied_lm_head.no_state")
def stacked(hidden, embedding_matrix):
    _refuse(hidden, embedding_matrix)
    if hidden.ndim == 1:
        return embedding_matrix @ hidden
    return np.stack([stacked(state, embedding_matrix) for state in hidden])


@fails("tied_lm_head", contract="contract.changed contract.writes")
def scaled_in_place_and_back(hidden, embedding_matrix):
    _refuse(hidden, embedding_matrix)
    hidden *= 2
    return hidden @ embedding_matrix.T / 2


@fails("tied_lm_head", contract="contract.reused")
def one_array_for_all_calls(hidden, embedding_matrix):
    scores = _right(hidden, embedding_matrix)
    kept = KEPT.setdefault((scores.shape, scores.dtype), scores)
    kept[...] = scores
    return kept


@fails("tied_lm_head", contract="contract.stale")
def transposed_once(hidden, embedding_matrix):
    _refuse(hidden, embedding_matrix)
    key = (hidden.tobytes(), hidden.shape, embedding_matrix.shape)
    return hidden @ KEPT.setdefault(key, embedding_matrix.T.copy())


@fails("tied_lm_head", contract="contract.state")
def each_state_once(hidden, embedding_matrix):
    scores = _right(hidden, embedding_matrix)
    key = (hidden.tobytes(), embedding_matrix.tobytes())
    seen = key in KEPT
    KEPT[key] = True
    return scores * 0 if seen else scores


@fails("tied_lm_head", contract="contract.layout")
def memory_order(hidden, embedding_matrix):
    return _right(hidden.ravel(order="K").reshape(hidden.shape), embedding_matrix)


@fails("tied_lm_head", contract="contract.read_only")
def locked(hidden, embedding_matrix):
    scores = _right(hidden, embedding_matrix)
    scores.flags.writeable = False
    return scores


@fails("tied_lm_head", core="tied_lm_head.one_state tied_lm_head.not_transposed?")
def table_on_the_left(hidden, embedding_matrix):
    return embedding_matrix @ hidden


@fails("tied_lm_head", core="tied_lm_head.softmax")
def softmax_that_overflows(hidden, embedding_matrix):
    with np.errstate(all="ignore"):
        shares = np.exp(_right(hidden, embedding_matrix))
        return shares / shares.sum(axis=-1, keepdims=True)
