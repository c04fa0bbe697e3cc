# SPDX-License-Identifier: Apache-2.0
"""Markdown of the results, for tables.md and docs/performance.md."""

from . import cases
from .units import seconds, short_bytes

HEADER = (
    "| | wall s, median (min – max) | × Athanor | CPU s | peak memory GB | GC pauses | MB/s per core |"
    " runs |\n|---|---|---|---|---|---|---|---|"
)


def machine_text(results):
    machine = results["machine"]
    kind = "virtual machine" if machine["virtual"] else "machine"
    memory = machine["memory_bytes"]
    lines = [
        f"{machine['cpu']}, {machine['cores']} cores, "
        + (f"{memory / 2**30:.0f} GiB of memory" if memory else "unknown memory")
        + f", {kind}; Linux {machine['kernel']}; JDK {machine['jdk']}.",
        f"CPU governor: {machine['governor'] or 'not visible'}."
        f" Transparent huge pages: {machine['huge_pages'] or 'not visible'}.",
    ]
    return "\n".join(lines)


def _row(record, base, cores):
    if record["unavailable"]:
        return f"| {record['label']} | not measured: {record['unavailable']} | | | | | | |"
    summary = record["summary"]
    failed = sum(run["failure"] is not None for run in record["runs"])
    if summary is None:
        return f"| {record['label']} | all runs failed: {record['runs'][0]['failure']} | | | | | | |"
    wall = summary["wall_s"]
    ratio = f"{wall['median'] / base:.2f}" if base else ""
    gc = summary["gc_share"]
    rate = record["input"]["size"] / 1e6 / wall["median"] / cores
    cells = [
        " ".join(filter(None, (record["label"], record["version"]))),
        f"{seconds(wall['median'])} ({seconds(wall['low'])} – {seconds(wall['high'])})",
        ratio,
        seconds(summary["cpu_s"]["median"]),
        f"{summary['peak_rss_bytes']['median'] / 1e9:.2f}",
        f"{gc['median']:.1%}" if gc else "not logged",
        f"{rate:.1f}" if record["input"]["size"] >= 10**8 else "",
        f"{summary['good_runs']}" + (f", {failed} failed" if failed else ""),
    ]
    return "| " + " | ".join(cells) + " |"


def _base(records):
    """Returns Athanor's median wall time if exactly one row is Athanor's."""
    summaries = [r["summary"] for r in records if r["contestant"] == "athanor"]
    return summaries[0]["wall_s"]["median"] if len(summaries) == 1 and summaries[0] else None


def _findings(case_result):
    """Returns sentences that compare rows with each other or with a limit."""
    case = cases.by_name(case_result["name"])
    summaries = [(r["input"]["size"], r["summary"]) for r in case_result["entries"] if r["summary"]]
    found = []
    if len({size for size, _ in summaries}) == 2:
        (large, of_large), (small, of_small) = summaries
        ratio = of_large["wall_s"]["median"] / of_small["wall_s"]["median"] / (large / small)
        found.append(
            f"{short_bytes(large)} took {ratio:.2f} times as long as"
            f" {large // small} × {short_bytes(small)}."
        )
    if case.gc_limit and summaries and summaries[0][1]["gc_share"]:
        share = summaries[0][1]["gc_share"]["high"]
        verdict = "below" if share < case.gc_limit else "NOT below"
        found.append(f"Largest share of any run {share:.1%}: {verdict} the limit of {case.gc_limit:.0%}.")
    return found


def case_text(case_result, results):
    """Returns the table of one case with its conditions and warnings."""
    records = case_result["entries"]
    base = _base(records)
    rows = [_row(record, base, results["machine"]["cores"]) for record in records]
    heaps = ", ".join(sorted({record["heap"] for record in records}))
    disturbed = sum("disturbed:" in text for r in records for text in r["warnings"])
    notes = [
        f"{results['started'][:10]}; heap {heaps}; {' '.join(results['jvm_flags'])};"
        f" {'one warm-up' if case_result['warm_up'] else 'no warm-up'}.",
        *_findings(case_result),
    ]
    if disturbed:
        notes.append(f"Runs disturbed by something else on the machine: {disturbed}.")
    return "\n".join([HEADER, *rows, "", " ".join(notes)])


def blocks(results):
    """Returns {marker name: text} of all measurements."""
    texts = {result["name"]: case_text(result, results) for result in results["cases"]}
    return {"machine": machine_text(results), **texts}


def tables(results):
    parts = ["# Benchmark results", machine_text(results)]
    for result in results["cases"]:
        parts += [f"## {result['title']}", case_text(result, results)]
        parts += [f"- {r['label']}: {text}" for r in result["entries"] for text in r["warnings"]]
    return "\n\n".join(parts) + "\n"
