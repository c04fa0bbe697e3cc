# SPDX-License-Identifier: Apache-2.0
"""Shared storage nodes: HDFS on one node of many disks, the others with one disk for the shuffle.

K. Ravindranathan, PhD thesis, Virginia Tech 2015, section 3.2.3.
"""

from . import simulate

# Table 3.1: input, what maps emit, output (bytes), maps, reduces, cycles per byte of maps and reduces.
KB, MB, GB = 1000, 1000**2, 1000**3
APPLICATIONS = {
    "Grep": (10 * GB, MB, MB, 160, 1, 40, 10),
    "TeraGen": (0, 0, 10 * GB, 40, 0, 10, 0),
    "TeraSort": (10 * GB, 10 * GB, 10 * GB, 160, 40, 40, 10),
    "Join": (10 * GB, GB, 10 * MB, 160, 40, 400, 100),
    "Aggregate": (10 * GB, 100 * MB, 10 * MB, 160, 10, 40, 20),
    "InvertedIndex": (GB, 10 * GB, 100 * MB, 40, 40, 40, 10),
    "PageRank": (GB, 10 * GB, GB, 40, 40, 100, 20),
    "Small": (100 * KB, MB, 10 * KB, 4, 1, 400, 100),
    "Summary": (10 * GB, 10 * MB, 10 * KB, 160, 1, 40, 10),
    "Compute": (GB, 10 * GB, 100 * MB, 40, 40, 4000, 1000),
}

# What the thesis says of LSN in times of the baseline, without the ten single bars of figure 3.11.
SAID = {
    "LSN, 16 disks, 40 Gbit/s, three copies": "8 of 10 within +5.5 %, TeraGen +55 %, TeraSort +23 %",
    "LSN, 64 disks, 4 Gbit/s": "half of the applications as the baseline",
    "LSN, 64 disks, 20 Gbit/s": "all but TeraGen within +18.6 %",
    "5 nodes: LSN, 4 disks, 4 Gbit/s": "within 3.7 % on average; TeraGen -33 %; Grep, Aggregate, Summary +18.7 %",
    "5 nodes: LSN, 6 disks, 3 Gbit/s": "within 5.7 % on average",
}

SSD = {"type": "ssd", "read": "500 MB/s", "write": "400 MB/s", "capacity": "256g"}


class Assumed:
    """What the thesis does not say."""

    def __init__(self, heartbeat=3, clock=2.8, crowding=0, slowstart=0.05, replication=3, tasks=1):
        self.heartbeat = heartbeat
        self.tasks = tasks
        self.clock = clock
        self.crowding = crowding
        self.slowstart = slowstart
        self.replication = replication


def disk(use, count, assumed, copies=1):
    return {
        "type": "disk",
        "count": count,
        "read": "118 MB/s",
        "write": f"{83 / copies:.3f} MB/s",
        "crowding": assumed.crowding,
        "capacity": "10t",
        "use": use,
    }


def node(count, link, devices, assumed, slots=None):
    described = {"count": count, "cores": 8, "clock": f"{assumed.clock} GHz", "link": link, "devices": devices}
    if slots:
        described["slots"] = slots
    return described


def scenario(nodes, replication, assumed):
    jobs = []
    for number, (name, facts) in enumerate(APPLICATIONS.items()):
        given, emitted, written, maps, reduces, map_cycles, reduce_cycles = facts
        jobs.append({
            "name": name, "input": given, "maps": maps, "reduces": reduces, "shuffle": emitted, "output": written,
            "map cycles per byte": map_cycles, "reduce cycles per byte": reduce_cycles,
            "submit": f"{number * 20000}s",
        })  # fmt: skip
    return {
        "cluster": {"nodes": nodes},
        "hdfs": {"block": "64m", "replication": replication},
        "mapreduce": {
            "heartbeat": f"{assumed.heartbeat}s",
            "tasks per heartbeat": assumed.tasks,
            "slowstart": assumed.slowstart,
            "rack wait": "0s",
            "any wait": "0s",
            "read map output": True,
            "job start": "5s",
        },
        "jobs": jobs,
    }


SLOTS = {"maps": 8, "reduces": 4}


def baseline(workers, disks, assumed, slots=None):
    """Each node stores and computes."""
    devices = {"disk": disk("all", disks, assumed)}
    nodes = {"worker": node(workers, "1 Gbit/s", devices, assumed, slots or SLOTS)}
    return scenario(nodes, min(assumed.replication, workers), assumed)


def shared(workers, disks, gigabits, assumed, link=1, ssd=False, slots=None, copies=1):
    """One node stores, the others compute.

    A DataNode has one replica of a block. Three copies take three DataNodes on that node: each byte then comes over the
    network once, and is written three times.
    """
    local = {"ssd": dict(SSD, use="local")} if ssd else {"disk": disk("local", 1, assumed)}
    nodes = {
        "worker": node(workers, f"{link} Gbit/s", local, assumed, slots or SLOTS),
        "lsn": node(1, f"{gigabits} Gbit/s", {"disk": disk("hdfs", disks, assumed, copies)}, assumed),
    }
    return scenario(nodes, 1, assumed)


