# SPDX-License-Identifier: Apache-2.0
"""Scarlett and AptStore: more replicas for files that are read often, and archive storage for the others.

9 hosts in 3 racks with a disk each, and one archive, whose one replica is enough. After a period of reads, each planner
decides about all files; those whose replicas change are written again, and the next period is read.
"""

from . import figures

HOSTS = 9
RACKS = 3
MIB = 1 << 20
FILES = 36
FILE_MB = 8
THREADS = 2
# Space for replicas above three: what the paper's variants took.
BUDGETS = {"scarlett": 0.13, "aptstore-perf": 0.10, "aptstore": 0.10}
PLANNERS = ("hdfs", *BUDGETS)

RULES = {
    "tiers": "disk, archive",
    "tier.disk.devices": "DISK", "tier.disk.read": 6 * MIB, "tier.disk.write": 5 * MIB, "tier.disk.iops": 350,
    "tier.archive.devices": "ARCHIVE", "tier.archive.read": 19 * MIB, "tier.archive.write": 14 * MIB,
    "tier.archive.iops": 2500, "tier.archive.durable": "true",
    "retrieval": "tier",
    "replication.minimum": 1,
}  # fmt: skip


def host_lines(hosts):
    """The host file."""
    return [
        f"{hosts.node(i)} role=storage rack=/rack{i // (HOSTS // RACKS) + 1} disk=6m/5m"
        + (" archive=19m/14m" if i == HOSTS - 1 else "")
        for i in range(HOSTS)
    ]


class Layout:
    """What files have now, as (replicas, tier) by number."""

    def __init__(self, cluster):
        self._cluster = cluster
        self._now = {}
        self._run_on_first("policy", 1, "/cold:COLD")

    def _run_on_first(self, *words):
        return self._cluster.run(words if host == 0 else ("delete", 1) for host in range(HOSTS))

    def path(self, number):
        return f"/{'cold' if self._now[number][1] == 'archive' else 'hot'}/inputPath{number}"

    def become(self, wanted):
        """Writes files again whose replicas are to be others."""
        changed = [number for number, state in wanted.items() if self._now.get(number) != state]
        old = [self.path(number) for number in changed if number in self._now]
        if old:
            self._run_on_first("delete", 4, *old)
        self._now.update(wanted)
        size = FILE_MB * MIB
        for count in sorted({wanted[number][0] for number in changed}):
            some = [number for number in changed if wanted[number][0] == count]
            self._cluster.run(
                ["write", THREADS, count, size, *(f"{self.path(number)}:{size}" for number in some[host::HOSTS])]
                for host in range(HOSTS)
            )

    def space(self):
        """Replicas of all files, to three of each."""
        return sum(count for count, _ in self._now.values()) / (3 * len(self._now))

    def disk_space(self):
        return sum(count for count, tier in self._now.values() if tier == "disk") / (3 * len(self._now))


def usual():
    return {number: (3, "disk") for number in range(FILES)}


def decide(cluster, planner, reads):
    """Returns what a planner wants after a period of reads."""
    if planner == "hdfs":
        return usual()
    budget = int(BUDGETS[planner] * 3 * FILES * FILE_MB * MIB)
    step = 1000
    # As many reads as there are readers are concurrent.
    arguments = [planner, len(reads) * step, HOSTS * THREADS * step, budget]
    lines = [f"file\t/{number}\t{FILE_MB * MIB}" for number in range(FILES)]
    lines += [f"read\t/{number}\t{i * step}" for i, number in enumerate(reads)]
    decisions = cluster.decide("ReplicaPlan", arguments, lines)
    return {int(path[1:]): (int(replicas), tier) for path, replicas, tier in decisions}


def round_of(number, cluster, layout, learnt, read, say):
    """Each planner once: learns from a period, and is measured in the next one."""
    runs = []
    for planner in PLANNERS[number % len(PLANNERS) :] + PLANNERS[: number % len(PLANNERS)]:
        layout.become(decide(cluster, planner, learnt))
        results, seconds, cpu = cluster.run(
            ["read", THREADS, *(layout.path(file) for file in read[host::HOSTS])] for host in range(HOSTS)
        )
        shares = figures.shares(results, lambda _client, _host: False)
        run = {
            "mode": planner, "round": number, **figures.dfsio(results, seconds), "space": layout.space(),
            "disk_space": layout.disk_space(), "archive": shares["from"].get("ARCHIVE", 0.0), "cpu": cpu / seconds,
        }  # fmt: skip
        say(f"round {number + 1}, {planner}: {run['throughput']:.2f} MB/s, {100 * run['space']:.0f} % of the space")
        runs.append(run)
    return runs


def report(runs):
    """A table of medians, with the lowest and highest value."""
    of = {mode: figures.summary([run for run in runs if run["mode"] == mode]) for mode in PLANNERS}
    base = of["hdfs"]
    rows = []
    for mode, one in of.items():
        rows.append([
            mode, figures.span(one["throughput"]), figures.gain(one, base, "throughput"),
            figures.span(one["aggregate"]), figures.gain(one, base, "aggregate"), f"{100 * one['space']['median']:.0f}",
            f"{100 * one['disk_space']['median']:.0f}", f"{100 * one['archive']['median']:.1f}",
            f"{one['cpu']['median']:.2f}",
        ])  # fmt: skip
    headings = ["mode", "throughput MB/s", "to hdfs", "all hosts MB/s", "to hdfs", "% space", "% on disks"]
    headings += ["% from archive", "CPUs"]
    return "Skewed reads\n" + figures.table(headings, rows)
