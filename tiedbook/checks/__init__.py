"""The checks of the course, one module per chapter; each lists its exercises in ``EXERCISES``."""
