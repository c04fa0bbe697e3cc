# SPDX-License-Identifier: Apache-2.0
"""The command."""

import argparse
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from . import audit, dux, machine, policies, replicas, single, skew, tiers
from .cluster import ROOT, Cluster, Failed, StillRunning
from .hosts import Loopback, Namespaces, needs_for_namespaces

EXPERIMENTS = ("tiers", "replicas", "dux", "audit", "single", "policies")
# Those that say nothing without places in the network.
IN_NAMESPACES = ("single", "policies")
HOSTS = {
    "tiers": tiers.HOSTS, "replicas": replicas.HOSTS, "dux": dux.HOSTS, "single": single.HOSTS,
    "policies": policies.HOSTS,
}  # fmt: skip


def parse(arguments):
    parser = argparse.ArgumentParser(
        prog="benchmarks/storage",
        description="Repeats experiments with tiers and replicas of HDFS, scaled to one machine; see"
        " docs/storage-evaluation.md. As root, hosts are network namespaces; else readers have no place in the network,"
        " and slow links are left out.",
    )
    parser.add_argument("experiments", nargs="*", metavar="EXPERIMENT",
                        help="tiers, replicas, dux, audit, single or policies; by default all")  # fmt: skip
    parser.add_argument("--rounds", type=int, default=5, help="each mode once in each; by default 5")
    parser.add_argument("--first", type=int, default=0, help="number of the first round, from 0")
    parser.add_argument("--files", type=int, default=2, help="files that each host writes at once (tiers, policies)")
    parser.add_argument("--file-mb", type=int, default=16,
                        help="their length in MiB (tiers, policies); MiB of an eighth of a block (single)")  # fmt: skip
    parser.add_argument("--reads", type=int, default=90, help="reads in a period (replicas)")
    parser.add_argument("--jobs", type=int, default=18, help="in a round, for each mode (dux)")
    parser.add_argument("--gb-mb", type=int, default=8, help="MiB for each GB of the paper's applications (dux)")
    parser.add_argument("--trace", type=pathlib.Path,
                        help="a SWIM trace with input paths (replicas); by default, reads are made up")  # fmt: skip
    parser.add_argument("--lines", type=int, default=100_000_000, help="of the longest log, 175 bytes each (audit)")
    parser.add_argument("--seed", type=int, default=1, help="of the sample of the trace, of what is made up, and of jobs")
    parser.add_argument("--work", type=pathlib.Path, help="directory for the data; by default a new one below /tmp")
    parser.add_argument("--output", type=pathlib.Path, help="JSON with all runs; runs that it has already are kept")
    settings = parser.parse_args(arguments)
    settings.experiments = settings.experiments or list(EXPERIMENTS)
    for name in settings.experiments:
        if name not in EXPERIMENTS:
            parser.error(f"EXPERIMENT={name}: must be {' or '.join(EXPERIMENTS)}")
    for name in ("rounds", "files", "file_mb", "reads", "jobs", "gb_mb", "lines"):
        if getattr(settings, name) < 1:
            parser.error(f"--{name.replace('_', '-')}={getattr(settings, name)}: must be 1 or more")
    if settings.first < 0:
        parser.error(f"--first={settings.first}: must be 0 or more")
    if settings.trace and not settings.trace.is_file():
        parser.error(f"--trace={settings.trace}: {'is no file' if settings.trace.exists() else 'does not exist'};"
                     " must be a SWIM trace with input paths; without it, reads are made up")  # fmt: skip
    if settings.work and not settings.work.is_dir():
        parser.error(f"--work={settings.work}: must be a directory that exists")
    return settings


def say(text):
    print(time.strftime("%H:%M:%S"), text, file=sys.stderr, flush=True)


def run_on_hosts(name, settings, links, work, java_home, keep):
    kind = Namespaces if "slow" in links else Loopback
    with kind(HOSTS[name]) as hosts:
        if name == "tiers":
            run_tiers(settings, hosts, links, work, java_home, keep)
        elif name == "dux":
            run_dux(settings, hosts, work, java_home, keep)
        elif name == "single":
            run_single(settings, hosts, work, java_home, keep)
        elif name == "policies":
            run_policies(settings, hosts, work, java_home, keep)
        else:
            run_replicas(settings, hosts, work, java_home, keep)


def run_tiers(settings, hosts, links, work, java_home, keep):
    with Cluster(hosts, tiers.host_lines(hosts), tiers.RULES, work, java_home) as cluster:
        for number in range(settings.first, settings.first + settings.rounds):
            keep("tiers", tiers.round_of(number, cluster, hosts, settings, links, say))


def run_single(settings, hosts, work, java_home, keep):
    with Cluster(hosts, single.host_lines(hosts), single.RULES, work, java_home) as cluster:
        for number in range(settings.first, settings.first + settings.rounds):
            keep("single", single.round_of(number, cluster, hosts, settings, say))


