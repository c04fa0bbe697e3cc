# SPDX-License-Identifier: Apache-2.0
"""The command."""

import argparse
import contextlib
import datetime
import json
import math
import os
import pathlib
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

from storagelab import machine
from storagelab.cluster import ATHANOR, Failed
from storagelab.figures import change, span, summary, table
from storagelab.hosts import Namespaces, needs_for_namespaces
from storagelab.main import commit, find_java

from . import jobs
from .clusters import NAMES, Clusters
from .cpu import CpuLimit, needs_for_limits

END_SECONDS = 60  # for a run that is asked to end
PROCESSORS = (0.6, 1.0)
LINK = "40mbit"  # of the second host
BASELINE = "oblivious"
# Student's, for intervals of 95 %, by the degrees of freedom from 1
QUANTILES = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131)


def parse(arguments):
    parser = argparse.ArgumentParser(
        prog="benchmarks/scheduling",
        description="Runs one workflow on two YARN clusters that share an HDFS, once with each policy in each round. Each"
        f" cluster is one host, a network namespace: a has {PROCESSORS[0]} processors, b has {PROCESSORS[1]} and a link of"
        f" {LINK[:-4]} Mbit/s. Needs root.",
    )
    parser.add_argument("--policies", default="oblivious,finish-time", help="separated by commas, the baseline first")
    parser.add_argument("--rounds", type=int, default=5, help="by default 5")
    parser.add_argument("--profiles", type=int, default=2, help="runs of each application on each cluster before; by default 2")
    parser.add_argument("--mb", type=int, default=48, help="size of each input; by default 48")
    parser.add_argument("--samples", type=int, default=100_000_000, help="of each of two maps that estimate pi")
    parser.add_argument("--seed", type=int, default=1, help="of the data, and of the first round")
    parser.add_argument("--work", type=pathlib.Path, help="directory for the data; by default a new one below /tmp")
    parser.add_argument("--output", type=pathlib.Path, help="JSON with all runs")
    settings = parser.parse_args(arguments)
    settings.policies = settings.policies.split(",")
    for name in ("rounds", "profiles", "mb", "samples"):
        if getattr(settings, name) < 1:
            parser.error(f"--{name}={getattr(settings, name)}: must be 1 or more")
    if settings.rounds > len(QUANTILES) + 1:
        parser.error(f"--rounds={settings.rounds}: must be {len(QUANTILES) + 1} or less")
    if settings.work and not settings.work.is_dir():
        parser.error(f"--work={settings.work}: must be a directory that exists")
    missing = needs_for_namespaces() or needs_for_limits()
    if missing:
        parser.error(missing)
    return settings


def say(text):
    print(time.strftime("%H:%M:%S"), text, file=sys.stderr, flush=True)


