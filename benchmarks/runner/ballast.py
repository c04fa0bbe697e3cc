# SPDX-License-Identifier: Apache-2.0
"""Keeps free memory available in the kernel during a run, so that no run pays for allocating it from the host.

A virtual machine may return unused memory to its host; Linux does so about two seconds after
memory was freed. Getting it back takes up to seconds per gigabyte. That time would count for
the contestant that runs next, or for all except those that end within two seconds. A helper
process therefore touches memory while outputs are checked. When a run starts, the helper frees some
of it, and during the run as much as has been used. It is a separate process, because a large resident set of
the runner would count as its children's peak.
"""

import subprocess
import sys

HELPER = """
import mmap, select, sys
SLICE = 1 << 25
AHEAD = 1 << 30

def free():
    with open("/proc/meminfo") as file:
        return next(int(line.split()[1]) << 10 for line in file if line.startswith("MemFree:"))

def held(size):
    memory = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    if hasattr(mmap, "MADV_HUGEPAGE"):
        memory.madvise(mmap.MADV_HUGEPAGE)
    zeros = bytes(1 << 21)
    for at in range(0, size, len(zeros)):
        memory[at:at + len(zeros)] = zeros
    return memory

slices = [held(SLICE) for _ in range(int(sys.argv[1]) // SLICE)]
print("held", flush=True)
sys.stdin.readline()
wanted = free() + AHEAD
print("released", flush=True)
while True:
    while slices and free() < wanted:
        slices.pop().close()
    if select.select([sys.stdin], [], [], 0.02)[0]:
        break
"""


class Ballast:
    """Ballast for successive runs, each with take(), give(), the run, drop(). Does nothing if the size is 0."""

    def __init__(self, size_bytes):
        self._size = size_bytes
        self._helper = None

    def take(self):
        """Starts to fill the ballast."""
        if self._size and not self._helper:
            self._helper = subprocess.Popen(
                [sys.executable, "-c", HELPER, str(self._size)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )

    def give(self):
        """Waits until the ballast is full, then frees it as memory is needed, until drop()."""
        if self._helper:
            self._helper.stdout.readline()
            self._helper.stdin.write(b"give\n")
            self._helper.stdin.flush()
            self._helper.stdout.readline()

    def drop(self):
        if self._helper:
            self._helper.communicate()
            self._helper = None
