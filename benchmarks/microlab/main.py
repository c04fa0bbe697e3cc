# SPDX-License-Identifier: Apache-2.0
"""Runs target/benchmarks.jar and makes a table of its JSON."""

import argparse
import json
import pathlib
import subprocess
import sys

from . import document

BENCHMARKS = pathlib.Path(__file__).resolve().parents[1]
ROOT = BENCHMARKS.parent
JAR = BENCHMARKS / "target" / "benchmarks.jar"
RESULTS = BENCHMARKS / "target" / "micro.json"
PAGE = ROOT / "docs" / "performance.md"


def table(results):
    """One row per benchmark and combination of parameters, in JMH's order."""
    lines = ["| question | parameters | ns | ± (99.9 %) |", "|---|---|---|---|"]
    for result in results:
        name = ".".join(result["benchmark"].split(".")[-2:])
        parameters = ", ".join(f"{key} = {value}" for key, value in result.get("params", {}).items())
        metric = result["primaryMetric"]
        if metric["scoreUnit"] != "ns/op":
            raise ValueError(f"{name} is in {metric['scoreUnit']}, not in ns/op")
        # JMH writes "NaN" when it has too few samples for an interval.
        error = metric["scoreError"]
        spread = f"{error:.1f}" if isinstance(error, (int, float)) and error == error else "unknown"
        lines.append(f"| {name} | {parameters} | {metric['score']:.1f} | {spread} |")
    if results:
        first = results[0]
        lines += ["", f"JMH {first['jmhVersion']}, JDK {first['vmVersion']}, {first['forks']} forks."]
    return "\n".join(lines)


def main(argv=None):
    parser = argparse.ArgumentParser(
        prog="benchmarks/micro",
        description="Runs the JMH benchmarks; unknown arguments go to JMH (-h lists JMH's own).",
        add_help=False,
        allow_abbrev=False,
    )
    parser.add_argument("--help", action="help")
    parser.add_argument("--java", default="java", type=pathlib.Path, help="the JVM (java)")
    parser.add_argument("--update-docs", action="store_true", help="renew docs/performance.md")
    options, for_jmh = parser.parse_known_args(argv)
    if not JAR.exists():
        print(f"{JAR} is missing: ./mvnw -q -DskipTests package", file=sys.stderr)
        return 2
    command = [str(options.java), "-jar", str(JAR), "-foe", "true", "-rf", "json", "-rff", str(RESULTS), *for_jmh]
    code = subprocess.run(command).returncode
    if code or "-h" in for_jmh or "-l" in for_jmh:
        return code
    text = table(json.loads(RESULTS.read_text()))
    print(text)
    if options.update_docs:
        document.update_file(PAGE, {"micro": text})
    return 0
