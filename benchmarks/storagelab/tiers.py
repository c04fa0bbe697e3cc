# SPDX-License-Identifier: Apache-2.0
"""hatS: placement and retrieval on unlike volumes, with fast and with slow links.

A tenth of the paper's speeds and a third of its nodes: 9 hosts in 3 racks with 9 disks, 3 SATA SSDs and 1 PCIe SSD,
which is NVDIMM for HDFS, because that has one type for SSDs.
"""

import statistics
import time

from . import figures

HOSTS = 9
RACKS = 3
DISK, SATA, PCIE = "disk=6m/5m", "ssd=19m/14m", "nvdimm=53m/24m"
MIB = 1 << 20
# DataNodes tell the NameNode their load each 3 s.
HEARTBEAT_S = 3.5
LINK = {"fast": None, "slow": "100mbit"}
# What one reader can get, in bytes per second: the paper's 10 and 1 Gbit/s, scaled.
PATH = {"fast": 125_000_000, "slow": 12_500_000}

RULES = {
    "tiers": "pcie, sata, disk",
    "tier.pcie.devices": "NVDIMM", "tier.pcie.read": 53 * MIB, "tier.pcie.write": 24 * MIB, "tier.pcie.iops": 7000,
    "tier.sata.devices": "SSD", "tier.sata.read": 19 * MIB, "tier.sata.write": 14 * MIB, "tier.sata.iops": 2500,
    "tier.disk.devices": "DISK", "tier.disk.read": 6 * MIB, "tier.disk.write": 5 * MIB, "tier.disk.iops": 350,
    "placements": "network, tier, hybrid, random",
    **{f"placement.{kind}.path": f"/{kind}" for kind in ("network", "tier", "hybrid", "random")},
    **{f"placement.{kind}.policy": kind for kind in ("network", "tier", "hybrid", "random")},
    "retrieval": "random",
    "replication.minimum": 2,
}  # fmt: skip

# Each with the placement of its directory. HDFS's own is that of a directory without a rule; it takes the nearest
# replica, which is the limit of a large step, and disks only.
MODES = {
    "hdfs": {"retrieval": "network", "retrieval.network.step": 1_000_000},
    "network": {"retrieval": "network", "retrieval.network.step": 16},
    "tier": {"retrieval": "tier"},
    "hybrid": {"retrieval": "hybrid"},
    "random": {"retrieval": "random"},
}


def host_lines(hosts):
    """The host file."""
    lines = []
    for i in range(HOSTS):
        volumes = [DISK]
        if i % 3 == 2:
            volumes.append(SATA)
        if i == 1:
            volumes.append(PCIE)
        lines.append(f"{hosts.node(i)} role=storage rack=/rack{i // (HOSTS // RACKS) + 1} {' '.join(volumes)}")
    return lines


def rules_of(mode, links):
    changes = dict(MODES[mode])
    if mode == "hybrid":
        for name in ("rack", "off-rack", "other-region"):
            changes[f"retrieval.hybrid.{name}"] = PATH[links]
    return changes


def round_of(number, cluster, hosts, settings, links, say):
    """Each mode once: writes files, reads them over links of each speed, and deletes them."""
    runs = []
    order = list(MODES)
    # Another mode goes first in each round.
    for mode in order[number % len(order) :] + order[: number % len(order)]:
        cluster.use(rules_of(mode, links[0]))
        names = [
            [f"/{mode}/round{number}/host{host}-{file}" for file in range(settings.files)] for host in range(HOSTS)
        ]
        size = settings.file_mb * MIB
        results, seconds, cpu = cluster.run(
            ["write", settings.files, 3, size, *(f"{name}:{size}" for name in files)] for files in names
        )
        run = {"mode": mode, "round": number, "write": figures.dfsio(results, seconds)}
        run["write"]["cpu"] = cpu / seconds
        for speed in links:
            if speed != links[0]:
                cluster.use(rules_of(mode, speed))
            hosts.limit(LINK[speed])
            # The NameNode forgets the load of the phase before. All files are opened at once, so it learns of none.
            time.sleep(HEARTBEAT_S)
            try:
                # Hosts read what others have written.
                shift = 1 + number % (HOSTS - 1)
                readers = [names[(host + shift) % HOSTS] for host in range(HOSTS)]
                results, seconds, cpu = cluster.run(["read", settings.files, *files] for files in readers)
            finally:
                hosts.limit(None)
            run[speed] = {
                **figures.dfsio(results, seconds),
                **figures.shares(results, lambda client, host: hosts.same(client, host)),
                "cpu": cpu / seconds,
            }
        cluster.run(["delete", 1, f"/{mode}/round{number}"] if host == 0 else ["delete", 1] for host in range(HOSTS))
        say(f"round {number + 1}, {mode}: write {run['write']['throughput']:.2f} MB/s, read "
            + ", ".join(f"{speed} {run[speed]['throughput']:.2f}" for speed in links))  # fmt: skip
        runs.append(run)
    return runs


def report(runs, links):
    """Tables of medians, with the lowest and highest value."""
    of = {mode: [run for run in runs if run["mode"] == mode] for mode in MODES}
    writes = {mode: figures.summary([run["write"] for run in some]) for mode, some in of.items()}
    base = writes["network"]
    rows = [
        [mode, figures.span(write["throughput"]), figures.gain(write, base, "throughput"),
         figures.span(write["aggregate"]), f"{write['cpu']['median']:.2f}"]
        for mode, write in writes.items()
    ]  # fmt: skip
    headings = ["mode", "throughput MB/s", "to network", "all hosts MB/s", "CPUs"]
    text = "Writes\n" + figures.table(headings, rows) + "\n"
    for speed in links:
        rows = []
        reads = {mode: figures.summary([run[speed] for run in some]) for mode, some in of.items()}
        base = reads["network"]
        for mode, read in reads.items():
            kinds = [run[speed]["from"] for run in of[mode]]
            rows.append([
                mode, figures.span(read["throughput"]), figures.gain(read, base, "throughput"),
                figures.span(read["io_rate"]), figures.gain(read, base, "io_rate"), f"{read['aggregate']['median']:.1f}",
                mean_percent(kinds, "NVDIMM"), mean_percent(kinds, "SSD"), f"{100 * read['remote']['median']:.0f}",
                f"{read['cpu']['median']:.2f}",
            ])  # fmt: skip
        headings = ["mode", "throughput MB/s", "to network", "I/O rate MB/s", "to network", "all hosts MB/s"]
        headings += ["% PCIe", "% SATA", "% remote", "CPUs"]
        text += f"Reads, {speed} links\n" + figures.table(headings, rows) + "\n"
    return text


def mean_percent(shares, kind):
    return f"{100 * statistics.mean(share.get(kind, 0) for share in shares):.0f}"
