# SPDX-License-Identifier: Apache-2.0
"""A day of Facebook's cluster, a tenth of its bytes on a tenth of its nodes: what the daemon that manages files gains.

SWIM's trace FB-2010 with the paths of inputs. K. Ravindranathan, PhD thesis, Virginia Tech 2015, chapters 5 and 6.
"""

from . import simulate

NODES = 300
SEEDS = 3
# What all inputs take once.
TRACE_BYTES = 919e12
DIVISOR = 10
TRACE = "FB-2010_samples_24_times_1hr_withInputPaths_0.tsv.gz"

ARCHIVE = {"type": "archive", "count": 36, "read": "118 MB/s", "write": "83 MB/s", "capacity": "4t", "use": "hdfs"}
SSD = {"type": "ssd", "read": "450 MB/s", "write": "350 MB/s", "capacity": "400g", "use": "hdfs"}


# More than anything needs.
FAST = "1000 GB/s"


def fast(device):
    return {**device, "read": FAST, "write": FAST, "crowding": 0}


def room(percent, divisor=DIVISOR):
    """The size of a region that has room for so many percent of all inputs."""
    return f"{int(TRACE_BYTES / divisor * percent / 100)}"


class Study:
    """Runs scenarios with one trace.

    The trace says which jobs come and when; the seed of a simulation decides where blocks are, which of several replicas is read,
    which of several free slots is taken, and how predictions are wrong.
    """

    def __init__(self, trace, work, say, seeds=1):
        self._trace = trace
        self._work = work
        self._say = say
        self._seeds = seeds

    def runs(self, name, manager=None, retrieval="hdfs", all_ssd=False):
        """Returns what a day with a manager comes to, with each seed."""
        self._say(name)
        scenario = self._scenario(manager, retrieval, all_ssd)
        return simulate.repeated("facebook", scenario, self._work, self._seeds)[0]

    def run(self, name, manager, unhindered):
        """Returns what a day with a manager comes to, with one seed.

        unhindered: devices and links are so fast that nothing waits for them, which makes a run short
        """
        self._say(name)
        return simulate.run("facebook", self._scenario(manager, unhindered=unhindered), self._work)

    def wrong(self, name, manager, divisor, key, values):
        """Returns for each value of the manager's key what its decisions serve, as lists of a result of each seed.

        Devices and links are so fast that nothing waits for them.
        """
        self._say(name)
        scenario = self._scenario(manager, unhindered=True, divisor=divisor)
        scenario["matrix"] = {f"manager.{key}": values}
        return simulate.repeated("wrong", scenario, self._work, self._seeds)

    def _scenario(self, manager, retrieval="hdfs", all_ssd=False, unhindered=False, divisor=DIVISOR):
        disk = {"type": "disk", "count": 4, "read": "118 MB/s", "write": "83 MB/s", "crowding": 0.3, "capacity": "4t"}
        if all_ssd:
            disk = {**disk, "type": "ssd", "read": SSD["read"], "write": SSD["write"], "crowding": 0}
        devices = {"disk": disk} if all_ssd else {"disk": disk, "ssd": SSD}
        node = {
            "count": NODES, "cores": 8, "clock": "2.8 GHz", "link": "10 Gbit/s", "slots": {"maps": 8, "reduces": 4},
            "devices": devices,
        }  # fmt: skip
        archive = {"count": 6, "cores": 8, "clock": "2.8 GHz", "link": "10 Gbit/s", "devices": {"archive": ARCHIVE}}
        scenario = {
            "cluster": {"racks": 15, "uplink": "40 Gbit/s", "nodes": {"worker": node, "archive": archive}},
            "scheduler": "fair",
            "trace": {"file": str(self._trace), "divide bytes by": divisor},
            "precision": 0.001,
            "hdfs": {"block": "256m", "retrieval": retrieval},
        }
        if manager:
            scenario["manager"] = manager
        if unhindered:
            scenario["precision"] = 0.01
            scenario["mapreduce"] = {"shuffle": "aggregated"}
            scenario["cluster"].update({"uplink": FAST})
            for group in (node, archive):
                group.update({"link": FAST, "devices": {name: fast(one) for name, one in group["devices"].items()}})
        return scenario


