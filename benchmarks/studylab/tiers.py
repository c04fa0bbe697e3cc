# SPDX-License-Identifier: Apache-2.0
"""Placement and retrieval by tiers on 500 nodes.

K. Ravindranathan, PhD thesis, Virginia Tech 2015, section 4.3.8: six disks and an SSD in each node, two links of 10 Gbit/s.
"""

import statistics

from . import simulate

MODES = ("hdfs", "network", "tier", "hybrid", "random")
SEEDS = 5
LINKS = {20: "Fast links, 20 Gbit/s", 1: "Slow links, 1 Gbit/s"}


def scenario(mode, gigabits):
    disk = {"type": "disk", "count": 6, "read": "61 MB/s", "write": "46 MB/s", "capacity": "1t", "use": "hdfs"}
    ssd = {"type": "ssd", "read": "191 MB/s", "write": "139 MB/s", "capacity": "256g", "use": "hdfs"}
    node = {
        "count": 500, "cores": 8, "clock": "2.8 GHz", "link": f"{gigabits} Gbit/s",
        "devices": {"disk": disk, "ssd": ssd},
    }  # fmt: skip
    return {
        "cluster": {"racks": 25, "uplink": f"{4 * gigabits} Gbit/s", "nodes": {"worker": node}},
        "hdfs": {"block": "64m", "placement": mode, "retrieval": mode},
        "clients": {"files": 4, "size": "256m", "read": "other", "pause": "60s"},
        "precision": 0.001,
    }


def with_device(name, **values):
    return lambda one: one["cluster"]["nodes"]["worker"]["devices"][name].update(values)


def with_uplinks(links):
    """Uplinks of so many links of a node instead of four."""

    def change(one):
        gigabits = int(one["cluster"]["nodes"]["worker"]["link"].split()[0])
        one["cluster"]["uplink"] = f"{links * gigabits} Gbit/s"

    return change


# What the thesis does not say, one at a time.
ASSUMPTIONS = (
    ("disks lose half by crowding", with_device("disk", crowding=1)),
    ("SSDs twice as fast", with_device("ssd", read="382 MB/s", write="278 MB/s")),
    ("uplinks of 2 links", with_uplinks(2)),
    ("uplinks of 8 links", with_uplinks(8)),
    ("2 files of each node", lambda one: one["clients"].update({"files": 2})),
    ("8 files of each node", lambda one: one["clients"].update({"files": 8})),
    ("blocks of 128 MiB", lambda one: one["hdfs"].update({"block": "128m"})),
)


def runs(mode, gigabits, work, name="as above", change=lambda one: None):
    """Returns the results of all seeds, if a scenario is changed."""
    made = scenario(mode, gigabits)
    change(made)
    return simulate.repeated(f"tiers-{name}-{mode}-{gigabits}".replace(" ", "-"), made, work, SEEDS)[0]


def study(work, say):
    """Runs all; returns the study's text in Markdown."""
    usual = {}
    for gigabits in LINKS:
        for mode in MODES:
            say(f"{gigabits} Gbit/s: {mode}")
            usual[mode, gigabits] = runs(mode, gigabits, work)
    text = modes(usual) + "Hybrid to network:\n\n| | 20 Gbit/s: read | write | 1 Gbit/s: read | write |\n|---|---|---|---|---|\n"
    text += to_network("as above", usual)
    for name, change in ASSUMPTIONS:
        say(name)
        text += to_network(
            name,
            {
                (mode, gigabits): runs(mode, gigabits, work, name, change)
                for gigabits in LINKS
                for mode in ("hybrid", "network")
            },
        )
    return text


def to_network(name, results):
    """How hybrid differs from network under an assumption."""
    cells = [
        difference(results["hybrid", gigabits], results["network", gigabits], access, "throughputBytesPerSecond")
        for gigabits in LINKS
        for access in ("reads", "writes")
    ]
    return f"| {name} | {' | '.join(cells)} |\n"


def modes(results):
    """Rates of all modes."""
    text = ""
    for gigabits, links in LINKS.items():
        text += f"{links}:\n\n| mode | write | read | to network | mean I/O rate | to network | network |\n"
        text += "|---|---|---|---|---|---|---|\n"
        base = results["network", gigabits]
        for mode in MODES:
            own = results[mode, gigabits]
            text += (
                f"| {mode} | {rate(own, 'writes', 'throughputBytesPerSecond')}"
                f" | {rate(own, 'reads', 'throughputBytesPerSecond')}"
                f" | {difference(own, base, 'reads', 'throughputBytesPerSecond')}"
                f" | {rate(own, 'reads', 'meanRateBytesPerSecond')}"
                f" | {difference(own, base, 'reads', 'meanRateBytesPerSecond')}"
                f" | {statistics.median(one['networkBytes'] for one in own) / 1e12:.2f} TB |\n"
            )
        bounds = [f"{base[0][access]['boundBytesPerSecond'] / 1e6:.1f} MB/s" for access in ("writes", "reads")]
        text += f"| clairvoyant bound | {bounds[0]} | {bounds[1]} | | | | |\n\n"
    return text


def rate(runs, accesses, member):
    """Median of the seeds with the lowest and the highest one."""
    values = [one[accesses][member] / 1e6 for one in runs]
    return f"{statistics.median(values):.1f} ({min(values):.1f}-{max(values):.1f}) MB/s"


def difference(runs, base, access, member):
    """By how much runs differ from those of the base, seed by seed."""
    return simulate.differences([one[access][member] / its[access][member] for one, its in zip(runs, base, strict=True)])
