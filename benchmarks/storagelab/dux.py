# SPDX-License-Identifier: Apache-2.0
"""DUX: jobs with unlike I/O on disks, on SSDs, and with an SSD region of a tenth of the storage.

A tenth of the paper's speeds; six hosts with a disk and an SSD each. A job is what its application reads and writes:
input from HDFS, intermediate data, output to HDFS with three replicas. The time in which it computes is not waited for,
but added; it writes its output meanwhile. Jobs run one after the other.
"""

import dataclasses
import random
import statistics
import time

from . import figures

HOSTS = 6
RACKS = 3
REPLICAS = 3
MIB = 1 << 20
# In MiB/s, as in host files.
DISK_READ, DISK_WRITE = 6, 5
SSD_READ, SSD_WRITE = 53, 24
MODES = ("disks", "ssds", "dux")
CONFIGURATIONS = ("config-1", "config-2", "config-3", "config-4")
# The SSDs' part of the storage, and what of the region is not promised to jobs.
REGION = 0.1
RESERVE = 0.1
# DataNodes' limits hold over half a second: instead of computing, a job waits until devices were idle for so long.
IDLE_S = 0.6
# A host reads and writes so many files at once.
THREADS = 2

RULES = {
    "tiers": "ssd, disk",
    "tier.ssd.devices": "SSD", "tier.ssd.read": SSD_READ * MIB, "tier.ssd.write": SSD_WRITE * MIB, "tier.ssd.iops": 7000,
    "tier.disk.devices": "DISK", "tier.disk.read": DISK_READ * MIB, "tier.disk.write": DISK_WRITE * MIB,
    "tier.disk.iops": 350,
    "retrieval": "tier",
    "replication.minimum": 2,
}  # fmt: skip


@dataclasses.dataclass(frozen=True)
class Application:
    """Of table 6.2, in GB, and by how much all SSDs make it faster than all disks, of section 6.3.3.1: 26.5 and 0.5 %
    are said of two applications, 19.7 and 2.9 % are means of the four that gain and of the others.

    Section 6.3.3.2 says that NutchIndex and PageRank read and write 14 GB of intermediate data together, and that for
    Bayes it is most of the I/O, so there it is more than the output of all map tasks in table 6.2.
    """

    name: str
    read: float
    intermediate: float
    written: float
    gain: float
    waits_for_output: bool = False  # else it computes while it writes

    def compute_seconds(self, mib_per_gb):
        """So long it computes that its gain is the paper's, if devices are as fast as their limits."""
        scale = mib_per_gb / HOSTS
        written = REPLICAS * self.written if self.waits_for_output else 0
        disk = scale * (
            self.read / DISK_READ + self.intermediate * (1 / DISK_WRITE + 1 / DISK_READ) + written / DISK_WRITE
        )  # fmt: skip
        ssd = scale * (
            self.read / SSD_READ + self.intermediate * (1 / SSD_WRITE + 1 / SSD_READ) + written / SSD_WRITE
        )  # fmt: skip
        return max(0.0, (disk - ssd) / self.gain - disk)


GAINING = (
    Application("nutchindex", 1.5, 7, 1, 0.265),
    Application("bayes", 0.128, 4.6, 4.5, 0.174),
    Application("sort", 3, 11.5, 3, 0.174),
    Application("terasort", 15, 15, 15, 0.174),
)
OTHERS = (
    Application("kmeans", 1, 0.000064, 1, 0.034),
    Application("hive", 5, 3.2, 0.256, 0.034),
    Application("pagerank", 0.128, 7, 0.0125, 0.005),
    Application("teragen", 0, 0, 15, 0.034, waits_for_output=True),
    Application("wordcount", 12, 30, 0.000012, 0.034),
)
APPLICATIONS = GAINING + OTHERS
# The part of the jobs whose applications gain by which all SSDs are 12 % faster on average, as the paper has it.
GAINING_JOBS = 0.545
BY_NAME = {application.name: application for application in APPLICATIONS}


def host_lines(hosts):
    """The host file."""
    volumes = f"disk={DISK_READ}m/{DISK_WRITE}m ssd={SSD_READ}m/{SSD_WRITE}m"
    return [f"{hosts.node(i)} role=storage rack=/rack{i // (HOSTS // RACKS) + 1} {volumes}" for i in range(HOSTS)]


