"""What the project promises about speed, measured as ratios within one run: ``python -m bench``."""
