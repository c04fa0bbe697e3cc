# SPDX-License-Identifier: Apache-2.0
"""A cluster that grows from 1,000 to 10,000 nodes, and its load: what breaks first, and what helps.

The machines are those of benchmarks/simulation-fb2010-10000.yaml: four disks, links of 1 Gbit/s, racks of 40 with uplinks of
10 Gbit/s, so four nodes share what one could send. The switch between racks is the same for all sizes.
"""

import concurrent.futures
import copy
import os
import random
import statistics

from . import simulate

SIZES = (1_000, 3_000, 10_000)
RACK = 40
UPLINK = "10 Gbit/s"
CORE = "1000 Gbit/s"
# Bytes of input per second that jobs bring for each node, in MB.
LOADS = (10, 20, 40, 60)
SEEDS = (1, 2, 3)
# Jobs are submitted in so many seconds; then the cluster works off what is left.
WINDOW = 120
# A class of jobs is broken when its mean time is so many times that at the lightest load.
BROKEN = 1.5
# At which load remedies are tried, on the largest cluster.
REMEDIED = 40

GB = 1e9
BYTES_OF_REDUCE = 2 * GB
# Of each class: its part of all jobs, mean bytes of input, what of it is shuffled, what is written.
CLASSES = {
    "small": (0.90, 1 * GB, 0.1, 0.1),
    "medium": (0.09, 50 * GB, 0.3, 0.1),
    "large": (0.01, 500 * GB, 0.5, 0.2),
}
BYTES_OF_JOB = sum(part * size for part, size, _, _ in CLASSES.values())
SIGMA = 0.5
KINDS = ("processors", "disk", "links", "uplinks", "core")


def jobs(nodes, load, seed):
    """Returns the jobs: as many of each class for each seed, at other times and of other sizes."""
    chance = random.Random(f"{nodes} {load} {seed}")
    all_jobs = []
    number = nodes * load * 1e6 * WINDOW / BYTES_OF_JOB
    for name, (part, size, shuffle, output) in CLASSES.items():
        for index in range(max(1, round(number * part))):
            # Log-normal with this mean.
            given = size * chance.lognormvariate(-SIGMA * SIGMA / 2, SIGMA)
            all_jobs.append({
                "name": f"{name}-{index}", "submit": f"{int(chance.uniform(0, WINDOW))}s", "input": int(given),
                "shuffle": int(given * shuffle), "output": int(given * output), "reduces": max(1, int(given * shuffle / BYTES_OF_REDUCE)),
            })  # fmt: skip
    return all_jobs


