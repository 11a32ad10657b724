"""JupyterHub for a class: one course folder, one exchange, formgrader for the instructors; README.md says how."""

import os
import sys
from pathlib import Path

c = get_config()  # noqa: F821

HERE = Path(__file__).resolve().parent
BIN = Path(sys.executable).parent
CLASS = Path(os.environ.get("TIEDBOOK_CLASS", "/srv/nbgrader"))  # holds course/ and exchange/

INSTRUCTORS = {"ines"}
LEARNERS = {"ana"}

# Who may come in: people with an account on this machine and a name in these lists.
c.Authenticator.allowed_users = INSTRUCTORS | LEARNERS

# The proxy in Python, from PyPI: nothing here needs Node. It passes an answer on once it is complete, and by itself
# gives one 20 seconds: too few for the page that waits until a server has started.
c.ConfigurableHTTPProxy.command = [str(BIN / "configurable-http-proxy"), "--proxy-timeout", "600000"]

c.Spawner.cmd = [str(BIN / "jupyterhub-singleuser")]
c.Spawner.default_url = "/lab"
c.Spawner.start_timeout = c.Spawner.http_timeout = 180  # a class that starts at once is patient
c.Spawner.environment = {
    "JUPYTER_CONFIG_PATH": str(HERE / "jupyter"),  # nbgrader_config.py, the same for everybody
    "TIEDBOOK_CLASS": str(CLASS),
}

NO_FORMGRADER = "--ServerApp.jpserver_extensions={'nbgrader.server_extensions.formgrader': False}"


def prepare(spawner):
    """Give instructors the course folder with formgrader, and learners their own folder without it."""
    if spawner.user.name in INSTRUCTORS:
        spawner.notebook_dir = str(CLASS / "course")
        spawner.environment = {**spawner.environment, "TIEDBOOK_COURSE": spawner.notebook_dir}
    else:
        spawner.args = [*spawner.args, NO_FORMGRADER]


c.Spawner.pre_spawn_hook = prepare
