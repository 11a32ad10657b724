"""What flashcards were called before they had ids of their own.

Until 30 November 2026 a card's key was made of its English question, so that a better wording lost a learner's
schedule. The keys that cards had on that day lead to their ids for ever: in study logs of workspaces, and as what Anki
knows the notes by. A card that is written later has no entry here.
"""

from __future__ import annotations

_FORMER = {
    "token-id": "c7c9c90b420f288012a7",
    "shape-aloud": "ab73242c01d68ecdc1af",
    "two-jobs": "331404c3652bf1ed6454",
    "label-not-quantity": "5b7e9ab6319e9a5a8127",
    "different-lengths": "06133754e500e954b825",
    "onehot-product": "3041c64d42e2fe7b504b",
    "lookup-shape": "dde245684d99aba9e0bd",
    "lookup-time": "70b98aa560d9cd3643e3",
    "id-or-list-of-ids": "47767356b58e4a35fd9f",
    "wasted-products": "3aa5265b76586ff528e3",
    "lookup-not-product": "f83bed61c3ca479718c9",
    "ids-nobody-has": "8ad81c6c241bd12d60f8",
    "lookup-gradient": "06d76685365c8350f434",
    "absent-row": "a0c284bba0a0edab0e23",
    "repeated-id": "55113e75c9dc82336efb",
    "right-scatters": "76709cbe3ed80c398a0d",
    "gather-transpose": "bda18f5bbf4a61ccfcbc",
    "several-uses": "9b8657aa8eb32afefecd",
    "sparse-optimisers": "b4db450823bd5451a155",
    "small-start": "55d82cb39ecd6a314633",
    "pooling-forgets": "0b985e8255d491c5a021",
    "zero-padding": "796eb85b57950a9bccdb",
    "mask-twice": "30767827d2cd59d356d5",
    "mask-axis": "1ddbdb5b9290d961f70e",
    "empty-text": "d7799a01a99c8281b0a0",
    "zeros-or-padding": "9fea4ceb5e8d4d708d73",
    "padding-test": "5ee74909f92a643017ec",
    "tied-score": "72b729b225a4342b2f5f",
    "three-factors": "ef947c141008020ed54f",
    "row-length": "f1975fd02b86e47b4bc6",
    "agreeing-winners": "60cb3ff0bce343858f9c",
    "head-not-inverse": "dbf5306f2aa070df5f89",
    "scale-and-bias": "0b190454e65247159ee0",
    "logits-of-positions": "3de666ad2a4a41da16fa",
    "work-of-two-jobs": "91deb623b820f4b483a7",
    "wrong-softmax": "a2b2179de2ce450892f1",
    "largest-subtracted": "bb9d9fceb1f5f885e11d",
    "loss-of-scores": "18af251d980fffa8e99c",
    "log-of-probability": "92feeaa50c33f818f9fe",
    "loss-gradient": "a043dc9b4fe121491f04",
    "who-gets-gradient": "55392331cf0b6ed943f1",
    "first-loss": "be8c8befb1fbbdd73fd3",
    "rounded-to-zero": "e83d9a135e9ae03b77b6",
    "tied-gradient": "8eece999025ccc2f1814",
    "added-not-averaged": "da67366cc22b395bc6fc",
    "rows-reached": "2d3931a686ea80a2457a",
    "head-direction": "975fb76404833590140e",
    "states-depend-too": "6e9b7f062686db105350",
    "tie-in-pytorch": "ce7635e4387779f838dc",
    "tying-order": "a7aed103541f00e7c381",
    "transposed-gradient": "e87118d59dace880e1c7",
    "linear-parameters": "34b91ff101fb3e0d8162",
    "block-parameters": "1e9b953cbff83ad9f3a2",
    "gpt2-parameters": "b112e7b78ae4e6c6f779",
    "what-tying-saves": "2942023d13f546b5143a",
    "table-share": "904519e9e28e5cdd57fa",
    "state-dict-sum": "b8ed98719f41be34d1c0",
    "whence-117m": "b4038fbbcb7047410cdd",
    "table-as-blocks": "db8c277a5bcc49c34ffb",
    "no-faster-head": "08ce39cf3e0fb1daf503",
    "is-it-tied": "02a48a96f6e2e46d0a5e",
    "when-to-tie": "deaf7a1427818f7f960e",
    "unequal-widths": "75fa39a744f9065159ff",
    "lstm-evidence": "941c5668028ac0bf775d",
    "king-queen": "e7a116e74c752b6273d0",
    "context-of-three": "19b62327a93c290a5626",
    "renumbered-targets": "09e5e8e1ddae329bac35",
    "several-seeds": "f8b5ecfa9b287c21657a",
}
_IDS = {key: id_ for id_, key in _FORMER.items()}


def id_of(key: str) -> str:
    """Return the id of a card that a log names, be it by its id or by what it was called before."""
    return _IDS.get(key, key)


def guid(id_: str) -> str:
    """Return what Anki knows a card's note by: a deck that is imported again finds it, whatever it asks by then."""
    return _FORMER.get(id_, f"tiedbook {id_}")
