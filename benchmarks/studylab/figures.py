# SPDX-License-Identifier: Apache-2.0
"""Draws the tables of docs/simulation-studies.md, so that figures show what the page says. Needs matplotlib."""

import hashlib
import itertools
import pathlib
import re

from .simulate import ROOT, Failed

PAGE = ROOT / "docs" / "simulation-studies.md"
DIRECTORY = ROOT / "docs" / "studies"

# Okabe and Ito's colours, which people who see colours differently tell apart.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
MARKERS = "osD^vP"
GREY = "#777777"
NUMBER = re.compile(r"[-+]?\d[\d,]*(?:\.\d+)?")
OF_THESIS = re.compile(r"(Tera\w+) ([-+]\d+) %")
SPAN = re.compile(r"(\S+) % to (\S+) %")
BETWEEN = re.compile(r"\(([-+\d.]+) to ([-+\d.]+)\)")
SPREAD = re.compile(r"^([\d.]+)(?: \(([\d.]+)-([\d.]+)\))?")


class Table:
    """A table of the page."""

    def __init__(self, header, rows):
        self.header = header
        self.rows = rows

    def column(self, number):
        return [row[number] for row in self.rows]

    def row(self, name):
        """Returns the cells of a row, without its name."""
        for row in self.rows:
            if row[0] == name:
                return row[1:]
        raise Failed(f"{PAGE}: no row \"{name}\" in the table of \"{' | '.join(self.header)}\"")


def tables(text):
    """Returns the tables of each section, by its title."""
    found, title, lines = {}, None, []
    for line in [*text.splitlines(), ""]:
        if line.startswith("|"):
            lines.append([cell.strip().replace("**", "") for cell in line.strip().strip("|").split("|")])
            continue
        if lines:
            found.setdefault(title, []).append(Table(lines[0], lines[2:]))
            lines = []
        if line.startswith("#"):
            title = line.lstrip("#").strip()
    return found


def number(cell):
    """The first number of a cell, as in "-31.3 %", "549 s" or "1,325 GB"."""
    match = NUMBER.search(cell)
    if not match:
        raise Failed(f"{PAGE}: no number in the cell \"{cell}\"")
    return float(match[0].replace(",", ""))


def shared_nodes(of, plot):
    """Ranges over all assumptions, and what the thesis says of the same cluster."""
    bands = of["Shared storage nodes"][1]
    applications = bands.header[1:]
    figure, axes = plot.subplots(figsize=(9, 4.2))
    standard = of["Shared storage nodes"][0]
    for at, (name, *cells) in enumerate(bands.rows):
        values = dict(zip(standard.header[1:], standard.row(name)))
        said = {application: float(value) for application, value in OF_THESIS.findall(values["thesis"])}
        shift = (at - (len(bands.rows) - 1) / 2) * 0.18
        for place, (application, cell) in enumerate(zip(applications, cells)):
            low, high = (float(one) for one in SPAN.match(cell).groups())
            axes.vlines(place + shift, low, high, color=COLOURS[at], linewidth=3, alpha=0.4)
            axes.plot(place + shift, number(values[application]), MARKERS[at], color=COLOURS[at], markersize=5,
                      label=name if place == 0 else None)  # fmt: skip
            if application in said:
                axes.plot(place + shift, said[application], "x", color="black", markersize=7, markeredgewidth=2)
    axes.plot([], [], "x", color="black", markersize=7, markeredgewidth=2, linestyle="none", label="the thesis")
    axes.set_xticks(range(len(applications)), applications, rotation=20, ha="right")
    axes.axhline(0, color=GREY, linewidth=1)
    axes.set_ylabel("time, difference to the baseline, %")
    axes.legend(fontsize=8, frameon=False)
    return figure


def placement(of, plot):
    """Rates of reads and writes of each mode."""
    figure, panels = plot.subplots(1, 2, figsize=(9, 3.4))
    for axes, table, title in zip(panels, of["Placement by tiers on 500 nodes"], ("20 Gbit/s", "1 Gbit/s")):
        for at, (name, column) in enumerate((("write", 1), ("read", 2))):
            places = [place + (at - 0.5) * 0.38 for place in range(len(table.rows))]
            middle, low, high = zip(*(spread(cell) for cell in table.column(column)))
            errors = [[m - l for m, l in zip(middle, low)], [h - m for m, h in zip(middle, high)]]
            axes.bar(places, middle, 0.36, color=COLOURS[at], label=name, yerr=errors, capsize=2)
        axes.set_xticks(range(len(table.rows)), [name.split()[-1] for name in table.column(0)])
        axes.set_title(f"links of {title}", fontsize=10)
        axes.set_ylabel("throughput of a file, MB/s")
    panels[0].legend(frameon=False, fontsize=8)
    return figure


