# SPDX-License-Identifier: Apache-2.0
"""The measured half of the study of shared storage nodes: 9 to 21 workers and three LSNs of one to five disks.

K. Ravindranathan, PhD thesis, Virginia Tech 2015, section 3.2.1. LSN(Nx, Dy) and baseline(Nx, D1) are named as there.
"""

import json

from . import lsn, simulate

GB = lsn.GB
# What the simulator's tests run.
HEADER = "# SPDX-License-Identifier: Apache-2.0\n# Made by benchmarks/studylab/testbed.py.\n"
DIRECTORY = simulate.ROOT / "simulator" / "src" / "test" / "lsn"
LSNS = 3
SLOTS = {"maps": 6, "reduces": 2}
NETWORKS = {"N1": 1, "N2": 10}
DISKS = {"D1": 1, "D2": 3, "D3": 5}
MAPS = 16
REDUCES = 2
# What a benchmark reads, shuffles and writes for each byte of a node's data, and the cycles of table 3.1 for a byte.
BENCHMARKS = {
    "TeraGen": (0, 0, 1, 10, 0),
    "Grep": (1, 1e-4, 1e-4, 40, 10),
    "TeraSort": (1, 1, 1, 40, 10),
}
# With a heartbeat Hadoop's scheduler gives a node one map of a job without input, and else as many maps that are near their
# input as it has free slots.
TASKS = [1, 6]
TASKS_OF = {"TeraGen": 1, "Grep": 6, "TeraSort": 6}
# Applications of table 3.1 that stand for PigMix: the thesis does not say how large its queries are.
QUERIES = ("Join", "Aggregate", "Summary", "Grep", "InvertedIndex", "PageRank")

BASELINES = ("baseline(N1,D1)", "baseline(N2,D1)")
WITH_LSN = tuple(f"LSN({network},{disks})" for network in NETWORKS for disks in DISKS)
WORKERS = (9, 15, 21)

# How fast the first is, in units of the second; workers, both, and what the thesis says of the three benchmarks.
COMPARED = (
    (15, "baseline(N1,D1)", "LSN(N1,D1)", ("2.45", "2.55", "1.50")),
    (15, "baseline(N2,D1)", "LSN(N2,D1)", ("2.55", "2.37", "1.42")),
    (15, "LSN(N1,D2)", "LSN(N1,D1)", ("1.5", "1.6", "1.2")),
    (15, "LSN(N1,D3)", "LSN(N1,D2)", ("hardly more",) * 3),
    (9, "LSN(N2,D3)", "baseline(N2,D1)", ("1.43", "1.26", "1.50")),
    (15, "LSN(N2,D3)", "baseline(N2,D1)", ("1.24", "1.20", "1.39")),
    (21, "LSN(N2,D3)", "baseline(N2,D1)", ("similar", "1.14", "1.23")),
)
# Busy disks of five workers with 2 GB each, percent: of the baseline, and of the LSN.
BUSY = {"TeraGen": "45", "Grep": "32", "TeraSort": "21"}
BUSY_ON_LSN = "32, mean of all"


def jobs(workers, gigabytes, names=tuple(BENCHMARKS)):
    """Jobs one after the other, of so much data of each worker."""
    data = workers * gigabytes * GB
    made = []
    for number, name in enumerate(names):
        given, emitted, written, map_cycles, reduce_cycles = BENCHMARKS[name]
        generates = given == 0
        job = {
            "name": name, "input": int(given * data), "maps": workers * (1 if generates else MAPS),
            "output": int(written * data), "map cycles per byte": map_cycles, "submit": f"{number * 20000}s",
        }  # fmt: skip
        if not generates:
            job |= {"reduces": workers * REDUCES, "shuffle": int(emitted * data), "reduce cycles per byte": reduce_cycles}
        made.append(job)
    return made