class Lab:
    """Runs workflows on the clusters."""

    def __init__(self, clusters, directory, samples):
        self._clusters = clusters
        self._directory = directory
        self._running = []
        (directory / "unlike.yaml").write_text(jobs.workflow(samples))
        for name in NAMES:
            (directory / f"profile-{name}.yaml").write_text(jobs.profile(name, samples))
            (directory / f"clusters-{name}.yaml").write_text(self._file(name))
        (directory / "clusters.yaml").write_text(self._file(*NAMES))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        """Ends runs that still go on; a run that is asked to end kills its jobs, one that does not end is killed."""
        for process in self._running:
            process.terminate()
        for process in self._running:
            try:
                process.wait(END_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def _file(self, *names):
        text = "clusters:\n"
        for name in names:
            network = "40mbit" if name == "b" else "unlimited"
            rate = "40 Mbit/s" if name == "b" else "10 Gbit/s"
            text += (f"  {name}:\n    kind: yarn\n    hadoop configuration: {self._clusters.configuration(name)}\n"
                     f"    region: {name}\n    network: {network}\n    network rate: {rate}\n")  # fmt: skip
        return text + "regions:\n" + "".join(f"  {name}: /{name}\n" for name in NAMES)

    def put(self, settings):
        """Text in both clusters, rows in each one."""
        for name in NAMES:
            source = self._directory / f"rows-{name}"
            jobs.make_rows(source, settings.mb, settings.seed)
            self._put(source, f"/lab/{name}/rows", NAMES.index(name), 1)
        source = self._directory / "text"
        jobs.make_text(source, settings.mb, settings.seed)
        self._put(source, "/lab/both/text", 0, 2)
        self._clusters.hdfs("-mkdir", "-p", "/user/root")

    def _put(self, source, target, host, replicas):
        self._clusters.hdfs("-mkdir", "-p", target, host=host)
        self._clusters.hdfs("-D", f"dfs.replication={replicas}", "-D", "dfs.blocksize=33554432",
                            "-put", str(source), f"{target}/part-0", host=host)  # fmt: skip
        source.unlink()

    def start(self, workflow, clusters, policy, seed, number):
        """Starts a run; its state directory is its own."""
        state = self._directory / "runs" / str(number)
        state.parent.mkdir(exist_ok=True)
        words = [
            ATHANOR, "schedule", "run", str(self._directory / f"{workflow}.yaml"), "-p", f"root=/lab/out/{number}",
            "--clusters", str(self._directory / f"{clusters}.yaml"), "--policy", policy, "--seed", str(seed),
            "--state", str(state), "--catalogue", str(self._directory / "catalogue.db"),
        ]  # fmt: skip
        with open(self._directory / "runs" / f"{number}.log", "wb") as log:
            process = subprocess.Popen(
                self._clusters.command(words), env=self._clusters.environment, stdout=log, stderr=log)
        self._running.append(process)
        return process, state

    def finish(self, process, state):
        """Waits for the run, and returns what it took."""
        failed = process.wait()
        self._running.remove(process)
        if failed:
            raise Failed(f"a workflow failed, see {state}.log")
        words = [ATHANOR, "schedule", "status", "--json", "--state", str(state)]
        done = subprocess.run(words, capture_output=True, text=True, check=True)
        run = json.loads(done.stdout)[0]
        begin = instant(run["submitted"])
        return {
            "makespan": instant(run["ended"]) - begin,
            "completion": statistics.mean(instant(job["since"]) - begin for job in run["jobs"]),
            "duration": statistics.mean(job["seconds"] for job in run["jobs"]),
            "clusters": {job["job"]: job["cluster"] for job in run["jobs"]},
            "seconds": {job["job"]: job["seconds"] for job in run["jobs"]},
        }


def instant(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def measure(settings, lab, keep):
    number = 0
    for turn in range(settings.profiles):
        say(f"profile {turn + 1} of {settings.profiles}")
        started = []
        for name in NAMES:
            started.append(lab.start(f"profile-{name}", f"clusters-{name}", "first-fit", 1, number))
            number += 1
        for name, (process, state) in zip(NAMES, started):
            keep("profiles", {"cluster": name, **lab.finish(process, state)})
    for turn in range(settings.rounds):
        order = settings.policies[turn % len(settings.policies):] + settings.policies[: turn % len(settings.policies)]
        for policy in order:
            process, state = lab.start("unlike", "clusters", policy, settings.seed + turn, number)
            number += 1
            result = {"round": turn, "policy": policy, **lab.finish(process, state)}
            say(f"round {turn + 1}, {policy}: {result['makespan']:.0f} s")
            keep("rounds", result)


def interval(ratios):
    """The geometric mean of ratios, and its interval of 95 %, in percent of change."""
    logs = [math.log(ratio) for ratio in ratios]
    mean = statistics.mean(logs)
    half = QUANTILES[len(logs) - 2] * statistics.stdev(logs) / math.sqrt(len(logs)) if len(logs) > 1 else math.inf
    text = [change(math.exp(value), 1) if value < 700 else "unknown" for value in (mean, mean - half, mean + half)]
    return f"{text[0]} ({text[1]} to {text[2]})"


def report(rounds, policies):
    by_policy = {policy: [run for run in rounds if run["policy"] == policy] for policy in policies}
    rows = []
    for policy, runs in by_policy.items():
        spread = summary(runs)
        row = [policy, *(span(spread[name], 0) for name in ("makespan", "completion", "duration"))]
        for name in ("makespan", "completion"):
            base = by_policy[policies[0]]
            row.append("" if policy == policies[0] else interval([a[name] / b[name] for a, b in zip(runs, base)]))
        rows.append(row)
    return table(["policy", "makespan s", "mean completion s", "mean duration s", "makespan, change", "completion, change"], rows)


def main(arguments=None):
    settings = parse(sys.argv[1:] if arguments is None else arguments)
    home = find_java()
    document = {"format": "athanor-scheduling-benchmark", "version": 1, "profiles": [], "rounds": [],
                "machine": machine.describe(f"{home}/bin/java"), "commit": commit()}  # fmt: skip

    def keep(name, run):
        document[name].append(run)
        if settings.output:
            settings.output.write_text(json.dumps(document, indent=2) + "\n")

    work = pathlib.Path(tempfile.mkdtemp(prefix="athanor-scheduling-", dir=settings.work))
    try:
        with contextlib.ExitStack() as stack:
            hosts = stack.enter_context(Namespaces(len(NAMES)))
            hosts.limit(LINK, 1)
            limits = [stack.enter_context(CpuLimit(f"athanor-{os.getpid()}-{name}", count))
                      for name, count in zip(NAMES, PROCESSORS)]  # fmt: skip
            clusters = stack.enter_context(Clusters(hosts, limits, work))
            lab = stack.enter_context(Lab(clusters, work, settings.samples))
            lab.put(settings)
            measure(settings, lab, keep)
    except Failed:
        say(f"kept: {work}")
        raise
    except BaseException:
        shutil.rmtree(work, ignore_errors=True)
        raise
    shutil.rmtree(work, ignore_errors=True)
    print(report(document["rounds"], settings.policies), end="")
    return 0


def run(arguments=None):
    """Like main, with one line for what fails; interrupted or not, everything is stopped."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: sys.exit(130))
    try:
        return main(arguments)
    except (Failed, ValueError, OSError, subprocess.CalledProcessError) as e:
        print(f"benchmarks/scheduling: {e}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
