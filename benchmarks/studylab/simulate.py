# SPDX-License-Identifier: Apache-2.0
"""Runs scenarios with `athanor simulate run`."""

import json
import pathlib
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


def placed(name, scenario, work):
    """Runs a scenario of several clusters; returns the results of all policies and errors."""
    return _run(name, scenario, work, "schedule")


def _run(name, scenario, work, command):
    file = work / f"{name}.yaml"
    # JSON is YAML.
    file.write_text(json.dumps(scenario, indent=1))
    done = subprocess.run(
        [str(ATHANOR), "simulate", command, "--json", str(file)], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise Failed(f"{name}: {done.stderr.strip()}")
    return json.loads(done.stdout)["variants"]


def seconds_of_jobs(variant):
    """Returns the seconds of each job by its name."""
    return {job["name"]: job["seconds"] for job in variant["jobs"]}
