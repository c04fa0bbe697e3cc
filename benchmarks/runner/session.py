# SPDX-License-Identifier: Apache-2.0
"""A session of warm JVMs (docs/session.md) with one engine, which serves the runs of a case."""

import re
import subprocess
import time

from .tools import Unavailable, execute

# Seconds until an engine has given back what the run before had, or another one has taken its place and is warm.
PATIENCE = 120


def processes(status):
    """Returns the processes of a session, from the text of `athanor session status`."""
    return [int(pid) for pid in re.findall(r"^(?:session|engine \d+) +process (\d+),", status, re.MULTILINE)]


def is_idle(status):
    """Returns whether an engine waits for a driver, from the same text."""
    return re.search(r"^engine \d+ +process \d+, idle\b", status, re.MULTILINE) is not None


class Session:
    """Starts and stops a session of its own, in a directory that is not the user's."""

    def __init__(self, launcher, environment, log):
        self._command = [str(launcher), "session"]
        self._environment = environment
        self._log = log

    def start(self):
        execute([*self._command, "start", "--engines", "1"], self._log, env=self._environment)

    def stop(self):
        self._ask("stop", "--force")

    def await_idle(self):
        """Returns the session's processes once an engine waits for a driver."""
        end = time.monotonic() + PATIENCE
        while True:
            done = self._ask("status")
            if is_idle(done.stdout):
                return processes(done.stdout)
            if time.monotonic() > end:
                raise Unavailable(f"no engine of the session is idle after {PATIENCE} s: {done.stdout}{done.stderr}")
            time.sleep(0.5)

    def _ask(self, *arguments):
        command = [*self._command, *arguments]
        try:
            return subprocess.run(
                command, env=self._environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE
            )
        except subprocess.TimeoutExpired as expired:
            raise Unavailable(f"{' '.join(command)}: no answer in {PATIENCE} s") from expired