def jobs_of(number, count, seed):
    """The applications of a round's jobs, in their order."""
    draw = random.Random(f"{seed} {number}")
    gaining = round(GAINING_JOBS * count)
    jobs = [one.name for some, n in ((GAINING, gaining), (OTHERS, count - gaining)) for one in draw.choices(some, k=n)]
    draw.shuffle(jobs)
    return jobs


class Lab:
    """Runs jobs; knows what is where."""

    def __init__(self, cluster, mib_per_gb, applications=APPLICATIONS):
        self._cluster = cluster
        self._mib_per_gb = mib_per_gb
        self.applications = applications
        self._number = 0
        policies = ["/disks:HOT", "/ssds:ALL_SSD", "/region:ALL_SSD"]
        cluster.run(["policy", 1, *policies] if host == 0 else ["policy", 1] for host in range(HOSTS))
        for application in applications:
            for place in ("disks", "ssds"):
                self._write(self._input(place, application), application.read, REPLICAS)

    def bytes_of(self, gigabytes):
        """Of data of that many GB in the paper, in all files together."""
        return self._file_bytes(gigabytes) * HOSTS * THREADS

    def _file_bytes(self, gigabytes):
        return int(gigabytes * self._mib_per_gb * MIB / (HOSTS * THREADS))

    @staticmethod
    def _input(place, application):
        return f"/{place}/{application.name}"

    @staticmethod
    def _files(directory, host):
        return [f"{directory}/host{host}-{file}" for file in range(THREADS)]

    def _write(self, directory, gigabytes, replicas):
        size = self._file_bytes(gigabytes)
        if size:
            block = max(MIB, -(-size // MIB) * MIB)  # a multiple of what checksums need
            self._cluster.run(
                ["write", THREADS, replicas, block, *(f"{path}:{size}" for path in self._files(directory, host))]
                for host in range(HOSTS)
            )

    def _read(self, directory, gigabytes, shift=0):
        if self._file_bytes(gigabytes):
            self._cluster.run(
                ["read", THREADS, *self._files(directory, (host + shift) % HOSTS)] for host in range(HOSTS)
            )

    def _delete(self, *directories):
        self._cluster.run(["delete", 1, *directories] if host == 0 else ["delete", 1] for host in range(HOSTS))

    def prefetch(self, application):
        """Makes a copy of an application's input on SSDs; returns the seconds."""
        begin = time.monotonic()
        self._read(self._input("disks", application), application.read)
        self._write(self._input("region", application), application.read, 1)
        return time.monotonic() - begin

    def evict(self, application):
        self._delete(self._input("region", application))

    def run(self, application, source, intermediate, target):
        """Runs a job whose input, intermediate data and output are in these places; returns the seconds."""
        self._number += 1
        between = f"/{intermediate}/job{self._number}-intermediate"
        output = f"/{target}/job{self._number}-output"
        begin = time.monotonic()
        self._read(self._input(source, application), application.read)
        time.sleep(IDLE_S)
        self._write(between, application.intermediate, 1)
        self._read(between, application.intermediate, shift=1)  # what other hosts have written
        time.sleep(IDLE_S)
        written = time.monotonic()
        self._write(output, application.written, REPLICAS)
        end = time.monotonic()
        compute = application.compute_seconds(self._mib_per_gb)
        writing = end - written
        self._delete(between, output)
        rest = writing + compute if application.waits_for_output else max(writing, compute)
        return written - begin - 2 * IDLE_S + rest

    def run_in(self, application, configuration):
        """Runs a job in one of DUX's configurations: its output is on disks."""
        source = "region" if configuration in ("config-2", "config-3") else "disks"
        intermediate = "region" if configuration in ("config-2", "config-4") else "disks"
        return self.run(application, source, intermediate, "disks")

    def profile(self, say):
        """Runs each application once in each configuration; returns the lines that ConfigurationPlan reads."""
        lines = []
        for application in self.applications:
            self.prefetch(application)
            for configuration in CONFIGURATIONS:
                seconds = self.run_in(application, configuration)
                say(f"{application.name}, {configuration}: {seconds:.1f} s")
                lines.append("\t".join([
                    "run", application.name, configuration, f"{seconds:.3f}", str(self.bytes_of(application.read)),
                    str(self.bytes_of(application.intermediate)),
                ]))  # fmt: skip
            self.evict(application)
        return lines

    def storage_bytes(self):
        """Of the inputs, and of the job that writes most."""
        inputs = sum(REPLICAS * self.bytes_of(one.read) for one in self.applications)
        return inputs + max(
            self.bytes_of(one.intermediate) + REPLICAS * self.bytes_of(one.written) for one in self.applications
        )


def decide(cluster, lab, profile, jobs):
    """Returns (configuration, whether input is copied before, applications whose copies are removed before) by job."""
    region = int(REGION * lab.storage_bytes())
    lines = [*profile, *(f"job\t{name}" for name in jobs)]
    rows = cluster.decide("ConfigurationPlan", [region, int(RESERVE * region)], lines)
    return [(configuration, prefetch == "yes", [one for one in evict.split(",") if one])
            for configuration, prefetch, evict in rows]  # fmt: skip


def round_of(number, cluster, lab, profile, jobs, say):
    """Each mode once: the same jobs, one after the other."""
    runs = {}
    for mode in MODES[number % len(MODES) :] + MODES[: number % len(MODES)]:
        run = run_dux(cluster, lab, profile, jobs) if mode == "dux" else run_all(lab, mode, jobs)
        seconds = run["seconds"] = sum(run["job_seconds"])
        run.update({"mode": mode, "round": number, "jobs": jobs})
        say(f"round {number + 1}, {mode}: {seconds:.1f} s")
        runs[mode] = run
    for run in runs.values():
        for base in ("disks", "ssds"):
            pairs = zip(run["job_seconds"], runs[base]["job_seconds"])
            run["to_" + base] = statistics.mean(own / other for own, other in pairs)
    return list(runs.values())


def run_all(lab, place, jobs):
    seconds = [lab.run(BY_NAME[name], place, place, place) for name in jobs]
    ssd = lab.storage_bytes() if place == "ssds" else 0
    return {"job_seconds": seconds, "prefetch": 0.0, "ssd": ssd, "on_ssd": 1.0 if ssd else 0.0}


def run_dux(cluster, lab, profile, jobs):
    """What is in the region at most is the SSDs that DUX has used; copying input is a part of a job's time."""
    seconds, copying, peak, served = [], 0.0, 0, 0
    held = {}
    for name, (configuration, prefetch, evict) in zip(jobs, decide(cluster, lab, profile, jobs)):
        application = BY_NAME[name]
        for other in evict:
            lab.evict(BY_NAME[other])
            del held[other]
        copied = 0.0
        if prefetch:
            copied = lab.prefetch(application)
            held[name] = lab.bytes_of(application.read)
        on_ssd = lab.bytes_of(application.intermediate) if configuration in ("config-2", "config-4") else 0
        peak = max(peak, sum(held.values()) + on_ssd)
        served += configuration != "config-1"
        copying += copied
        seconds.append(copied + lab.run_in(application, configuration))
    for name in held:
        lab.evict(BY_NAME[name])
    return {"job_seconds": seconds, "prefetch": copying, "ssd": peak, "on_ssd": served / len(jobs)}


def report(runs):
    """Tables: of modes, medians with the lowest and highest value; of applications, means of all their jobs."""
    of = {mode: figures.summary([run for run in runs if run["mode"] == mode]) for mode in MODES}
    most = of["ssds"]["ssd"]["median"]
    rows = [
        [mode, *(figures.span({key: 100 * (value - 1) for key, value in one["to_" + base].items()}, 1)
                 for base in ("disks", "ssds")),
         figures.span(one["seconds"], 0), f"{one['prefetch']['median']:.1f}", f"{100 * one['ssd']['median'] / most:.0f}",
         f"{100 * one['on_ssd']['median']:.0f}"]
        for mode, one in of.items()
    ]  # fmt: skip
    headings = ["mode", "to disks %", "to SSDs %", "all jobs s", "copying s", "% of SSDs", "% jobs on SSDs"]
    text = "Jobs with unlike I/O\n" + figures.table(headings, rows)
    seconds = {}
    for run in runs:
        for name, one in zip(run["jobs"], run["job_seconds"]):
            seconds.setdefault(name, {}).setdefault(run["mode"], []).append(one)
    rows = []
    for name in filter(seconds.get, BY_NAME):
        disks, ssds, dux = (statistics.mean(seconds[name][mode]) for mode in MODES)
        times = (f"{one:.1f}" for one in (disks, ssds, dux))
        rows.append([name, str(len(seconds[name]["dux"])), *times, figures.change(ssds, disks), figures.change(dux, disks)])
    headings = ["application", "jobs", "disks s", "SSDs s", "DUX s", "SSDs to disks", "DUX to disks"]
    return text + "\n" + figures.table(headings, rows)
