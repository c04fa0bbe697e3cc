# SPDX-License-Identifier: Apache-2.0
"""The command: prepares, runs the cases and writes the results."""

import datetime
import json
import signal
import sys

from . import cases, document, machine, report, settings as options
from .contestants import Contestants
from .inputs import Inputs
from .tools import ROOT, Tools, Unavailable
from .trial import Trial

SCHEMA = 2
PAGE = ROOT / "docs" / "performance.md"


def _needed_bytes(selected):
    """Returns the bytes of all inputs plus output and intermediate data of the largest one."""
    sizes = {entry.data: entry.data.size for case in selected for entry in case.entries}
    return sum(sizes.values()) + 3 * max(sizes.values())


def _write(settings, results):
    settings.out.mkdir(parents=True, exist_ok=True)
    (settings.out / "results.json").write_text(json.dumps(results, indent=2) + "\n")
    (settings.out / "tables.md").write_text(report.tables(results))


def _failed(results):
    return any(
        record["unavailable"] or any(run["failure"] for run in record["runs"])
        for result in results["cases"]
        for record in result["entries"]
    )


def main(argv=None):
    # The handler ends the running contestant before the runner exits, as an interrupt does.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        return _run(argv)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130


def _run(argv):
    settings = options.parse(sys.argv[1:] if argv is None else argv)
    settings.work.mkdir(parents=True, exist_ok=True)
    tools = Tools(settings)
    selected = [cases.by_name(name) for name in settings.cases]
    if settings.size:
        selected = [case.scaled(settings.size) for case in selected]
    if settings.baseline:
        selected = [case.against("baseline") for case in selected]
    results = {
        "schema": SCHEMA,
        "started": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
        "machine": machine.describe(tools.java),
        "machine_warnings": machine.warnings(settings.work, _needed_bytes(selected)),
        "jvm_flags": list(settings.jvm_flags),
        "cases": [],
    }
    print(report.machine_text(results))
    for warning in results["machine_warnings"]:
        print(f"! {warning}")
    trial = Trial(settings, tools, Contestants(tools, settings), Inputs(settings, tools))
    for case in selected:
        if not case.chosen(settings.only):
            continue
        print(case.title, flush=True)
        try:
            results["cases"].append(trial.run(case))
        except Unavailable as reason:
            raise SystemExit(f"{case.name}: {reason}") from reason
        _write(settings, results)
        print("\n" + report.case_text(results["cases"][-1], results) + "\n", flush=True)
    print(f"results: {settings.out}")
    if settings.update_docs:
        document.update_file(PAGE, report.blocks(results))
        print(f"updated: {PAGE}")
    return 1 if _failed(results) else 0
