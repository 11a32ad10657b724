"""What the project promises about speed, measured in one run: ``python -m bench``."""
