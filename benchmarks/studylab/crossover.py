# SPDX-License-Identifier: Apache-2.0
"""When a cluster should not place by tiers: links against disks, and how much SSD there is.

The nodes and accesses are those of the study of tiers, on 60 nodes in three racks.
"""

from . import simulate

NODES = 60
RACKS = 3
DISK_MEGABYTES = 61
FILES = 4
FILE_MEGABYTES = 256
REPLICAS = 3
LINKS = (0.5, 1, 2, 4, 8, 16, 32)
SHARES = (0.05, 0.2, 0.5)
SEEDS = 5


def scenario(mode, link):
    """Returns the scenario of a mode; its variants have SSDs of different size.

    link: rate of a node's link in units of what a disk reads
    """
    disk = {"type": "disk", "count": 6, "read": f"{DISK_MEGABYTES} MB/s", "write": "46 MB/s", "capacity": "1t", "use": "hdfs"}
    ssd = {"type": "ssd", "read": "191 MB/s", "write": "139 MB/s", "capacity": "1g", "use": "hdfs"}
    rate = link * DISK_MEGABYTES
    node = {
        "count": NODES, "cores": 8, "clock": "2.8 GHz", "link": f"{rate} MB/s", "devices": {"disk": disk, "ssd": ssd},
    }  # fmt: skip
    stored = FILES * FILE_MEGABYTES * REPLICAS
    return {
        "cluster": {"racks": RACKS, "uplink": f"{4 * rate} MB/s", "nodes": {"worker": node}},
        "hdfs": {"block": "64m", "placement": mode, "retrieval": mode},
        "clients": {"files": FILES, "size": f"{FILE_MEGABYTES}m", "read": "other", "pause": "60s"},
        "matrix": {"cluster.nodes.worker.devices.ssd.capacity": [f"{round(share * stored)}m" for share in SHARES]},
        "precision": 0.001,
    }


def study(work, say):
    """Runs all; returns the study's text in Markdown."""
    text = "| a link against a disk |"
    text += "".join(f" SSD for {100 * share:.0f} %: read | write |" for share in SHARES) + "\n"
    text += "|---|" + "---|---|" * len(SHARES) + "\n"
    for link in LINKS:
        results = {}
        for mode in ("network", "hybrid"):
            say(f"link of {link} disks: {mode}")
            results[mode] = simulate.repeated(f"crossover-{mode}-{link}", scenario(mode, link), work, SEEDS)
        text += f"| {link} |"
        for network, hybrid in zip(results["network"], results["hybrid"], strict=True):
            pairs = list(zip(hybrid, network, strict=True))
            text += f" {difference(pairs, 'reads')} | {difference(pairs, 'writes')} |"
        text += "\n"
    return text


def difference(pairs, member):
    """By how much one differs from its base, seed by seed."""
    rate = "throughputBytesPerSecond"
    return simulate.differences([one[member][rate] / base[member][rate] for one, base in pairs])
