# SPDX-License-Identifier: Apache-2.0
"""Options of the command, read once."""

import argparse
import dataclasses
import datetime
import os
import pathlib

from . import cases, units

DEFAULT_JVM_FLAGS = "-XX:+UseParallelGC -XX:+UseTransparentHugePages"
EPILOG = """\
examples:
  benchmarks/run                                       every case; results in benchmarks/target
  benchmarks/run --update-docs                         the same, and update docs/performance.md
  benchmarks/run --case terasort-1g --only athanor,limit --runs 3
  benchmarks/run --case wordcount-small terasort-1g --only session,athanor,hadoop,limit   with warm JVMs
  benchmarks/run --size 100m --runs 1                  a short trial of everything
  benchmarks/run --baseline ../before --only athanor   this checkout beside another one, in the same rounds
"""


@dataclasses.dataclass(frozen=True)
class Settings:
    cases: tuple
    only: tuple
    runs: int
    size: int
    # Another checkout of Athanor, or None.
    baseline: pathlib.Path
    out: pathlib.Path
    work: pathlib.Path
    java_home: pathlib.Path
    hadoop_lib: pathlib.Path
    jvm_flags: tuple
    # None means the value of each case.
    warm_memory: int
    timeout_s: int
    update_docs: bool
    cores: int


def _default_work():
    cache = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    return pathlib.Path(cache) / "athanor-benchmarks"


def _size(text):
    try:
        return units.parse_bytes(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _size_or_none(text):
    return 0 if text == "0" else _size(text)


def _positive(text):
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r}: must be a whole number, at least 1")
    return int(text)


def _parser():
    parser = argparse.ArgumentParser(
        prog="benchmarks/run",
        description="Measures whole jobs of Athanor beside Hadoop, Spark and a hand-written limit.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--case", nargs="+", action="extend", choices=cases.NAMES, metavar="NAME",
        help="only these cases: " + ", ".join(cases.NAMES))
    add("--only", metavar="LIST", help="only these contestants, such as athanor,hadoop")
    add("--runs", type=_positive, default=5, help="measured runs of each, after a warm-up (5)")
    add("--size", type=_size, help="input size for a trial instead of the defined sizes, such as 100m")
    add("--baseline", type=pathlib.Path, metavar="CHECKOUT",
        help="measure this other checkout of Athanor too, such as one of an earlier commit")
    add("--out", type=pathlib.Path, help="directory for results (benchmarks/target/results/TIME)")
    add("--work", type=pathlib.Path, default=_default_work(),
        help="directory for inputs, frameworks and outputs, about 30 GB (%(default)s)")
    add("--java-home", type=pathlib.Path, help="JDK for every contestant ($JAVA_HOME, or java)")
    add("--hadoop-lib", type=pathlib.Path, help="directory with the jars of Hadoop and its examples")
    add("--jvm-flags", default=DEFAULT_JVM_FLAGS,
        help="flags of every contestant's JVM (%(default)s); Athanor's launcher chooses its collector itself")
    add("--warm-memory", type=_size_or_none, metavar="SIZE",
        help="memory kept free for each run, 0 for none (default: defined by the case)")
    add("--timeout", type=_positive, default=1200, metavar="SECONDS",
        help="a run is killed after this (%(default)s)")
    add("--update-docs", action="store_true", help="put the tables into docs/performance.md")
    return parser


def _only(options):
    names = tuple(options.only.split(",")) if options.only else ()
    return (*names, "baseline") if names and options.baseline else names


def parse(argv):
    parser = _parser()
    options = parser.parse_args(argv)
    if options.update_docs and (options.size or options.only or options.baseline or options.runs < 5):
        parser.error("--update-docs needs all contestants, no baseline, the defined sizes and at least 5 runs")
    target = pathlib.Path(__file__).resolve().parents[1] / "target" / "results"
    stamp = datetime.datetime.now().strftime("%Y%m%d-%H%M%S")
    return Settings(
        cases=tuple(name for name in cases.NAMES if not options.case or name in options.case),
        only=_only(options),
        runs=options.runs,
        size=options.size,
        baseline=options.baseline.resolve() if options.baseline else None,
        out=(options.out or target / stamp).resolve(),
        work=options.work.resolve(),
        java_home=options.java_home,
        hadoop_lib=options.hadoop_lib,
        jvm_flags=tuple(options.jvm_flags.split()),
        warm_memory=options.warm_memory,
        timeout_s=options.timeout,
        update_docs=options.update_docs,
        cores=len(os.sched_getaffinity(0)),
    )
