# SPDX-License-Identifier: Apache-2.0
"""How fast audit logs are read: athanor storage plan on one processor, with logs of several lengths and the same heap."""

import os
import subprocess
import time

from . import figures
from .cluster import ATHANOR, BENCHMARKS, Failed

FILES = 200_000
LINES_OF_LOG = 10_000_000
HEAP = "512m"
BYTES_OF_LINE = 175
GENERATOR = BENCHMARKS / "src/main/java/org/athanor/benchmarks/data/AuditLogGenerator.java"


def lengths(most):
    """A tenth of the lines, and all: memory must not grow with them."""
    return [max(1, most // 10), most]


def round_of(number, lines, work, java_home, say):
    """Plans once with a log of so many lines; returns the run."""
    directory = work / f"audit-{lines}"
    if not directory.exists():
        say(f"writing {lines:,} lines, {lines * BYTES_OF_LINE / 1e9:.1f} GB")
        words = [f"{java_home}/bin/java", "-Xmx128m", str(GENERATOR), str(directory)]
        subprocess.run([*words, str(FILES), str(lines), str(LINES_OF_LOG), "1"], check=True)
    plan = directory / "plan.json"
    plan.unlink(missing_ok=True)
    words = [ATHANOR, "storage", "plan", "--image", directory / "image", "--audit-log", directory / "hdfs-audit.log",
             "--zone", "UTC", "--ssd", "10t", "--output", plan]  # fmt: skip
    run = {"mode": f"{lines:,} lines", "round": number, "lines": lines, **measured(words, work / "plan.log", java_home)}
    run["rate"] = lines / run["seconds"]
    say(f"round {number + 1}, {lines:,} lines: {run['rate']:,.0f} lines/s, {run['memory_mib']:.0f} MiB")
    return run


def measured(words, log, java_home):
    """Runs a command on one processor; returns its seconds and the most memory it had."""
    env = {**os.environ, "JAVA_HOME": java_home, "ATHANOR_HEAP": HEAP}
    with open(log, "wb") as output:
        start = time.monotonic()
        process = subprocess.Popen([str(word) for word in words], env=env, stdout=output, stderr=output,
                                   preexec_fn=lambda: os.sched_setaffinity(0, {min(os.sched_getaffinity(0))}))  # fmt: skip
        _, status, used = os.wait4(process.pid, 0)
        seconds = time.monotonic() - start
    if status:
        raise Failed(f"athanor storage plan has failed: {log.read_text(errors='replace').strip()[:300]}")
    return {"seconds": seconds, "memory_mib": used.ru_maxrss / 1024}


def report(runs):
    """A table of medians, with the lowest and highest value."""
    rows = []
    for mode in sorted({(run["lines"], run["mode"]) for run in runs}):
        one = figures.summary([run for run in runs if run["mode"] == mode[1]])
        rows.append([
            mode[1], f"{one['seconds']['median']:.1f}", f"{one['rate']['median']:,.0f}",
            f"{one['rate']['low']:,.0f}-{one['rate']['high']:,.0f}", f"{one['memory_mib']['median']:.0f}",
        ])  # fmt: skip
    return "Audit logs\n" + figures.table(["log", "seconds", "lines/s", "lowest-highest", "memory MiB"], rows)
