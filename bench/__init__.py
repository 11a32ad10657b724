"""What the project promises about speed, measured within one run, as ratios where two programs are compared: ``python -m bench``."""
