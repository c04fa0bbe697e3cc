# SPDX-License-Identifier: Apache-2.0
"""Placement and retrieval by tiers on 500 nodes.

K. Ravindranathan, PhD thesis, Virginia Tech 2015, section 4.3.8: six disks and an SSD in each node, two links of 10 Gbit/s.
"""

from . import simulate

MODES = ("hdfs", "network", "tier", "hybrid", "random")


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


def study(work, say):
    """Runs all; returns the study's text in Markdown."""
    text = ""
    for gigabits, links in ((20, "Fast links, 20 Gbit/s"), (1, "Slow links, 1 Gbit/s")):
        text += f"{links}:\n\n| mode | write | read | to network | mean I/O rate | to network | network |\n"
        text += "|---|---|---|---|---|---|---|\n"
        results = {}
        for mode in MODES:
            say(f"{links}: {mode}")
            results[mode] = simulate.run(f"tiers-{mode}-{gigabits}", scenario(mode, gigabits), work)
        base = results["network"]["reads"]
        for mode, one in results.items():
            reads, writes = one["reads"], one["writes"]
            text += (
                f"| {mode} | {writes['throughputBytesPerSecond'] / 1e6:.1f} MB/s"
                f" | {reads['throughputBytesPerSecond'] / 1e6:.1f} MB/s"
                f" | {difference(reads, base, 'throughputBytesPerSecond')}"
                f" | {reads['meanRateBytesPerSecond'] / 1e6:.1f} MB/s"
                f" | {difference(reads, base, 'meanRateBytesPerSecond')}"
                f" | {one['networkBytes'] / 1e12:.2f} TB |\n"
            )
        text += "\n"
    return text


def difference(one, base, member):
    return f"{100 * (one[member] / base[member] - 1):+.1f} %"
