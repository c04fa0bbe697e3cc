# SPDX-License-Identifier: Apache-2.0
"""What runs come to."""

import statistics

MB = 1e6


def dfsio(results, seconds):
    """Sums up files as TestDFSIO does: throughput is bytes by the sum of times, the rate is the mean of each file's."""
    files = [file for client in results for file in client]
    return {
        "throughput": sum(size for _, size, _, _ in files) / sum(time for _, _, time, _ in files) / MB,
        "io_rate": statistics.mean(size / time for _, size, time, _ in files) / MB,
        "aggregate": sum(size for _, size, _, _ in files) / seconds / MB,
    }


def shares(results, is_local):
    """Returns the share of the bytes from each storage type, and from other hosts than the reader's.

    is_local(client, host) says whether a DataNode's host is that of a client.
    """
    by_type, remote, total = {}, 0, 0
    for client, files in enumerate(results):
        for _, _, _, sources in files:
            for (host, kind), size in sources.items():
                by_type[kind] = by_type.get(kind, 0) + size
                remote += 0 if is_local(client, host) else size
                total += size
    return {"from": {kind: size / total for kind, size in sorted(by_type.items())}, "remote": remote / total}


def summary(runs):
    """Returns median, minimum and maximum of each number of some runs."""
    return {
        name: {
            "median": statistics.median(run[name] for run in runs),
            "low": min(run[name] for run in runs),
            "high": max(run[name] for run in runs),
        }
        for name in runs[0]
        if isinstance(runs[0][name], (int, float))
    }


def change(value, reference):
    """Such as +32.6 %."""
    return f"{100 * (value / reference - 1):+.1f} %"


def gain(summary_, base, name):
    """How a median differs from that of the base."""
    return change(summary_[name]["median"], base[name]["median"])


def span(spread, digits=2):
    """Such as 5.00 (4.00-6.00): median, lowest, highest; with "to" between numbers that may be negative."""
    low, high = f"{spread['low']:.{digits}f}", f"{spread['high']:.{digits}f}"
    between = " to " if "-" in low + high else "-"
    return f"{spread['median']:.{digits}f} ({low}{between}{high})"


def table(headings, rows):
    """Aligns columns; all but the first to the right."""
    lines = [headings, *rows]
    widths = [max(len(line[i]) for line in lines) for i in range(len(headings))]
    text = ""
    for line in lines:
        cells = [line[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(line[1:], widths[1:]))]
        text += "  ".join(cells).rstrip() + "\n"
    return text
