# SPDX-License-Identifier: Apache-2.0
"""Runs scenarios with `athanor simulate run`."""

import json
import pathlib
import statistics
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
ATHANOR = ROOT / "athanor"


class Failed(Exception):
    """A simulation has failed; the message says which and why."""


def run(name, scenario, work):
    """Runs a scenario, a dictionary with the keys of a scenario file; returns its only variant's results."""
    return variants(name, scenario, work)[0]


def variants(name, scenario, work):
    """Runs a scenario; returns the results of all variants."""
    return _run(name, scenario, work, "run")


def repeated(name, scenario, work, seeds):
    """Runs a scenario with so many seeds, from 1; returns for each variant the results of all seeds, in their order."""
    by_variant = {}
    for one in _run(name, scenario, work, "run", "--repetitions", str(seeds)):
        by_variant.setdefault(one["name"], []).append(one)
    return [sorted(runs, key=lambda one: one["seed"]) for runs in by_variant.values()]


def placed(name, scenario, work):
    """Runs a scenario of several clusters; returns the results of all policies and errors."""
    return _run(name, scenario, work, "schedule")


def _run(name, scenario, work, command, *options):
    file = work / f"{name}.yaml"
    # JSON is YAML.
    file.write_text(json.dumps(scenario, indent=1))
    done = subprocess.run(
        [str(ATHANOR), "simulate", command, "--json", *options, str(file)], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise Failed(f"{name}: {done.stderr.strip()}")
    return json.loads(done.stdout)["variants"]


def seconds_of_jobs(variant):
    """Returns the seconds of each job by its name."""
    return {job["name"]: job["seconds"] for job in variant["jobs"]}


def differences(ratios):
    """Such as "+8.2 % (+7.9 to +8.8)": median, lowest and highest of what several seeds gave; "+8.2 %" of one."""
    low, middle, high = (100 * (ratio - 1) for ratio in (min(ratios), statistics.median(ratios), max(ratios)))
    return f"{middle:+.1f} %" + (f" ({low:+.1f} to {high:+.1f})" if len(ratios) > 1 else "")


def spread(values, text):
    """Such as "549 (530-561) s" if text is "{:.0f} s": median, lowest and highest of what several seeds gave.

    "549 s" if all are so.
    """
    number, unit = text.split(" ")
    low, middle, high = (number.format(value) for value in (min(values), statistics.median(values), max(values)))
    return f"{middle} {unit}" if low == high else f"{middle} ({low}-{high}) {unit}"