def run_policies(settings, hosts, work, java_home, keep):
    with Cluster(hosts, policies.host_lines(hosts), policies.RULES, work, java_home) as cluster:
        for number in range(settings.first, settings.first + settings.rounds):
            keep("policies", policies.round_of(number, cluster, hosts, settings, say))


def run_replicas(settings, hosts, work, java_home, keep):
    needed = (settings.first + settings.rounds + 1) * settings.reads
    if settings.trace:
        reads = skew.replayed(skew.paths_of(settings.trace), replicas.FILES, settings.seed)
    else:
        reads = skew.generated(replicas.FILES, needed, settings.seed)
    periods = skew.periods(reads, settings.reads)
    if len(periods) <= settings.first + settings.rounds:
        raise Failed(f"the trace has {len(periods)} periods of {settings.reads} reads; must be more than"
                     f" {settings.first + settings.rounds}: give fewer --rounds or --reads")  # fmt: skip
    with Cluster(hosts, replicas.host_lines(hosts), replicas.RULES, work, java_home) as cluster:
        layout = replicas.Layout(cluster)
        for number in range(settings.first, settings.first + settings.rounds):
            keep("replicas", replicas.round_of(number, cluster, layout, periods[number], periods[number + 1], say))


def run_dux(settings, hosts, work, java_home, keep):
    with Cluster(hosts, dux.host_lines(hosts), dux.RULES, work, java_home) as cluster:
        lab = dux.Lab(cluster, settings.gb_mb)
        profile = lab.profile(say)
        for number in range(settings.first, settings.first + settings.rounds):
            jobs = dux.jobs_of(number, settings.jobs, settings.seed)
            keep("dux", dux.round_of(number, cluster, lab, profile, jobs, say))


def run_audit(settings, work, java_home, keep):
    for number in range(settings.first, settings.first + settings.rounds):
        for lines in audit.lengths(settings.lines):
            keep("audit", [audit.round_of(number, lines, work, java_home, say)])


def find_java():
    """Returns the home of the JDK that JAVA_HOME names, or the one on the path."""
    home = os.environ.get("JAVA_HOME")
    if home:
        return home
    compiler = shutil.which("javac")
    if not compiler:
        raise Failed("no javac found: set JAVA_HOME to a JDK 17 or newer")
    return str(pathlib.Path(compiler).resolve().parents[1])


def commit():
    words = ["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    return done.stdout.strip() or None


def report(document, links):
    text = ""
    if document["tiers"]:
        text += tiers.report(document["tiers"], links)
    if document["replicas"]:
        text += replicas.report(document["replicas"])
    if document["dux"]:
        text += dux.report(document["dux"])
    if document["audit"]:
        text += audit.report(document["audit"])
    if document["single"]:
        text += single.report(document["single"])
    if document["policies"]:
        text += policies.report(document["policies"])
    return text


def main(arguments=None):
    settings = parse(sys.argv[1:] if arguments is None else arguments)
    home = find_java()
    document = {"format": "athanor-storage-benchmark", "version": 1}
    if settings.output and settings.output.exists():
        document = json.loads(settings.output.read_text())
    for name in EXPERIMENTS:
        document.setdefault(name, [])
    document["machine"] = machine.describe(f"{home}/bin/java")
    document["commit"] = commit()
    missing = needs_for_namespaces()
    links = ["fast"] if missing else ["fast", "slow"]
    document["hosts"] = "loopback" if missing else "namespaces"
    if missing:
        say(f"left out: slow links, what is near or far for readers, and {' and '.join(IN_NAMESPACES)} ({missing})")
        settings.experiments = [name for name in settings.experiments if name not in IN_NAMESPACES]

    def keep(name, runs):
        document[name] += runs
        if settings.output:
            settings.output.write_text(json.dumps(document, indent=2) + "\n")

    for name in settings.experiments:
        work = pathlib.Path(tempfile.mkdtemp(prefix="athanor-storage-", dir=settings.work))
        try:
            if name == "audit":
                run_audit(settings, work, home, keep)
            else:
                run_on_hosts(name, settings, links, work, home, keep)
        except StillRunning:
            raise
        except BaseException:
            shutil.rmtree(work, ignore_errors=True)
            raise
        shutil.rmtree(work, ignore_errors=True)
    print(report(document, links), end="")
    return 0


def run(arguments=None):
    """Like main, with one line for what fails; interrupted or not, everything is stopped."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: sys.exit(130))
    try:
        return main(arguments)
    except (Failed, ValueError, OSError, subprocess.CalledProcessError) as e:
        # What went wrong first, if the daemons could not be stopped after it.
        first = e.__context__ if isinstance(e, StillRunning) else None
        for error in (first, e) if isinstance(first, Exception) else (e,):
            print(f"benchmarks/storage: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
