# SPDX-License-Identifier: Apache-2.0
"""Statistics of repeated runs, and warnings with the likely cause."""

import dataclasses
import re
import statistics

# Others' CPU time, as a share of the run's wall time, above which a run counts as disturbed.
DISTURBED_SHARE = 0.10
STEAL_SHARE = 0.05
OUTLIER_FACTOR = 1.25
PAUSE = re.compile(r"\bPause\b.* (\d+(?:\.\d+)?)ms$")


@dataclasses.dataclass
class Spread:
    """Median, minimum and maximum of one quantity over the good runs."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, values):
        return cls(statistics.median(values), min(values), max(values))


def gc_pause_seconds(gc_log_text):
    """Returns the sum of all stop-the-world pauses in a -Xlog:gc file."""
    found = (PAUSE.search(line.rstrip()) for line in gc_log_text.splitlines())
    return sum(float(match[1]) for match in found if match) / 1000


def disturbance(run):
    """Returns one line if other processes or guests disturbed this run, else None."""
    if run["others_s"] > DISTURBED_SHARE * run["wall_s"]:
        return (
            f"other processes used {run['others_s']:.1f} CPU s during its {run['wall_s']:.1f} s;"
            " stop them, or repeat on a quiet machine"
        )
    if run["steal_s"] > STEAL_SHARE * run["wall_s"]:
        return (
            f"the hypervisor took {run['steal_s']:.1f} s from its {run['wall_s']:.1f} s;"
            " repeat when the host is quieter"
        )
    return None


def outliers(runs):
    """Returns (index, text) for each run that is much slower than the median of all."""
    if len(runs) < 3:
        return []
    wall = statistics.median(run["wall_s"] for run in runs)
    system = statistics.median(run["system_s"] for run in runs)
    found = []
    for index, run in enumerate(runs):
        if run["wall_s"] <= OUTLIER_FACTOR * wall:
            continue
        text = f"took {run['wall_s']:.1f} s, the median is {wall:.1f} s: "
        if disturbance(run):
            text += "it was disturbed"
        elif run["system_s"] - system > (run["wall_s"] - wall) / 2:
            text += "the kernel needed longer (memory taken back from the host?); try --warm-memory"
        elif run["user_s"] + run["system_s"] < 0.7 * run["wall_s"]:
            text += "it waited, probably for the disk"
        else:
            text += "no cause found; more --runs will tell"
        found.append((index, text))
    return found


def summarise(runs):
    """Returns the spreads of the good runs, or None if there is none."""
    good = [run for run in runs if run["failure"] is None]
    if not good:
        return None
    summary = {
        name: dataclasses.asdict(Spread.of([run[name] for run in good]))
        for name in ("wall_s", "cpu_s", "peak_rss_bytes", "others_s")
    }
    shares = [run["gc_s"] / run["wall_s"] for run in good if run["gc_s"] is not None]
    summary["gc_share"] = dataclasses.asdict(Spread.of(shares)) if shares else None
    summary["good_runs"] = len(good)
    return summary