def crossover(of, plot):
    """What hybrid gains, by the rate of links."""
    table = of["When a cluster should not place by tiers"][0]
    links = [float(cell) for cell in table.column(0)]
    figure, panels = plot.subplots(1, 2, figsize=(9, 3.4), sharey=True)
    for axes, first, what in zip(panels, (1, 2), ("reads", "writes")):
        for at, column in enumerate(range(first, len(table.header), 2)):
            share = re.search(r"\d+ %", table.header[column - (first - 1)])[0]
            values = [number(cell) for cell in table.column(column)]
            lows, highs = zip(*(between(cell) for cell in table.column(column)))
            axes.fill_between(links, lows, highs, color=COLOURS[at], alpha=0.2, linewidth=0)
            axes.plot(links, values, MARKERS[at] + "-", color=COLOURS[at], label=f"SSD for {share}")
        axes.set_xscale("log", base=2)
        axes.set_xticks(links, table.column(0))
        axes.axhline(0, color=GREY, linewidth=1)
        axes.set_title(what, fontsize=10)
        axes.set_xlabel("rate of a link / rate of a disk")
    panels[0].set_ylabel("hybrid, difference to network, %")
    panels[0].legend(frameon=False, fontsize=8)
    return figure


def large(of, plot):
    """How much longer jobs take, and what is saturated, by load."""
    table = of["A cluster of 10,000 nodes: what breaks first"][0]
    figure, panels = plot.subplots(1, 2, figsize=(9, 3.4))
    of_nodes = {nodes: list(rows) for nodes, rows in itertools.groupby(table.rows, lambda row: row[0])}
    for at, (nodes, rows) in enumerate(of_nodes.items()):
        loads = [float(row[1]) for row in rows]
        times = [spread(row[5]) for row in rows]
        base = times[0][0]
        middle = [time[0] / base for time in times]
        errors = [[(time[0] - time[1]) / base for time in times], [(time[2] - time[0]) / base for time in times]]
        panels[0].errorbar(loads, middle, errors, fmt=MARKERS[at] + "-", color=COLOURS[at], capsize=3,
                           label=f"{int(nodes):,} nodes")  # fmt: skip
    panels[0].axhline(1.5, color=GREY, linewidth=1, linestyle="--")
    panels[0].set_ylabel("time of large jobs / at the lightest load")
    panels[0].legend(frameon=False, fontsize=8)
    nodes, rows = list(of_nodes.items())[-1]
    for at, name in enumerate(("disks", "links", "uplinks", "core")):
        column = table.header.index(name)
        values = [spread(row[column])[0] for row in rows]
        panels[1].plot([float(row[1]) for row in rows], values, MARKERS[at] + "-", color=COLOURS[at], label=name)
    panels[1].set_ylabel(f"saturated, % of the run, {int(nodes):,} nodes")
    panels[1].legend(frameon=False, fontsize=8)
    for axes in panels:
        axes.set_xlabel("load, MB/s for each node")
    return figure


def run_times(of, plot):
    """What wrong run times cost each policy."""
    makespan, mean = of["Wrong run times on unlike clusters"][:2]
    errors = [0, *(number(cell) for cell in makespan.header[2:])]
    figure, panels = plot.subplots(1, 2, figsize=(9, 3.4))
    for axes, table, title in zip(panels, (makespan, mean), ("makespan", "mean completion")):
        for at, (policy, right, *wrong) in enumerate(table.rows):
            seconds = [number(right) * (1 + number(cell) / 100) for cell in ["+0.0 %", *wrong]]
            axes.plot(errors, seconds, MARKERS[at] + "-", color=COLOURS[at], label=policy, markersize=4)
        axes.set_ylabel(f"{title}, s")
        axes.set_ylim(bottom=0)
        axes.set_xlabel("run times are wrong by up to, %")
    panels[0].legend(frameon=False, fontsize=8, ncols=2, loc="lower left")
    return figure


def day(of, plot):
    """What copies for popular files change, against what is copied."""
    figure, axes = plot.subplots(figsize=(9, 4))
    bars = []
    for title in ("More replicas for popular files", "SSDs for popular files"):
        for name, mean, _, _, maps, *_ in of[title][0].rows[1:]:
            bars.append((name, number(mean), number(maps)))
    places = range(len(bars))
    axes.barh([place - 0.2 for place in places], [bar[1] for bar in bars], 0.38, color=COLOURS[0], label="mean job")
    axes.barh([place + 0.2 for place in places], [bar[2] for bar in bars], 0.38, color=COLOURS[1], label="time of maps")
    axes.set_yticks(places, [bar[0] for bar in bars], fontsize=8)
    axes.invert_yaxis()
    axes.axvline(0, color=GREY, linewidth=1)
    axes.set_xlabel("difference to HDFS without copies, %")
    axes.legend(frameon=False, fontsize=8)
    return figure


