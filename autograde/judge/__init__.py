"""The judge: a submission's functions called inside walls, compared outside them."""
