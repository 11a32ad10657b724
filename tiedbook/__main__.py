"""Runs the command as ``python -m tiedbook``."""

import sys

from tiedbook.cli import main

sys.exit(main())