def between(cell):
    """Lowest and highest of a cell as in "+8.2 % (+7.9 to +8.8)", or twice the number of "+8.2 %"."""
    match = BETWEEN.search(cell)
    return (float(match[1]), float(match[2])) if match else (number(cell), number(cell))


def spread(cell):
    """Middle, lowest and highest of a cell as in "125 (124-130) s" or "19 s"."""
    match = SPREAD.match(cell)
    if not match:
        raise Failed(f"{PAGE}: the cell \"{cell}\" has no number at its start")
    middle = float(match[1])
    return middle, float(match[2] or middle), float(match[3] or middle)


def served(of, plot):
    """What copies on SSDs serve, and could serve, by their room."""
    parts, bounds = {}, {}
    for name, own, bound in of["What decisions serve, and could serve"][0].rows:
        match = re.match(r"(\d+) % on SSDs, (.*)", name)
        if match:
            parts.setdefault(match[2], []).append((float(match[1]), number(own)))
            bounds[float(match[1])] = number(bound)
    figure, axes = plot.subplots(figsize=(6, 3.4))
    axes.plot(*zip(*sorted(bounds.items())), "-", color=GREY, linewidth=6, alpha=0.4, label="clairvoyant bound")
    for at, (name, points) in enumerate(parts.items()):
        axes.plot(*zip(*points), MARKERS[at] + "-", color=COLOURS[at], label=name)
    axes.set_xlabel("room on SSDs, % of what is stored once")
    axes.set_ylabel("accesses served, % of their bytes")
    axes.set_ylim(bottom=0)
    axes.legend(frameon=False, fontsize=8)
    return figure


def mistaken(of, plot):
    """What decisions serve by the share of predictions that are of other files, beside HDFS without a manager."""
    table = of["What wrong predictions cost"][0]
    shares = {"the next hour is known": 0.0}
    shares |= {row[0]: number(row[0]) for row in table.rows if row[0].endswith("are of other files")}
    figure, axes = plot.subplots(figsize=(6, 3.4))
    axes.axhline(number(table.row("HDFS")[0]), color=GREY, linestyle=":", label="HDFS alone (of an SSD region: 0)")
    for at, name in enumerate(table.header[1:]):
        points = [(share, *spread(table.row(row)[at])) for row, share in shares.items()]
        along, middle, low, high = zip(*points, strict=True)
        axes.plot(along, middle, MARKERS[at] + "-", color=COLOURS[at], label=name)
        axes.fill_between(along, low, high, color=COLOURS[at], alpha=0.2, linewidth=0)
    axes.set_xlabel("predictions that are of other files, %")
    axes.set_ylabel("accesses served, % of their bytes")
    axes.set_ylim(bottom=0)
    axes.legend(frameon=False, fontsize=8)
    return figure


FIGURES = {
    "shared-nodes": shared_nodes,
    "placement": placement,
    "crossover": crossover,
    "large": large,
    "run-times": run_times,
    "day": day,
    "served": served,
    "mistaken": mistaken,
}


def digest(text):
    """What the figures of a page have in them, to tell whether its tables have changed since."""
    tables_only = "\n".join(line for line in text.splitlines() if line.startswith("|"))
    return f"tables {hashlib.sha256(tables_only.encode()).hexdigest()[:16]}"


def draw(directory=DIRECTORY):
    """Writes an SVG for each figure; returns their paths."""
    try:
        import matplotlib
    except ImportError as missing:
        raise Failed("figures need matplotlib: python3 -m pip install matplotlib") from missing
    matplotlib.use("svg")
    # One release of it gives the same bytes for the same tables. Text stays text.
    matplotlib.rcParams.update({"svg.hashsalt": "athanor", "svg.fonttype": "none", "axes.spines.top": False,
                                "axes.spines.right": False, "font.size": 9, "font.family": "sans-serif"})  # fmt: skip
    from matplotlib import pyplot

    text = PAGE.read_text(encoding="utf-8")
    of = tables(text)
    directory.mkdir(parents=True, exist_ok=True)
    written = []
    for name, draw_one in FIGURES.items():
        figure = draw_one(of, pyplot)
        path = pathlib.Path(directory) / f"{name}.svg"
        figure.savefig(path, bbox_inches="tight", metadata={"Date": None, "Description": digest(text)}, facecolor="white")
        pyplot.close(figure)
        written.append(path)
    return written
