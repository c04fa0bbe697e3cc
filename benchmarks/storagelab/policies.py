# SPDX-License-Identifier: Apache-2.0
"""TestDFSIO and Grep under all policies, with each access and each place: what simulations of policies are compared with.

The hosts, rules and modes are those of tiers, on fast links. In each mode all hosts write at once as TestDFSIO does, then each
reads what another host has written, as TestDFSIO does; then each searches what it has written itself, file by file, as maps of
Grep do that run one after the other near their input.
"""

import time

from . import figures, tiers
from .cluster import Failed
from .single import PAUSE_AFTER_READS_S, PAUSE_S, warm_up

HOSTS = tiers.HOSTS
RULES = tiers.RULES
PHASES = ("write", "read", "grep")
WORD = "athanor"
MIB = 1 << 20


def host_lines(hosts):
    """The host file."""
    return tiers.host_lines(hosts)


def round_of(number, cluster, hosts, settings, say):
    """Each mode once: writes files, reads them, searches them, and deletes them."""
    runs = []
    order = list(tiers.MODES)
    if number == settings.first:
        warm_up(cluster)
    # Another mode goes first in each round.
    for mode in order[number % len(order) :] + order[: number % len(order)]:
        cluster.use(tiers.rules_of(mode, "fast"))
        time.sleep(PAUSE_AFTER_READS_S)
        own = [[f"/{mode}/round{number}/host{host}-{file}" for file in range(settings.files)] for host in range(HOSTS)]
        shift = 1 + number % (HOSTS - 1)
        run = {"mode": mode, "round": number, "block": settings.file_mb * MIB, "phases": {}}
        commands = commands_of(own, shift, settings)
        for phase, pause in zip(PHASES, (0, PAUSE_S, PAUSE_AFTER_READS_S), strict=True):
            time.sleep(pause)
            run["phases"][phase] = measured(*cluster.run(commands[phase]), hosts)
        run["places"] = places(cluster, own, hosts)
        cluster.run(["delete", 1, f"/{mode}/round{number}"] if host == 0 else ["delete", 1] for host in range(HOSTS))
        said = (f"{phase} {throughput(run['phases'][phase]):.2f} MB/s" for phase in PHASES)
        say(f"round {number + 1}, {mode}: {', '.join(said)}")
        runs.append(run)
    return runs


def commands_of(own, shift, settings):
    """What each client is told in each phase; the paths are those that each host writes."""
    size = settings.file_mb * MIB
    return {
        "write": [["write", settings.files, 3, size, *(f"{path}:{size}" for path in paths)] for paths in own],
        "read": [["read", settings.files, *own[(host + shift) % HOSTS]] for host in range(HOSTS)],
        "grep": [["search", 1, WORD, *paths] for paths in own],
    }


def measured(results, seconds, cpu, hosts):
    """All accesses of a phase, and how many processors were busy."""
    accesses = [
        {
            "client": client, "path": path, "bytes": size, "seconds": took,
            "from": [[index_of(host, hosts), kind, read] for (host, kind), read in sources.items()],
        }
        for client, files in enumerate(results) for path, size, took, sources in files
    ]  # fmt: skip
    return {"accesses": accesses, "seconds": seconds, "cpu": cpu / seconds}


def index_of(host, hosts):
    """The number of a host, from 0."""
    if host not in hosts.names:
        raise Failed(f"a replica is on {host}; must be on one of {', '.join(hosts.names)}")
    return hosts.names.index(host)


def places(cluster, own, hosts):
    """Where the replicas of each file are: hosts and types of devices, by path."""
    results, _, _ = cluster.run(["places", 1, *paths] for paths in own)
    return {
        path: [[index_of(host, hosts), kind] for host, kind in sources]
        for files in results for path, _, _, sources in files
    }  # fmt: skip


def throughput(phase):
    """As TestDFSIO counts it, in MB/s."""
    accesses = phase["accesses"]
    return sum(one["bytes"] for one in accesses) / sum(one["seconds"] for one in accesses) / figures.MB


def report(runs):
    """A table of medians, with the lowest and highest value."""
    rows = []
    for mode in tiers.MODES:
        of = [
            {phase: throughput(run["phases"][phase]) for phase in PHASES}
            | {"cpu": max(run["phases"][phase]["cpu"] for phase in PHASES)}
            for run in runs if run["mode"] == mode
        ]  # fmt: skip
        one = figures.summary(of)
        rows.append([mode, *(figures.span(one[phase]) for phase in PHASES), figures.span(one["cpu"])])
    return "Throughput in MB/s\n" + figures.table(["mode", *PHASES, "CPUs at most"], rows)
