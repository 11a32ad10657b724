"""The instructor's side: an nbgrader course made, graded and answered in every edition."""
