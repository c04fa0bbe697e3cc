# SPDX-License-Identifier: Apache-2.0
"""A day of Facebook's cluster, a tenth of its bytes on a tenth of its nodes: what the daemon that manages files gains.

SWIM's trace FB-2010 with the paths of inputs. K. Ravindranathan, PhD thesis, Virginia Tech 2015, chapters 5 and 6.
"""

from . import simulate

NODES = 300
# What all inputs take once: a tenth of 919 TB.
INPUT_BYTES = 91.9e12
TRACE = "FB-2010_samples_24_times_1hr_withInputPaths_0.tsv.gz"

ARCHIVE = {"type": "archive", "count": 36, "read": "118 MB/s", "write": "83 MB/s", "capacity": "4t", "use": "hdfs"}
SSD = {"type": "ssd", "read": "450 MB/s", "write": "350 MB/s", "capacity": "400g", "use": "hdfs"}


# More than anything needs.
FAST = "1000 GB/s"


def fast(device):
    return {**device, "read": FAST, "write": FAST, "crowding": 0}


class Study:
    """Runs scenarios with one trace."""

    def __init__(self, trace, work, say):
        self._trace = trace
        self._work = work
        self._say = say

    def run(self, name, manager=None, retrieval="hdfs", all_ssd=False, unhindered=False):
        """Returns what a day with a manager comes to.

        unhindered: devices and links are so fast that nothing waits for them, which makes a run short
        """
        self._say(name)
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
            "trace": {"file": str(self._trace), "divide bytes by": 10},
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
        return simulate.run("facebook", scenario, self._work)


def table(rows, reference):
    """Rows are (name, results); the first of these is what the others are compared with."""
    base = reference
    lines = [
        "| | mean job | median | 95th percentile | time of maps | stored | copied | network |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for name, one in rows:
        manager = one.get("manager")
        stored = f"{100 * manager['meanStoredBytes'] / manager['usualBytes']:.1f} %" if manager else "100 %"
        copied = f"{manager['copiedBytes'] / 1e12:.1f} TB" if manager else "-"
        cells = [
            cell(one["meanSeconds"], base["meanSeconds"], one is base),
            cell(one["medianSeconds"], base["medianSeconds"], one is base),
            cell(one["p95Seconds"], base["p95Seconds"], one is base),
            cell(map_seconds(one), map_seconds(base), one is base, "mean "),
            stored,
            copied,
            f"{one['networkBytes'] / 1e12:.0f} TB",
        ]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def map_seconds(one):
    return one["taskSeconds"]["maps"]["mean"]


def cell(value, base, is_base, prefix=""):
    return f"{prefix}{value:.1f} s" if is_base else f"{100 * (value / base - 1):+.1f} %"


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
            manager = {"decide": "region", "region": f"{int(INPUT_BYTES * percent / 100)}", "predict": predict}
            yield f"{percent} % on SSDs, {'next hour known' if predict == 'perfect' else predict}", manager


def replicas(study):
    """More replicas for files that are read often, an archive for the others."""
    hdfs = study.run("hdfs")
    return table([("HDFS", hdfs), *((name, study.run(name, manager)) for name, manager in of_replicas())], hdfs)


def region(study):
    """Copies of popular files on SSDs."""
    hdfs = study.run("hdfs")
    rows = [("no copies", hdfs)]
    rows += [(name, study.run(name, manager, retrieval="tier")) for name, manager in of_region()]
    rows.append(("all on SSDs", study.run("all on SSDs", all_ssd=True)))
    return table(rows, hdfs)


def error(study):
    """What wrong predictions cost: each is more or less than the true number of accesses by up to a part."""
    hdfs = study.run("hdfs")
    rows = [("HDFS", hdfs)]
    for name, manager, retrieval in (
        ("aptstore", {"decide": "aptstore", "budget": 1.1}, "hdfs"),
        ("10 % on SSDs", {"decide": "region", "region": f"{int(INPUT_BYTES / 10)}"}, "tier"),
    ):
        for percent in (0, 25, 50, 75, 100):
            wrong = {**manager, "predict": "perfect", "error": f"{percent}%"}
            label = f"{name}, {percent} % wrong"
            rows.append((label, study.run(label, wrong, retrieval)))
    return table(rows, hdfs)


def clairvoyant(study):
    """What decisions serve of the accesses after them, and what those of somebody who knows all could serve."""
    lines = ["| | accesses served | clairvoyant bound |", "|---|---|---|"]
    for number, (name, manager) in enumerate((*of_replicas(), *of_region())):
        accesses = study.run(name, manager, unhindered=True)["manager"]["accesses"]
        if number == 0:
            lines.append(f"| HDFS | {part(accesses, 'usual')} | |")
        lines.append(f"| {name} | {part(accesses, 'served')} | {part(accesses, 'bound')} |")
    return "\n".join(lines) + "\n"


def part(accesses, member):
    return f"{100 * accesses[member] / accesses['bytes']:.2f} %"