def scenario(nodes, load, seed):
    disk = {"type": "disk", "count": 4, "read": "118 MB/s", "write": "83 MB/s", "crowding": 0.3, "capacity": "4t"}
    node = {
        "count": nodes, "cores": 8, "clock": "2.8 GHz", "link": "1 Gbit/s", "slots": {"maps": 8, "reduces": 4},
        "devices": {"disk": disk},
    }  # fmt: skip
    return {
        "cluster": {"racks": nodes // RACK, "uplink": UPLINK, "core": CORE, "nodes": {"worker": node}},
        "hdfs": {"block": "512m", "replication": 3},
        "mapreduce": {"shuffle": "aggregated"},
        "scheduler": "fair",
        "jobs": jobs(nodes, load, seed),
        "seed": seed,
        "precision": 0.01,
    }


def with_core(rate):
    return lambda one: one["cluster"].update({"core": rate})


def with_uplink(rate):
    return lambda one: one["cluster"].update({"uplink": rate})


def with_replicas(count):
    return lambda one: one["hdfs"].update({"replication": count})


def with_waits(seconds):
    return lambda one: one["mapreduce"].update({"rack wait": seconds, "any wait": seconds})


def with_heartbeats(period, tasks):
    return lambda one: one["mapreduce"].update({"heartbeat": period, "tasks per heartbeat": tasks})


def with_shuffle(part):
    def change(one):
        for job in one["jobs"]:
            job["shuffle"] = int(job["shuffle"] * part)

    return change


REMEDIES = (
    ("as it is", lambda one: None),
    ("core twice as wide", with_core("2000 Gbit/s")),
    ("uplinks twice as wide", with_uplink("20 Gbit/s")),
    ("core four times, uplinks twice as wide", lambda one: (with_core("4000 Gbit/s")(one), with_uplink("20 Gbit/s")(one))),
    ("shuffle compressed to a half", with_shuffle(0.5)),
    ("four replicas", with_replicas(4)),
    ("two replicas", with_replicas(2)),
    ("no wait for locality", with_waits("0s")),
)
# Heartbeats are those of single nodes, so a small cluster tells.
HEARTBEATS = (
    ("tasks at once", lambda one: None),
    ("heartbeats of 1 s, 4 tasks each", with_heartbeats("1s", 4)),
    ("heartbeats of 3 s, 1 task each", with_heartbeats("3s", 1)),
)


class Run:
    """What a run comes to."""

    def __init__(self, variant, nodes):
        self.classes = {name: [] for name in CLASSES}
        for job in variant["jobs"]:
            self.classes[job["name"].split("-")[0]].append(job["seconds"])
        self.seconds = {name: statistics.fmean(times) for name, times in self.classes.items()}
        self.resources = {kind: variant["resources"][kind] for kind in KINDS}
        tasks = variant["taskSeconds"]
        self.slots = {
            kind: tasks[kind]["count"] * tasks[kind]["mean"] / (nodes * slots * variant["makespanSeconds"])
            for kind, slots in (("maps", 8), ("reduces", 4))
        }
        self.local = variant["nodeLocal"]
        self.makespan = variant["makespanSeconds"]
        self.tasks = {kind: tasks[kind]["count"] for kind in ("maps", "reduces")}
        self.events = variant["events"]
        self.wall = variant["wallSeconds"]


def simulated(cells, work, say):
    """Runs scenarios of (name, size, load, change) with all seeds; returns the runs of each."""

    def one(cell, seed):
        name, nodes, load, change = cell
        made = copy.deepcopy(scenario(nodes, load, seed))
        change(made)
        say(f"{name}, seed {seed}")
        return Run(simulate.run(f"large-{name}-{seed}".replace(" ", "-").replace(",", ""), made, work), nodes)

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        started = [[pool.submit(one, cell, seed) for seed in SEEDS] for cell in cells]
        return [[each.result() for each in runs] for runs in started]


def band(values, text):
    """The median with the lowest and the highest value."""
    low, middle, high = min(values), statistics.median(values), max(values)
    if text(low) == text(high):
        return text(middle)
    return f"{text(middle)} ({text(low)}-{text(high)})"


def seconds(value):
    return f"{value:.0f}"


def percent(value):
    return f"{100 * value:.0f}"


def row(runs):
    cells = [band([run.seconds[name] for run in runs], seconds) + " s" for name in CLASSES]
    for kind in KINDS:
        cells.append(band([run.resources[kind]["saturation"] for run in runs], percent) + " %")
    cells.append(band([run.slots["maps"] for run in runs], percent) + " %")
    cells.append(band([run.slots["reduces"] for run in runs], percent) + " %")
    return " | ".join(cells)


def first(runs):
    """The kind of resource that several waited for most, by the median of the seeds; its part of the time."""
    parts = {kind: statistics.median(run.resources[kind]["saturation"] for run in runs) for kind in KINDS}
    kind = max(parts, key=parts.get)
    return kind if parts[kind] >= 0.05 else "-"


def grown(runs, base):
    """How many times as long as at the lightest load the worst class takes, seed by seed."""
    return [max(run.seconds[name] / other.seconds[name] for name in CLASSES) for run, other in zip(runs, base)]


HEAD = "small | medium | large | processors | disks | links | uplinks | core | map slots | reduce slots |"
LINES = "---|" * 10


def study(work, say):
    """Runs all; returns the study's text in Markdown."""
    grid = [(f"{nodes} nodes, {load}", nodes, load, lambda one: None) for nodes in SIZES for load in LOADS]
    runs = simulated(grid, work, say)
    text = f"| nodes | load | jobs/s | {HEAD} most waited for | worst class |\n|---|---|---|{LINES}---|---|\n"
    for index, (_, nodes, load, _) in enumerate(grid):
        base = runs[index - index % len(LOADS)]
        times = grown(runs[index], base)
        broken = " **broken**" if statistics.median(times) > BROKEN else ""
        text += f"| {nodes} | {load} | {nodes * load * 1e6 / BYTES_OF_JOB:.1f} | {row(runs[index])} | {first(runs[index])}"
        text += f" | x {band(times, lambda value: f'{value:.1f}')}{broken} |\n"
    say(text)
    text += f"\n{SIZES[-1]} nodes, load {REMEDIED}:\n\n"
    text += table([(name, SIZES[-1], REMEDIED, change) for name, change in REMEDIES], work, say)
    text += f"\n{SIZES[0]} nodes, load {REMEDIED}:\n\n"
    text += table([(name, SIZES[0], REMEDIED, change) for name, change in HEARTBEATS], work, say)
    text += "\n" + calls(runs[grid.index(next(cell for cell in grid if cell[1:3] == (SIZES[-1], REMEDIED)))])
    largest = max((run for each in runs for run in each), key=lambda run: run.wall)
    text += f"\nThe longest run had {largest.events / 1e6:.1f} M events in {largest.wall:.0f} s.\n"
    return text


def table(cells, work, say):
    text = f"| | {HEAD} most waited for |\n|---|{LINES}---|\n"
    for cell, runs in zip(cells, simulated(cells, work, say)):
        text += f"| {cell[0]} | {row(runs)} | {first(runs)} |\n"
    say(text)
    return text


def calls(runs):
    """What these jobs ask a NameNode and a ResourceManager for. The model does not know these; it is only counted."""
    run = runs[0]
    span = run.makespan
    opens = run.tasks["maps"] / span
    # Each map's output stays on its node; each reduce creates a file of one block, adds it and completes it.
    writes = 3 * run.tasks["reduces"] / span
    containers = (run.tasks["maps"] + run.tasks["reduces"]) / span
    return (
        f"Counted, not simulated, per second: {opens:.0f} opens and {writes:.0f} changes of the namespace,"
        f" {SIZES[-1] / 3:.0f} heartbeats of DataNodes, {containers:.0f} containers.\n"
    )
