# SPDX-License-Identifier: Apache-2.0
"""Skewed reads: of a trace, or made up with the same skew."""

import gzip
import random

# The exponent of rank with the largest likelihood for the 1,375 paths of Facebook's trace of 2010 that are read again.
EXPONENT = 0.92


def generated(files, reads, seed):
    """Returns numbers of files, of which that with rank r has the weight 1/r^EXPONENT."""
    chance = random.Random(seed)
    numbers = list(range(files))
    chance.shuffle(numbers)
    return chance.choices(numbers, [(rank + 1) ** -EXPONENT for rank in range(files)], k=reads)


def paths_of(file):
    """Returns the input path of each job of a SWIM trace with paths, in the order of their times."""
    opener = gzip.open if str(file).endswith(".gz") else open
    with opener(file, "rt", encoding="utf-8") as lines:
        return [path_of(line.rstrip("\n").split("\t"), file, number + 1) for number, line in enumerate(lines)]


def path_of(words, file, number):
    if len(words) < 7:
        raise ValueError(f"{file}, line {number}: has {len(words)} columns; the input path must be in column 7")
    return words[6]


def replayed(paths, files, seed):
    """Returns the reads of some paths, as numbers in the order of the trace.

    The paths are drawn from those that are read more than once, each with a chance in proportion to its reads.
    """
    counts = {}
    for path in paths:
        counts[path] = counts.get(path, 0) + 1
    again = {path: count for path, count in counts.items() if count > 1}
    if len(again) < files:
        raise ValueError(f"the trace has {len(again)} paths that are read again; must be {files} or more")
    chance = random.Random(seed)
    numbers = {}
    while len(numbers) < files:
        path = chance.choices(list(again), list(again.values()))[0]
        numbers[path] = len(numbers)
        del again[path]
    return [numbers[path] for path in paths if path in numbers]


def periods(reads, length):
    """Cuts reads into periods; the rest is left out."""
    return [reads[i : i + length] for i in range(0, len(reads) - length + 1, length)]
