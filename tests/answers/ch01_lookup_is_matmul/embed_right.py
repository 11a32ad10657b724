"""Right answers to `embed`, each by another technique."""
# mypy: ignore-errors
# learners write no annotations

from __future__ import annotations

import numpy as np
from scipy import sparse

from solutions.ch01_lookup_is_matmul import embed as _solution
from solutions.ch01_lookup_is_matmul import one_hot as _one_hot
from tests.answers.valid import valid


def solution(ids, embedding_matrix):
    return _solution(ids, embedding_matrix)


def indexed(ids, embedding_matrix):
    return embedding_matrix[valid(ids, len(embedding_matrix))]


def indexed_and_copied(ids, embedding_matrix):
    ids = valid(ids, embedding_matrix.shape[0])
    return embedding_matrix[ids, :].copy()


def taken(ids, embedding_matrix):
    return embedding_matrix.take(valid(ids, len(embedding_matrix)), axis=0)


def product_with_lamps(ids, embedding_matrix):
    lamps = _one_hot(ids, len(embedding_matrix)).astype(embedding_matrix.dtype)
    return lamps @ embedding_matrix


def summed_by_einstein(ids, embedding_matrix):
    lamps = _one_hot(ids, len(embedding_matrix)).astype(embedding_matrix.dtype)
    return np.einsum("...v,vd->...d", lamps, embedding_matrix)


def tensordot(ids, embedding_matrix):
    lamps = np.eye(len(embedding_matrix), dtype=embedding_matrix.dtype)[valid(ids, len(embedding_matrix))]
    return np.tensordot(lamps, embedding_matrix, axes=1)


def loop_over_positions(ids, embedding_matrix):
    ids = valid(ids, len(embedding_matrix))
    result = np.empty(ids.shape + embedding_matrix.shape[1:], embedding_matrix.dtype)
    for position in np.ndindex(ids.shape):
        result[position] = embedding_matrix[ids[position]]
    return result


def list_of_rows_stacked(ids, embedding_matrix):
    ids = valid(ids, len(embedding_matrix))
    if ids.size == 0:
        return np.zeros((*ids.shape, embedding_matrix.shape[1]), dtype=embedding_matrix.dtype)
    return np.stack([embedding_matrix[id_] for id_ in ids.ravel().tolist()]).reshape(*ids.shape, -1)


def recursive(ids, embedding_matrix):
    ids = valid(ids, len(embedding_matrix))
    if ids.ndim == 0:
        return np.array(embedding_matrix[int(ids)])
    rows = [recursive(each, embedding_matrix) for each in ids]
    return np.array(rows, dtype=embedding_matrix.dtype).reshape(*ids.shape, embedding_matrix.shape[1])


def sum_over_the_vocabulary(ids, embedding_matrix):
    ids = valid(ids, len(embedding_matrix))
    result = np.zeros((*ids.shape, embedding_matrix.shape[1]), dtype=embedding_matrix.dtype)
    for id_, row in enumerate(embedding_matrix):
        result += (ids == id_)[..., None] * row
    return result


def chosen_where_equal(ids, embedding_matrix):
    ids = valid(ids, len(embedding_matrix))
    result = np.zeros((*ids.shape, embedding_matrix.shape[1]), dtype=embedding_matrix.dtype)
    for id_ in set(ids.ravel().tolist()):
        result[ids == id_] = embedding_matrix[id_]
    return result


def along_the_axis(ids, embedding_matrix):
    ids = valid(ids, len(embedding_matrix))
    places = np.broadcast_to(ids.reshape(-1, 1).astype(np.intp), (ids.size, embedding_matrix.shape[1]))
    return np.take_along_axis(embedding_matrix, places, axis=0).reshape(*ids.shape, embedding_matrix.shape[1])


def sparse_product(ids, embedding_matrix):
    ids = valid(ids, len(embedding_matrix))
    places = (np.ones(ids.size, embedding_matrix.dtype), (np.arange(ids.size), ids.ravel().astype(np.int64)))
    lamps = sparse.csr_matrix(places, shape=(ids.size, len(embedding_matrix)))
    return (lamps @ embedding_matrix).reshape(*ids.shape, embedding_matrix.shape[1])


def torch_and_back(ids, embedding_matrix):
    import torch

    ids = valid(ids, len(embedding_matrix)).astype(np.int64)
    table = torch.from_numpy(np.array(embedding_matrix))
    return torch.nn.functional.embedding(torch.from_numpy(ids), table).numpy()