def table(rows, base):
    """Rows are (name, results of all seeds); one of these results is what the others are compared with, seed by seed."""
    lines = [
        "| | mean job | median | 95th percentile | time of maps | stored | copied | network |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for name, runs in rows:
        managers = [one["manager"] for one in runs if "manager" in one]
        stored = [100 * manager["meanStoredBytes"] / manager["usualBytes"] for manager in managers]
        cells = [
            cell(runs, base, lambda one: one["meanSeconds"]),
            cell(runs, base, lambda one: one["medianSeconds"]),
            cell(runs, base, lambda one: one["p95Seconds"]),
            ("mean " if runs is base else "") + cell(runs, base, lambda one: one["taskSeconds"]["maps"]["mean"]),
            simulate.spread(stored, "{:.1f} %") if managers else "100 %",
            simulate.spread([one["copiedBytes"] / 1e12 for one in managers], "{:.1f} TB") if managers else "-",
            simulate.spread([one["networkBytes"] / 1e12 for one in runs], "{:.0f} TB"),
        ]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def cell(runs, base, value):
    """Seconds of the base, and by how much others differ."""
    if runs is base:
        return simulate.spread([value(one) for one in runs], "{:.1f} s")
    return simulate.differences([value(one) / value(its) for one, its in zip(runs, base, strict=True)])


def of_replicas():
    """Names and managers that make more replicas of files that are read often, and archive others."""
    for decide, budget in (("scarlett", 1.13), ("aptstore-perf", 1.1), ("aptstore", 1.1)):
        manager = {"decide": decide, "budget": budget}
        yield decide, manager
        yield f"{decide}, next hour known", {**manager, "predict": "perfect"}


def of_region():
    """Names and managers that copy popular files to SSDs, from 1 to 50 % of what is stored once."""
    for percent in (1, 5, 10, 20, 50):
        for predict in ("dux", "perfect"):
            manager = {"decide": "region", "region": room(percent), "predict": predict}
            yield f"{percent} % on SSDs, {'next hour known' if predict == 'perfect' else predict}", manager


def replicas(study):
    """More replicas for files that are read often, an archive for the others."""
    hdfs = study.runs("hdfs")
    return table([("HDFS", hdfs), *((name, study.runs(name, manager)) for name, manager in of_replicas())], hdfs)


def region(study):
    """Copies of popular files on SSDs."""
    hdfs = study.runs("hdfs")
    rows = [("no copies", hdfs)]
    rows += [(name, study.runs(name, manager, retrieval="tier")) for name, manager in of_region()]
    rows.append(("all on SSDs", study.runs("all on SSDs", all_ssd=True)))
    return table(rows, hdfs)


# Of bytes and of room, so that a run takes seconds: accesses and files are all there.
ERROR_DIVISOR = 100
AMOUNTS = ("50%", "100%")
MISTAKEN = ("10%", "25%", "50%", "75%", "100%")


def of_errors():
    """Names and managers whose predictions are made wrong."""
    yield "scarlett", {"decide": "scarlett", "budget": 1.13}
    yield "aptstore", {"decide": "aptstore", "budget": 1.1}
    yield "10 % on SSDs", {"decide": "region", "region": room(10, ERROR_DIVISOR)}


def error(study):
    """What wrong predictions cost: amounts that are wrong, and predictions that are those of other files."""
    columns = {}
    for name, manager in of_errors():
        known = {**manager, "predict": "perfect"}
        learnt = study.wrong(f"{name}, learnt", manager, ERROR_DIVISOR, "mistaken", ["0%"])[0]
        amounts = study.wrong(f"{name}, amounts", known, ERROR_DIVISOR, "error", ["0%", *AMOUNTS])
        mistaken = study.wrong(f"{name}, mistaken", known, ERROR_DIVISOR, "mistaken", list(MISTAKEN))
        columns[name] = {
            "HDFS": parts(learnt, "usual"),
            "learnt": parts(learnt, "served"),
            "the next hour is known": parts(amounts[0], "served"),
            **{f"amounts wrong by up to {part}": parts(runs, "served") for part, runs in zip(AMOUNTS, amounts[1:], strict=True)},
            **{f"{part} are of other files": parts(runs, "served") for part, runs in zip(MISTAKEN, mistaken, strict=True)},
            "clairvoyant bound": parts(learnt, "bound"),
        }
    lines = ["| predictions | " + " | ".join(columns) + " |", "|---|" + "---|" * len(columns)]
    for row in next(iter(columns.values())):
        lines.append(f"| {row.replace('%', ' %')} | " + " | ".join(column[row] for column in columns.values()) + " |")
    return "\n".join(lines) + "\n"


def clairvoyant(study):
    """What decisions serve of the accesses after them, and what those of somebody who knows all could serve."""
    lines = ["| | accesses served | clairvoyant bound |", "|---|---|---|"]
    for number, (name, manager) in enumerate((*of_replicas(), *of_region())):
        runs = [study.run(name, manager, unhindered=True)]
        if number == 0:
            lines.append(f"| HDFS | {parts(runs, 'usual')} | |")
        lines.append(f"| {name} | {parts(runs, 'served')} | {parts(runs, 'bound')} |")
    return "\n".join(lines) + "\n"


def parts(runs, member):
    """The part of all bytes that are read after the first decision."""
    counted = [one["manager"]["accesses"] for one in runs]
    return simulate.spread([100 * one[member] / one["bytes"] for one in counted], "{:.2f} %")
