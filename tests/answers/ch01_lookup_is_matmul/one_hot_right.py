"""Right answers to `one_hot`, each by another technique."""
# mypy: ignore-errors
# learners write no annotations

from __future__ import annotations

import numpy as np
from scipy import sparse

from solutions.ch01_lookup_is_matmul import one_hot as _solution
from tests.answers.valid import valid


def solution(ids, vocab_size):
    return _solution(ids, vocab_size)


def rows_of_the_identity(ids, vocab_size):
    return np.eye(vocab_size, dtype=np.float32)[valid(ids, vocab_size)]


def taken_from_the_identity(ids, vocab_size):
    return np.identity(vocab_size, dtype="float32").take(valid(ids, vocab_size), axis=0)


def compared_with_all_numbers(ids, vocab_size):
    return (valid(ids, vocab_size)[..., None] == np.arange(vocab_size)).astype(np.float32)


def outer_comparison(ids, vocab_size):
    return np.equal.outer(valid(ids, vocab_size), np.arange(vocab_size)).astype("f4")


def loop_over_positions(ids, vocab_size):
    ids = valid(ids, vocab_size)
    lamps = np.zeros(ids.shape + (vocab_size,), np.float32)  # noqa: RUF005
    for position, id_ in np.ndenumerate(ids):
        lamps[position + (id_,)] = 1  # noqa: RUF005
    return lamps


def nested_comprehension(ids, vocab_size):
    ids = valid(ids, vocab_size)
    rows = [[1.0 if column == id_ else 0.0 for column in range(vocab_size)] for id_ in ids.ravel().tolist()]
    return np.array(rows, dtype=np.float32).reshape(ids.shape + (vocab_size,))  # noqa: RUF005


def put_along_the_last_axis(ids, vocab_size):
    ids = valid(ids, vocab_size).astype(np.intp)
    lamps = np.zeros((*ids.shape, vocab_size), dtype=np.float32)
    np.put_along_axis(lamps, ids[..., np.newaxis], 1, axis=-1)
    return lamps


def flat_places(ids, vocab_size):
    ids = valid(ids, vocab_size)
    lamps = np.zeros(ids.size * vocab_size, dtype=np.float32)
    lamps[np.arange(ids.size) * vocab_size + ids.ravel().astype(int)] = 1
    return lamps.reshape(*ids.shape, vocab_size)


def sparse_matrix(ids, vocab_size):
    ids = valid(ids, vocab_size)
    places = (np.ones(ids.size, np.float32), (np.arange(ids.size), ids.ravel().astype(np.int64)))
    return sparse.coo_matrix(places, shape=(ids.size, vocab_size)).toarray().reshape(*ids.shape, vocab_size)


def differences_of_steps(ids, vocab_size):
    steps = np.arange(vocab_size + 1) > valid(ids, vocab_size)[..., None]
    return np.diff(steps.astype(np.float32), axis=-1)


def message_in_another_form(ids, vocab_size):
    ids = np.asarray(ids)
    if ids.dtype.kind not in ("i", "u"):
        raise TypeError
    if ids.size and not (ids.min() >= 0 and ids.max() < vocab_size):
        raise IndexError(f"ids from {ids.min()} to {ids.max()}, but the vocabulary has {vocab_size}")
    return np.eye(vocab_size, dtype=np.float32)[ids]


def torch_and_back(ids, vocab_size):
    import torch

    ids = torch.from_numpy(np.array(valid(ids, vocab_size), dtype=np.int64))
    return torch.nn.functional.one_hot(ids, vocab_size).to(torch.float32).numpy()
