# SPDX-License-Identifier: Apache-2.0
"""Single reads and writes, and a few that share a device or a link: what simulations of HDFS are compared with.

3 hosts with a disk each. A file with one replica is on the disk of the host that wrote it, one with three is on all.
"""

import time

from . import figures
from .cluster import Failed

HOSTS = 3
MIB = 1 << 20
READ_MB, WRITE_MB = 12, 8
SLOW = "50mbit"
# A DataNode that tells of twice the mean load gets no new blocks. It tells so for 3 s after a write, and for 7 s after
# a read, whose connection stays open for 4 s. Its limits forget after 1.5 s what was used.
PAUSE_S = 3.5
PAUSE_AFTER_READS_S = 7.5

RULES = {
    "tiers": "disk", "tier.disk.devices": "DISK", "tier.disk.read": READ_MB * MIB, "tier.disk.write": WRITE_MB * MIB,
    "tier.disk.iops": 350, "retrieval": "network", "retrieval.network.step": 1_000_000, "replication.minimum": 1,
}  # fmt: skip


def host_lines(hosts):
    """The host file."""
    return [f"{hosts.node(i)} role=storage disk={READ_MB}m/{WRITE_MB}m" for i in range(HOSTS)]


def _write(client, path, units, replicas):
    return {"kind": "write", "client": client, "path": path, "units": units, "replicas": replicas}


def _read(client, path):
    return {"kind": "read", "client": client, "path": path}


# The accesses of a case begin together. Lengths are in units. A file has one block: a second one might be refused.
BLOCK = 8
CASES = (
    ("one writes", None, [_write(0, "/a", 4, 1)]),
    ("one writes a longer file", None, [_write(0, "/b", 8, 1)]),
    ("four write to a disk", None, [_write(0, f"/c{i}", 2, 1) for i in range(4)]),
    ("one writes three replicas", None, [_write(0, "/d", 4, 3)]),
    ("two write three replicas", None, [_write(i, f"/e{i}", 3, 3) for i in range(2)]),
    ("four write three replicas", None, [_write(i % HOSTS, f"/f{i}", 2, 3) for i in range(4)]),
    ("one writes three replicas over slow links", SLOW, [_write(0, "/g", 3, 3)]),
    ("one reads", None, [_read(0, "/b")]),
    ("one reads from another host", None, [_read(1, "/b")]),
    ("two read files of unlike length from a disk", None, [_read(0, "/b"), _read(1, "/a")]),
    ("four read from a disk", None, [_read(i % HOSTS, f"/c{i}") for i in range(4)]),
    ("one reads over a slow link", SLOW, [_read(1, "/a")]),
    ("two read over a slow link", SLOW, [_read(1, "/c0"), _read(2, "/c1")]),
)  # fmt: skip


def lengths():
    """The files of all cases: bytes in units, and the host that writes the first replica, by path."""
    return {
        access["path"]: (access["units"], access["client"])
        for _, _, accesses in CASES for access in accesses if access["kind"] == "write"
    }  # fmt: skip


def command(accesses, client, unit):
    """What a client is told to do in a case, all its accesses at once; they are of one kind, with equal replicas."""
    own = [access for access in accesses if access["client"] == client]
    if not own:
        return ["delete", 1]
    if own[0]["kind"] == "read":
        return ["read", len(own), *(access["path"] for access in own)]
    paths = (f"{access['path']}:{access['units'] * unit}" for access in own)
    return ["write", len(own), own[0]["replicas"], BLOCK * unit, *paths]


def round_of(number, cluster, hosts, settings, say):
    """Each case once, in the same order: first those that write what others read."""
    runs = []
    unit = settings.file_mb * MIB
    warm_up(cluster)
    time.sleep(PAUSE_AFTER_READS_S)
    for name, link, accesses in CASES:
        hosts.limit(link)
        time.sleep(PAUSE_S)
        try:
            results, _, _ = cluster.run(command(accesses, client, unit) for client in range(HOSTS))
        finally:
            hosts.limit(None)
        measured = [described(access, results, hosts) for access in accesses]
        say(f"round {number + 1}, {name}: {', '.join(format(access['seconds'], '.2f') for access in measured)} s")
        runs.append({"mode": name, "round": number, "link": link, "block": BLOCK * unit, "accesses": measured})
    cluster.run(["delete", len(lengths()), *lengths()] if host == 0 else ["delete", 1] for host in range(HOSTS))
    return runs


def warm_up(cluster):
    """Each client writes and reads a file, for all DataNodes and clients to load their code."""
    clients = range(len(cluster.clients))
    cluster.run(["write", 1, HOSTS, BLOCK * MIB, f"/warm{client}:{MIB}"] for client in clients)
    cluster.run(["read", 1, f"/warm{client}"] for client in clients)
    cluster.run(["delete", 1, f"/warm{client}"] for client in clients)


def described(access, results, hosts):
    """An access with its bytes and seconds. Fails if it was read from another host than that which has the file."""
    writer = lengths()[access["path"]][1]
    for path, size, seconds, sources in results[access["client"]]:
        if path == access["path"]:
            wrong = [host for host, _ in sources if not hosts.same(writer, host)]
            if wrong:
                raise Failed(f"{path} was read from {wrong[0]}; must be on host {writer + 1} alone")
            told = {"kind": access["kind"], "client": access["client"], "path": path, "bytes": size, "seconds": seconds}
            return {**told, "replicas": access["replicas"]} if access["kind"] == "write" else told
    raise Failed(f"client {access['client'] + 1} says nothing of {access['path']}")


def report(runs):
    """A table of medians, with the lowest and highest value; a line for each access."""
    rows = []
    for name, link, accesses in CASES:
        of = [run["accesses"] for run in runs if run["mode"] == name]
        for i, access in enumerate(accesses):
            one = figures.summary([measured[i] for measured in of])
            rows.append([name if i == 0 else "", access["kind"], f"{one['bytes']['median'] / MIB:.0f}", link or "",
                         figures.span(one["seconds"])])  # fmt: skip
    return "Single reads and writes\n" + figures.table(["case", "", "MiB", "links", "seconds"], rows)