def variants(assumed):
    """The clusters that are compared: a name, the cluster, and the name of what it is compared with."""
    four = {"maps": 4, "reduces": 4}
    yield "baseline", baseline(20, 4, assumed), "baseline"
    yield "baseline, one replica", baseline(20, 4, Assumed(**{**vars(assumed), "replication": 1})), "baseline"
    for disks in (8, 16, 32, 64):
        yield f"LSN, {disks} disks, 40 Gbit/s", shared(20, disks, 40, assumed), "baseline"
        yield f"LSN, {disks} disks, 40 Gbit/s, three copies", shared(20, disks, 40, assumed, copies=3), "baseline"
    for gigabits in (4, 10, 20):
        yield f"LSN, 64 disks, {gigabits} Gbit/s", shared(20, 64, gigabits, assumed), "baseline"
        name = f"LSN, 64 disks, {gigabits} Gbit/s, three copies"
        yield name, shared(20, 64, gigabits, assumed, copies=3), "baseline"
    slow = "LSN, 32 disks, 20 Gbit/s, 4+4 slots"
    yield slow, shared(20, 32, 20, assumed, slots=four), slow
    yield "the same, nodes with 2 Gbit/s", shared(20, 32, 20, assumed, link=2, slots=four), slow
    yield "the same, nodes with SSDs", shared(20, 32, 20, assumed, ssd=True, slots=four), slow
    yield "the same, both", shared(20, 32, 20, assumed, link=2, ssd=True, slots=four), slow
    small = "5 nodes: baseline"
    yield small, baseline(5, 2, assumed), small
    yield "5 nodes: baseline, one replica", baseline(5, 2, Assumed(**{**vars(assumed), "replication": 1})), small
    for disks in (2, 4, 6):
        yield f"5 nodes: LSN, {disks} disks, 4 Gbit/s", shared(5, disks, 4, assumed), small
        yield f"5 nodes: LSN, {disks} disks, 4 Gbit/s, three copies", shared(5, disks, 4, assumed, copies=3), small
    for gigabits in (1, 3):
        yield f"5 nodes: LSN, 6 disks, {gigabits} Gbit/s", shared(5, 6, gigabits, assumed), small


def measure(assumed, work, say):
    """Returns, for each cluster, the seconds of each application, and these over those of its reference."""
    seconds = {}
    ratios = {}
    for number, (name, cluster, reference) in enumerate(variants(assumed)):
        say(name)
        seconds[name] = simulate.seconds_of_jobs(simulate.run(f"lsn-{number}", cluster, work))
        ratios[name] = {job: seconds[name][job] / seconds[reference][job] for job in APPLICATIONS}
    return seconds, ratios


SENSITIVITY = {
    "heartbeat 0 s": Assumed(heartbeat=0),
    "heartbeat 1 s": Assumed(heartbeat=1),
    "clock 2 GHz": Assumed(clock=2),
    "disks lose by crowding": Assumed(crowding=0.5),
    "reduces start after maps": Assumed(slowstart=1),
}


SHOWN = (
    "LSN, 16 disks, 40 Gbit/s, three copies",
    "LSN, 16 disks, 40 Gbit/s",
    "LSN, 64 disks, 20 Gbit/s, three copies",
    "5 nodes: LSN, 4 disks, 4 Gbit/s",
)


def study(work, say):
    """Runs all; returns the study's text in Markdown."""
    seconds, ratios = measure(Assumed(), work, say)
    bands = {name: {job: [ratio] for job, ratio in of.items()} for name, of in ratios.items()}
    for what, assumed in SENSITIVITY.items():
        _, other = measure(assumed, work, lambda name, what=what: say(f"{what}: {name}"))
        for name, of in other.items():
            for job, ratio in of.items():
                bands[name][job].append(ratio)
    lines = ["| | " + " | ".join(APPLICATIONS) + " | mean | thesis |", "|---" * (len(APPLICATIONS) + 3) + "|"]
    for name, of in ratios.items():
        if name in ("baseline", "5 nodes: baseline") or name.endswith("slots"):
            cells = [f"{seconds[name][job]:.0f} s" for job in APPLICATIONS] + [""]
        else:
            cells = [percent(of[job]) for job in APPLICATIONS]
            cells.append(percent(sum(of.values()) / len(of)))
        lines.append(f"| {name} | " + " | ".join(cells) + f" | {SAID.get(name, '')} |")
    lines += ["", "Lowest and highest difference over all assumptions:", ""]
    lines += ["| | " + " | ".join(APPLICATIONS) + " |", "|---" * (len(APPLICATIONS) + 1) + "|"]
    for name in SHOWN:
        cells = [f"{percent(min(bands[name][job]))} to {percent(max(bands[name][job]))}" for job in APPLICATIONS]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def percent(ratio):
    return f"{100 * (ratio - 1):+.1f} %"