def nodes(name, workers, assumed, lsns=LSNS, copies=1):
    """The nodes of a cluster that is named as in the thesis; each LSN is in a rack with its part of the workers.

    copies: that a single LSN makes of each block, on as many DataNodes
    """
    kind, network, disks = name.replace("(", ",").rstrip(")").split(",")
    link = f"{NETWORKS[network]} Gbit/s"
    made = {}
    for rack in range(1, lsns + 1):
        if kind == "baseline":
            devices = {"disk": lsn.disk("all", 1, assumed)}
        else:
            # Another type, so that its use is counted apart from that of the LSNs' disks.
            devices = {"disk": {**lsn.disk("local", 1, assumed), "type": "archive"}}
            stored = {"disk": lsn.disk("hdfs", DISKS[disks], assumed, copies)}
            made[f"lsn-{rack}"] = {**lsn.node(1, link, stored, assumed), "rack": rack}
        made[f"workers-{rack}"] = {**lsn.node(workers // lsns, link, devices, assumed, SLOTS), "rack": rack}
    return made


def scenario(made_of, jobs_of_all, assumed, replication):
    """Several clusters that run the same jobs, each with both numbers of tasks for a heartbeat, as variants."""
    return {
        **lsn.scenario(made_of[0], replication, assumed),
        "jobs": jobs_of_all,
        "matrix": {"cluster.nodes": made_of, "mapreduce.tasks per heartbeat": TASKS},
    }


def clusters(workers):
    """Those that the thesis measured with so many workers."""
    return (*BASELINES, *WITH_LSN) if workers == 15 else ("baseline(N2,D1)", "LSN(N2,D3)")


def benchmarks(workers, assumed):
    """The three benchmarks on all clusters of so many workers."""
    made_of = [nodes(name, workers, assumed) for name in clusters(workers)]
    return scenario(made_of, jobs(workers, 1), assumed, assumed.replication)


def text(workers):
    """The scenario file that the simulator's tests run, a cluster or a job on a line."""
    made = benchmarks(workers, lsn.Assumed())
    matrix = made.pop("matrix")
    lines = [f"{json.dumps(key)}: {listed(value)}" for key, value in made.items()]
    lines.append('"matrix": {' + ", ".join(f"{json.dumps(path)}: {listed(values)}" for path, values in matrix.items()) + "}")
    return HEADER + "{\n" + ",\n".join(lines) + "\n}\n"


def listed(value):
    """A value as JSON, with each element of a list on a line."""
    return "[\n" + ",\n".join(map(json.dumps, value)) + "\n]" if isinstance(value, list) else json.dumps(value)


def measure(assumed, work, say):
    """Returns the seconds of each benchmark, by workers and cluster."""
    seconds = {}
    for workers in WORKERS:
        say(f"{workers} workers")
        variants = simulate.variants(f"testbed-{workers}", benchmarks(workers, assumed), work)
        for at, name in enumerate(clusters(workers)):
            of = {tasks: simulate.seconds_of_jobs(variants[at * len(TASKS) + number]) for number, tasks in enumerate(TASKS)}
            seconds[workers, name] = {benchmark: of[TASKS_OF[benchmark]][benchmark] for benchmark in BENCHMARKS}
    return seconds


def queries(assumed, work, say):
    """Returns how much longer applications take in all on the two baselines than on LSN(N2,D3)."""
    say("applications in the place of PigMix")
    names = (*BASELINES, "LSN(N2,D3)")
    many = [job for job in lsn.scenario({}, 1, assumed)["jobs"] if job["name"] in QUERIES]
    made = scenario([nodes(name, 15, assumed) for name in names], many, assumed, assumed.replication)
    all_seconds = [
        sum(simulate.seconds_of_jobs(one).values()) for one in simulate.variants("testbed-queries", made, work)
    ]
    # Of the two numbers of tasks that of maps with input.
    first, second, shared = all_seconds[TASKS.index(6) :: len(TASKS)]
    return {"baseline(N1,D1)": first / shared, "baseline(N2,D1)": second / shared}


def busy(assumed, work, say):
    """Returns for each benchmark the busy part of disks: baseline, one LSN with a copy, the same with three copies."""
    found = {}
    for benchmark in BENCHMARKS:
        say(f"busy disks: {benchmark}")
        made_of = {
            3: [nodes("baseline(N2,D1)", 5, assumed, lsns=1)],
            1: [nodes("LSN(N2,D2)", 5, assumed, lsns=1, copies=copies) for copies in (1, 3)],
        }
        parts = []
        for replication, clusters_of in made_of.items():
            made = scenario(clusters_of, jobs(5, 2, [benchmark]), assumed, replication)
            variants = simulate.variants(f"testbed-busy-{benchmark}-{replication}", made, work)
            parts += [one["deviceUse"]["disk"] for one in variants[TASKS.index(TASKS_OF[benchmark]) :: len(TASKS)]]
        found[benchmark] = parts
    return found


def study(work, say):
    """Runs all; returns the study's text in Markdown."""
    usual = measure(lsn.Assumed(), work, say)
    others = [
        measure(assumed, work, lambda part, what=what: say(f"{what}: {part}"))
        for what, assumed in lsn.SENSITIVITY.items()
    ]
    lines = ["| workers | as fast as | " + " | ".join(f"{name}: thesis | ours" for name in BENCHMARKS) + " |"]
    lines.append("|---|---|" + "---|---|" * len(BENCHMARKS))
    for workers, first, second, said in COMPARED:
        cells = []
        for benchmark, thesis in zip(BENCHMARKS, said, strict=True):
            ours, *varied = (
                of[workers, second][benchmark] / of[workers, first][benchmark] for of in (usual, *others)
            )
            cells += [thesis, f"{ours:.2f} ({min(ours, *varied):.2f}-{max(ours, *varied):.2f})"]
        lines.append(f"| {workers} | {first} to {second} | " + " | ".join(cells) + " |")
    lines += ["", "Applications, all together:", "", "| as slow as LSN(N2,D3) | PigMix, thesis | ours |", "|---|---|---|"]
    of_queries = queries(lsn.Assumed(), work, say)
    for name, said in (("baseline(N2,D1)", "1.08"), ("baseline(N1,D1)", "1.11")):
        lines.append(f"| {name} | {said} | {of_queries[name]:.2f} |")
    lines += ["", "Busy disks:", "", "| | baseline: thesis | ours | LSN: thesis | one copy | three copies |"]
    lines.append("|---|---|---|---|---|---|")
    for benchmark, parts in busy(lsn.Assumed(), work, say).items():
        own = [f"{100 * part:.0f} %" for part in parts]
        lines.append(f"| {benchmark} | {BUSY[benchmark]} % | {own[0]} | {BUSY_ON_LSN} | {own[1]} | {own[2]} |")
    return "\n".join(lines) + "\n"
