# SPDX-License-Identifier: Apache-2.0
"""What wrong run times cost policies that place jobs on four unlike clusters.

The clusters have the shapes of K. Ravindranathan's (PhD thesis, Virginia Tech 2015, section 7.3): few or many cores, disks or SSDs.
The power of nodes is ours.
"""

import random

from . import simulate

SEEDS = range(1, 6)
JOBS = 30
# So many that planners plan most of them several times before they start.
MANY_JOBS = 120
POLICIES = ("oblivious", "phi", "epsilon", "energy", "heft", "finish-time")
ERRORS = (0, 25, 50, 75, 100)

# Cores, clock in GHz, devices, idle and busy watts of a node; five nodes each.
CLUSTERS = {
    "m3-large": (2, 3.2, {"type": "ssd", "count": 1, "read": "200 MB/s", "write": "150 MB/s"}, 40, 90),
    "m3-xlarge": (4, 3.2, {"type": "ssd", "count": 2, "read": "200 MB/s", "write": "150 MB/s"}, 60, 160),
    "m2-xlarge": (2, 3.2, {"type": "disk", "count": 1, "read": "118 MB/s", "write": "83 MB/s"}, 45, 100),
    "c1-xlarge": (8, 2.5, {"type": "disk", "count": 4, "read": "118 MB/s", "write": "83 MB/s"}, 110, 260),
}
# Input and shuffled GB, reduces, output GB, cycles per byte of maps.
APPLICATIONS = {
    "sort": (4, 4, 4, 4, 10),
    "scan": (8, 0, 0, 0.01, 10),
    "count": (4, 0.2, 2, 0.1, 80),
    "cluster": (2, 0.1, 2, 0.1, 300),
    "join": (4, 6, 4, 2, 40),
    "rank": (2, 3, 4, 2, 150),
}


def scenario(seed, count=JOBS, errors=ERRORS):
    """The same clusters, and jobs drawn with a seed; run times wrong by up to so many percent."""
    draw = random.Random(seed)
    clusters = {}
    for name, (cores, clock, device, idle, busy) in CLUSTERS.items():
        node = {
            "count": 5, "cores": cores, "clock": f"{clock} GHz", "link": "1 Gbit/s", "containers": cores,
            "devices": {"store": {**device, "capacity": "2t"}},
            "power": {"idle": idle, "busy": busy},
        }  # fmt: skip
        clusters[name] = {"nodes": {"worker": node}}
    jobs = []
    for number in range(count):
        name = draw.choice(list(APPLICATIONS))
        read, shuffle, reduces, output, cycles = APPLICATIONS[name]
        job = {
            "name": f"{name}-{number}", "input": f"{int(read * 2**30)}", "output": f"{int(output * 2**30)}",
            "submit": f"{draw.randrange(60)}s", "map cycles per byte": cycles,
        }  # fmt: skip
        if reduces:
            job |= {"reduces": reduces, "shuffle": f"{int(shuffle * 2**30)}"}
        jobs.append(job)
    return {
        "clusters": clusters,
        "hdfs": {"replication": 2},
        "scheduling": {"policies": list(POLICIES), "error": [f"{error}%" for error in errors], "copies": 1},
        "jobs": jobs,
        "seed": seed,
        "precision": 0.001,
    }


def study(work, say):
    """Returns a table for each measure: a policy with right run times, and what it loses by wrong ones."""
    found = {}
    for seed in SEEDS:
        say(f"runtimes, seed {seed}")
        for one in simulate.placed(f"runtimes-{seed}", scenario(seed), work):
            found.setdefault((one["policy"], round(100 * one["error"])), []).append(one)
    return "\n".join(table(name, value, text, found) for name, value, text in MEASURES)


def table(name, value, text, found):
    """Medians of the seeds with the lowest and the highest; losses are each seed's own."""
    lines = [
        f"| {name} | run times are right | " + " | ".join(f"{error} % wrong" for error in ERRORS[1:]) + " |",
        "|" + "---|" * (len(ERRORS) + 1),
    ]
    for policy in POLICIES:
        right = [value(one) for one in found[policy, 0]]
        cells = [policy, simulate.spread(right, text)]
        for error in ERRORS[1:]:
            ratios = [value(one) / own for one, own in zip(found[policy, error], right, strict=True)]
            cells.append(simulate.differences(ratios))
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


MEASURES = (
    ("makespan", lambda one: one["makespanSeconds"], "{:.0f} s"),
    ("mean time from submission to end", lambda one: one["meanSeconds"], "{:.0f} s"),
    ("energy", lambda one: one["energyJoules"] / 3.6e6, "{:.3f} kWh"),
    ("energy beyond idle nodes", lambda one: (one["energyJoules"] - one["idleJoules"]) / 3.6e6, "{:.4f} kWh"),
)


def copies(work, say):
    """Returns a table of what policies move between clusters, if many jobs wait and run times are right."""
    found = {policy: [] for policy in POLICIES}
    inputs = []
    for seed in SEEDS:
        say(f"copies, seed {seed}")
        made = scenario(seed, MANY_JOBS, [0])
        inputs.append(sum(int(job["input"]) for job in made["jobs"]))
        for one in simulate.placed(f"copies-{seed}", made, work):
            found[one["policy"]].append(one)
    lines = ["| policy | moved | part of all inputs | makespan |", "|---|---|---|---|"]
    for policy, runs in found.items():
        moved = [one["movedBytes"] for one in runs]
        parts = [100 * one / all_inputs for one, all_inputs in zip(moved, inputs, strict=True)]
        cells = [
            simulate.spread([one / 1e9 for one in moved], "{:.0f} GB"),
            simulate.spread(parts, "{:.0f} %"),
            simulate.spread([one["makespanSeconds"] for one in runs], "{:.0f} s"),
        ]
        lines.append(f"| {policy} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"
