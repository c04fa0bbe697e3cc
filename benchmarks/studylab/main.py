# SPDX-License-Identifier: Apache-2.0
"""The command benchmarks/studies."""

import argparse
import pathlib
import sys
import tempfile

from . import crossover, facebook, figures, large, lsn, runtimes, testbed, tiers
from .simulate import Failed

STUDIES = {
    "lsn": lsn.study,
    "testbed": testbed.study,
    "tiers": tiers.study,
    "crossover": crossover.study,
    "large": large.study,
    "runtimes": runtimes.study,
    "copies": runtimes.copies,
}
# These need the trace.
OF_TRACE = {"replicas": facebook.replicas, "region": facebook.region, "error": facebook.error,
            "clairvoyant": facebook.clairvoyant}
# These depend on chance, and take long.
OF_SEEDS = ("replicas", "region", "error")
NAMES = [*STUDIES, *OF_TRACE]
DRAW = "figures"


def parse(arguments):
    parser = argparse.ArgumentParser(
        prog="benchmarks/studies",
        description="Runs studies with the simulator, and prints their tables; see docs/simulation-studies.md. "
        f'"{DRAW}" runs none: it draws the tables of that page again.',
    )
    parser.add_argument("studies", nargs="*", metavar="STUDY", help=f"{', '.join(NAMES)}; by default all; or {DRAW}")
    parser.add_argument(
        "--trace",
        type=pathlib.Path,
        help=f"SWIM's {facebook.TRACE}, for {', '.join(OF_TRACE)}; by default in the current directory",
        default=pathlib.Path(facebook.TRACE),
    )
    parser.add_argument(
        "--seeds",
        type=int,
        default=facebook.SEEDS,
        help=f"how often {', '.join(OF_SEEDS)} simulate each day, with other places of blocks and errors; "
        f"by default {facebook.SEEDS}",
    )
    parser.add_argument("--work", type=pathlib.Path, help="directory for scenario files; by default a temporary one")
    settings = parser.parse_args(arguments)
    if settings.studies == [DRAW]:
        return settings
    for name in settings.studies:
        if name not in NAMES:
            parser.error(f"STUDY={name}: must be one of {', '.join(NAMES)}; or {DRAW} alone")
    if settings.seeds < 1:
        parser.error(f"--seeds={settings.seeds}: must be 1 or more")
    settings.studies = settings.studies or NAMES
    if not settings.trace.is_file() and any(name in OF_TRACE for name in settings.studies):
        parser.error(f"--trace={settings.trace}: no such file; get it from SWIM's workloadSuite")
    if settings.work and not settings.work.is_dir():
        parser.error(f"--work={settings.work}: must be a directory that exists")
    return settings


def say(text):
    if sys.stderr.isatty():
        print(text, file=sys.stderr)


def run(arguments=None):
    settings = parse(arguments)
    try:
        if settings.studies == [DRAW]:
            for path in figures.draw():
                print(path)
            return 0
        with tempfile.TemporaryDirectory(prefix="athanor-studies-") as temporary:
            work = settings.work or pathlib.Path(temporary)
            trace = facebook.Study(settings.trace.absolute(), work, say, settings.seeds)
            for name in settings.studies:
                print(f"## {name}\n")
                print(STUDIES[name](work, say) if name in STUDIES else OF_TRACE[name](trace), flush=True)
    except Failed as failed:
        print(f"benchmarks/studies: {failed}", file=sys.stderr)
        return 1
    return 0
