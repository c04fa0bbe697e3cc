# SPDX-License-Identifier: Apache-2.0
"""Limits of the processor time of processes, by control groups."""

import contextlib
import pathlib
import sys
import time

from storagelab.cluster import Failed

PERIOD_US = 100_000
V1 = pathlib.Path("/sys/fs/cgroup/cpu")
V2 = pathlib.Path("/sys/fs/cgroup")


def needs_for_limits():
    """Returns what is missing, or None."""
    return None if _parent() else "limits of processor time need the cpu controller of control groups"


def _parent():
    if (V1 / "cpu.cfs_quota_us").is_file() or (V1 / "cgroup.procs").is_file():
        return V1
    controllers = V2 / "cgroup.subtree_control"
    return V2 if controllers.is_file() and "cpu" in controllers.read_text().split() else None


class CpuLimit:
    """Processes in it, and those that they start, get so many processors together."""

    def __init__(self, name, processors):
        self._parent = _parent()
        self._directory = self._parent / name
        self._quota = int(processors * PERIOD_US)

    def __enter__(self):
        self._directory.mkdir()
        try:
            if self._parent == V1:
                (self._directory / "cpu.cfs_period_us").write_text(str(PERIOD_US))
                (self._directory / "cpu.cfs_quota_us").write_text(str(self._quota))
            else:
                (self._directory / "cpu.max").write_text(f"{self._quota} {PERIOD_US}")
        except BaseException:
            self._directory.rmdir()
            raise
        return self

    def add(self, pid):
        (self._directory / "cgroup.procs").write_text(str(pid))

    def __exit__(self, failure, *_):
        """The processes must have been ended; the kernel may need a moment to forget them.

        Those that are still there are moved to the group above, without the limit, and named: they disturb what is
        measured later.
        """
        end = time.monotonic() + 10
        while time.monotonic() < end:
            try:
                self._directory.rmdir()
                return
            except OSError:
                time.sleep(0.1)
        left = self._members()
        for pid in left:
            with contextlib.suppress(ProcessLookupError):  # it has ended meanwhile
                (self._parent / "cgroup.procs").write_text(pid)
        self._directory.rmdir()
        if left:
            problem = f"processes of {self._directory.name} have not ended, and have no limit any more: {' '.join(left)}"
            if failure is None:
                raise Failed(problem)
            print(problem, file=sys.stderr)  # the failure is what counts

    def _members(self):
        return (self._directory / "cgroup.procs").read_text().split()
