# SPDX-License-Identifier: Apache-2.0
"""The cases: which contestants run which job on which input."""

import dataclasses
import itertools

from . import units

GIGABYTE = 10**9
REDUCES = 2


@dataclasses.dataclass(frozen=True)
class Data:
    """An input: name of the generator, total bytes, number of files."""

    kind: str
    size: int
    files: int = 1


@dataclasses.dataclass(frozen=True)
class Entry:
    """One row of a case's table."""

    contestant: str
    data: Data
    heap: str = "4g"

    def label(self, case):
        differs = len({entry.data for entry in case.entries}) > 1
        return f"{self.contestant}-{self.data.size // 10**6}m" if differs else self.contestant


@dataclasses.dataclass(frozen=True)
class Case:
    """A table of the report. The other entries are compared with the first one."""

    name: str
    title: str
    program: str
    entries: tuple
    # Maximum number of measured runs, for long cases.
    max_runs: int = 1000
    warm_up: bool = True
    # Memory kept free for each run, unless an option sets another size.
    warm_memory: int = 6 * GIGABYTE
    # Contestants that run only if they are named.
    optional: tuple = ()
    # Upper limit for the share of stop-the-world pauses in Athanor's wall time.
    gc_limit: float = None

    def chosen(self, names):
        """Returns the entries of the named contestants; without names, all except the optional ones."""
        return [
            entry
            for entry in self.entries
            if (entry.contestant in names if names else entry.contestant not in self.optional)
        ]

    def against(self, contestant):
        """Returns the case with another contestant beside each entry of Athanor's."""
        entries = (
            (entry, dataclasses.replace(entry, contestant=contestant)) if entry.contestant == "athanor" else (entry,)
            for entry in self.entries
        )
        return dataclasses.replace(self, entries=tuple(itertools.chain.from_iterable(entries)))

    def scaled(self, size):
        """Returns the case with `size` in place of each gigabyte. Small inputs are not changed."""
        if min(entry.data.size for entry in self.entries) < GIGABYTE:
            return self
        entries = tuple(
            dataclasses.replace(
                entry, data=dataclasses.replace(entry.data, size=entry.data.size // GIGABYTE * size)
            )
            for entry in self.entries
        )
        title = f"{self.title} (trial: {units.short_bytes(size)} for each GB)"
        return dataclasses.replace(self, title=title, entries=entries)


def _entries(data, *contestants):
    return tuple(Entry(name, data) for name in contestants)


TERA_1G = Data("tera", GIGABYTE)
CASES = (
    Case(
        "terasort-1g",
        "TeraSort, 1 GB (10 million rows)",
        "terasort",
        _entries(TERA_1G, "athanor", "session", "hadoop", "spark", "limit"),
        optional=("session",),
    ),
    Case(
        "wordcount-1g",
        "WordCount, 1 GB of text with natural word frequencies",
        "wordcount",
        _entries(Data("text", GIGABYTE), "athanor", "hadoop", "spark"),
        optional=("spark",),
    ),
    Case(
        "sort-1g",
        "Sort, 1 GB SequenceFile of RandomTextWriter",
        "sort",
        _entries(Data("sequence", GIGABYTE), "athanor", "hadoop"),
    ),
    Case(
        "wordcount-small",
        "WordCount, ten files of 20 kB: mostly start-up",
        "wordcount",
        _entries(Data("text", 200_000, files=10), "athanor", "session", "hadoop", "spark"),
        optional=("session", "spark"),
    ),
    Case(
        "terasort-8g-1g-heap",
        "TeraSort, 8 GB with a heap of 1 GB, beside 1 GB with a heap of 4 GB",
        "terasort",
        (Entry("athanor", Data("tera", 8 * GIGABYTE), heap="1g"), Entry("athanor", TERA_1G)),
        max_runs=3,
        # Covers much of the spilled and written data; together with the cached input it fits in 24 GB.
        warm_memory=13 * GIGABYTE,
        warm_up=False,
    ),
    Case(
        "gc",
        "Garbage collection: share of pauses in TeraSort, 1 GB",
        "terasort",
        _entries(TERA_1G, "athanor"),
        gc_limit=0.05,
    ),
)
NAMES = tuple(case.name for case in CASES)


def by_name(name):
    return next(case for case in CASES if case.name == name)
