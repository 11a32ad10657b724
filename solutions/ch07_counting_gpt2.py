"""Chapter 7: every parameter of GPT-2, by hand."""

from __future__ import annotations


def embedding_and_head_params(vocab_size: int, d_model: int, tied: bool, bias: bool = False) -> int:
    """Count the parameters of the token table and the head together.

    Parameters
    ----------
    vocab_size : int
        V, the number of tokens in the vocabulary; at least 1.
    d_model : int
        d, the width of a row; at least 1.
    tied : bool
        Whether the head uses the token table. If not, it has a table of its own, of the same size.
    bias : bool
        Whether the head adds a number of its own to the score of each token.

    Returns
    -------
    int
        How many numbers training can change, exactly.

    Raises
    ------
    ValueError
        If a size is below 1.
    """
    if vocab_size < 1 or d_model < 1:
        raise ValueError(f"sizes must be at least 1, not {vocab_size} and {d_model}")
    tables = 1 if tied else 2
    return tables * vocab_size * d_model + (vocab_size if bias else 0)


def gpt2_param_count(n_layer: int, d_model: int, vocab_size: int, n_ctx: int, tied: bool = True) -> int:
    """Count all parameters of a model of GPT-2's kind.

    Parameters
    ----------
    n_layer : int
        L, the number of blocks; at least 1.
    d_model : int
        d, the width; at least 1.
    vocab_size : int
        V, the number of tokens in the vocabulary; at least 1.
    n_ctx : int
        C, the largest number of positions; at least 1.
    tied : bool
        Whether the head uses the token table. It has no bias in either case.

    Returns
    -------
    int
        How many numbers training can change, exactly.

    Raises
    ------
    ValueError
        If a size is below 1.
    """
    if min(n_layer, d_model, vocab_size, n_ctx) < 1:
        raise ValueError(f"sizes must be at least 1, not {n_layer}, {d_model}, {vocab_size} and {n_ctx}")
    norm = 2 * d_model
    attention = d_model * 3 * d_model + 3 * d_model + d_model * d_model + d_model
    mlp = d_model * 4 * d_model + 4 * d_model + 4 * d_model * d_model + d_model
    block = norm + attention + norm + mlp
    tables = (1 if tied else 2) * vocab_size * d_model + n_ctx * d_model
    return tables + n_layer * block + norm
