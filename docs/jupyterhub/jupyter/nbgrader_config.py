"""What nbgrader needs to know in every server of this JupyterHub."""

import os
from pathlib import Path

c = get_config()  # noqa: F821

c.Exchange.root = str(Path(os.environ.get("TIEDBOOK_CLASS", "/srv/nbgrader")) / "exchange")
c.CourseDirectory.course_id = "tiedbook"  # as in the nbgrader_config.py that `autograde assign` writes
if "TIEDBOOK_COURSE" in os.environ:  # in the servers of instructors
    c.CourseDirectory.root = os.environ["TIEDBOOK_COURSE"]
