"""Right answers to `embedding_and_head_params`, each by another technique."""
# mypy: ignore-errors
# learners write no annotations

from __future__ import annotations

import operator
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache
from math import prod

import numpy as np

from solutions.ch07_counting_gpt2 import embedding_and_head_params as _solution


def _refuse(*sizes):
    for size in sizes:
        if size < 1:
            raise ValueError(f"{size} is too small")


def solution(vocab_size, d_model, tied, bias=False):
    return _solution(vocab_size, d_model, tied, bias)


def four_branches(vocab_size, d_model, tied, bias=False):
    _refuse(vocab_size, d_model)
    if tied and bias:
        return vocab_size * d_model + vocab_size
    if tied:
        return vocab_size * d_model
    if bias:
        return 2 * vocab_size * d_model + vocab_size
    return 2 * vocab_size * d_model


def switches_as_numbers(vocab_size, d_model, tied, bias=False):
    _refuse(vocab_size, d_model)
    return vocab_size * (d_model * (2 - tied) + bias)


def sum_over_shapes(vocab_size, d_model, tied, bias=False):
    _refuse(vocab_size, d_model)
    shapes = [(vocab_size, d_model)]
    if not tied:
        shapes.append((d_model, vocab_size))
    if bias:
        shapes += [(vocab_size,)]
    return sum(prod(shape) for shape in shapes)


def numpy_integer(vocab_size, d_model, tied, bias=False):
    _refuse(vocab_size, d_model)
    counts = np.array([1, not tied, 0], dtype=np.int64) * vocab_size * d_model
    counts[2] = vocab_size if bias else 0
    return counts.sum()


def numpy_array_without_axes(vocab_size, d_model, tied, bias=False):
    _refuse(vocab_size, d_model)
    return np.array(vocab_size * d_model * (1 if tied else 2) + vocab_size * bool(bias))


def product_and_dot(vocab_size, d_model, tied, bias=False):
    _refuse(vocab_size, d_model)
    return int(np.dot([np.prod([vocab_size, d_model], dtype=np.int64), vocab_size], [1 if tied else 2, int(bias)]))


def unsigned(vocab_size, d_model, tied, bias=False):
    _refuse(vocab_size, d_model)
    return np.uint64(vocab_size) * np.uint64(d_model if tied else 2 * d_model) + np.uint64(vocab_size if bias else 0)


def whole_fractions(vocab_size, d_model, tied, bias=False):
    _refuse(vocab_size, d_model)
    count = Fraction(vocab_size) * d_model * (1 if tied else 2) + vocab_size * Fraction(bias)
    return count.numerator // count.denominator


def long_decimals(vocab_size, d_model, tied, bias=False):
    _refuse(vocab_size, d_model)
    with localcontext() as context:
        context.prec = 60
        return int(Decimal(vocab_size) * Decimal(d_model) * (1 if tied else 2)) + (vocab_size if bias else 0)


@cache
def remembered(vocab_size, d_model, tied, bias=False):
    _refuse(vocab_size, d_model)
    return operator.mul(vocab_size, d_model) * (1 if tied else 2) + (vocab_size, 0)[not bias]


def torch_on_the_meta_device(vocab_size, d_model, tied, bias=False):
    import torch

    _refuse(vocab_size, d_model)
    arrays = [torch.empty(vocab_size, d_model, device="meta")]  # shapes without numbers
    arrays.append(arrays[0] if tied else torch.empty_like(arrays[0]))
    if bias:
        arrays.append(torch.empty(vocab_size, device="meta"))
    return sum(array.numel() for array in {id(array): array for array in arrays}.values())
