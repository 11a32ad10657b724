"""Right answers to `nearest_token`, each by another technique."""
# mypy: ignore-errors
# learners write no annotations

from __future__ import annotations

import math

import numpy as np
from scipy.spatial import KDTree
from scipy.spatial.distance import cdist

from solutions.ch04_tied_logits import nearest_token as _solution

METRICS = ("dot", "cosine", "euclidean")


def _refuse(hidden, embedding_matrix, metric):
    if metric not in METRICS:
        raise ValueError(f"{metric!r} is none of {METRICS}")
    if hidden.shape[-1] != embedding_matrix.shape[1]:
        raise ValueError("widths differ")


def solution(hidden, embedding_matrix, metric):
    return _solution(hidden, embedding_matrix, metric)


def rows_scaled_to_length_one(hidden, embedding_matrix, metric):
    _refuse(hidden, embedding_matrix, metric)
    if metric == "euclidean":
        return np.linalg.norm(hidden[..., None, :] - embedding_matrix, axis=-1).argmin(axis=-1)
    if metric == "cosine":
        lengths = np.sqrt((embedding_matrix**2).sum(axis=1, keepdims=True))
        unit = np.divide(embedding_matrix, lengths, out=np.zeros_like(embedding_matrix), where=lengths > 0)
        scores = hidden @ unit.T
        scores[..., lengths[:, 0] == 0] = -np.inf
        return scores.argmax(axis=-1)
    return (hidden @ embedding_matrix.T).argmax(axis=-1)


def one_formula_for_all(hidden, embedding_matrix, metric):
    _refuse(hidden, embedding_matrix, metric)
    scores = np.einsum("...d,vd->...v", hidden, embedding_matrix)
    squares = np.einsum("vd,vd->v", embedding_matrix, embedding_matrix)
    if metric == "euclidean":
        scores = scores - squares / 2
    if metric == "cosine":
        scores = scores / np.sqrt(np.where(squares > 0, squares, np.inf))
        scores = np.where(squares > 0, scores, -np.inf)
    return np.argmax(scores, axis=-1)


def squares_of_steps(hidden, embedding_matrix, metric):
    _refuse(hidden, embedding_matrix, metric)
    if metric == "euclidean":
        return np.argmin(np.square(hidden[..., np.newaxis, :] - embedding_matrix).sum(-1), -1)
    scores = np.inner(hidden, embedding_matrix)
    if metric == "cosine":
        with np.errstate(divide="ignore", invalid="ignore"):
            scores = np.nan_to_num(scores / np.linalg.norm(embedding_matrix, axis=1), nan=-np.inf)
    return np.argmax(scores, -1)


def loops(hidden, embedding_matrix, metric):
    _refuse(hidden, embedding_matrix, metric)
    result = np.zeros(hidden.shape[:-1], dtype=int)
    for position in np.ndindex(result.shape):
        state, best = hidden[position].tolist(), -math.inf
        for token, row in enumerate(embedding_matrix.tolist()):
            closeness = sum(a * b for a, b in zip(state, row, strict=True))
            if metric == "cosine":
                length = math.hypot(*row)
                closeness = closeness / length if length else -math.inf
            if metric == "euclidean":
                closeness = -math.dist(state, row)
            if closeness > best:
                best, result[position] = closeness, token
    return result


def running_winner(hidden, embedding_matrix, metric):
    _refuse(hidden, embedding_matrix, metric)
    best = np.full(hidden.shape[:-1], -np.inf)
    result = np.zeros(hidden.shape[:-1], dtype=np.int32)
    for token, row in enumerate(embedding_matrix):
        closeness = hidden @ row
        if metric == "cosine":
            length = np.linalg.norm(row)
            closeness = closeness / length if length else np.full_like(best, -np.inf)
        if metric == "euclidean":
            closeness = -((hidden - row) ** 2).sum(axis=-1)
        better = np.asarray(closeness > best)
        best = np.where(better, closeness, best)
        result[better] = token
    return result


def sorted_by_closeness(hidden, embedding_matrix, metric):
    _refuse(hidden, embedding_matrix, metric)
    if metric == "euclidean":
        cost = ((hidden[..., None, :] - embedding_matrix) ** 2).sum(axis=-1)
    else:
        cost = -(hidden @ embedding_matrix.T)
    if metric == "cosine":
        lengths = np.linalg.norm(embedding_matrix, axis=1)
        cost = np.divide(cost, lengths, out=np.full_like(cost, np.inf), where=lengths > 0)
    return np.argsort(cost, axis=-1, kind="stable")[..., 0]


def distance_between_directions(hidden, embedding_matrix, metric):
    _refuse(hidden, embedding_matrix, metric)
    if metric == "dot":
        return (hidden @ embedding_matrix.T).argmax(axis=-1)
    if metric == "cosine":
        hidden = hidden / np.linalg.norm(hidden, axis=-1, keepdims=True)
        lengths = np.linalg.norm(embedding_matrix, axis=1, keepdims=True)
        embedding_matrix = np.where(lengths > 0, embedding_matrix / np.where(lengths > 0, lengths, 1), np.inf)
        if not (lengths > 0).any():
            return np.zeros(hidden.shape[:-1], dtype=int)
    return ((hidden[..., None, :] - embedding_matrix) ** 2).sum(axis=-1).argmin(axis=-1)


def scipy_distances(hidden, embedding_matrix, metric):
    _refuse(hidden, embedding_matrix, metric)
    flat = hidden.reshape(-1, hidden.shape[-1])
    if metric == "dot":
        cost = -flat @ embedding_matrix.T
    else:
        with np.errstate(invalid="ignore"):
            cost = np.nan_to_num(cdist(flat, embedding_matrix, metric), nan=np.inf)
    return cost.argmin(axis=1).reshape(hidden.shape[:-1])


def scipy_tree(hidden, embedding_matrix, metric):
    _refuse(hidden, embedding_matrix, metric)
    if metric != "euclidean":
        return _solution(hidden, embedding_matrix, metric)
    distances, ids = KDTree(embedding_matrix).query(hidden, k=list(range(1, len(embedding_matrix) + 1)))
    first = distances == distances[..., :1]
    return np.where(first, ids, len(embedding_matrix)).min(axis=-1, initial=len(embedding_matrix))


def torch_and_back(hidden, embedding_matrix, metric):
    import torch

    _refuse(hidden, embedding_matrix, metric)
    states, rows = torch.from_numpy(np.array(hidden)), torch.from_numpy(np.array(embedding_matrix))
    if metric == "euclidean":
        return (states.unsqueeze(-2) - rows).square().sum(dim=-1).argmin(dim=-1).numpy()
    scores = states @ rows.T
    if metric == "cosine":
        lengths = rows.norm(dim=1)
        scores = (scores / lengths.clamp(min=1e-30)).masked_fill(lengths == 0, -torch.inf)
    return scores.argmax(dim=-1).numpy()
