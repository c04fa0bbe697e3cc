# SPDX-License-Identifier: Apache-2.0
"""Compares all files below two directories: compare.py HADOOPS OURS [FILE...]. Exits with 1 if files differ, or if none has
content. Of the named files, the order of the bytes may differ."""
import os
import sys


def number(data, at):  # Hadoop's variable-length integer; returns it and the next position
    first = data[at] - 256 if data[at] > 127 else data[at]
    if first >= -112:
        return first, at + 1
    size = -first - 112
    return int.from_bytes(data[at + 1 : at + 1 + size], "big"), at + 1 + size


def contents(path):  # of a file; of a sequence file, without its random marker
    with open(path, "rb") as file:
        data = file.read()
    if data[:3] != b"SEQ":
        return data
    at = 4
    for _ in range(2):
        size, at = number(data, at)
        at += size
    compressed = data[at]
    at += 2
    if compressed:
        size, at = number(data, at)
        at += size
    pairs = int.from_bytes(data[at : at + 4], "big")
    at += 4
    for _ in range(2 * pairs):
        size, at = number(data, at)
        at += size
    return data.replace(data[at : at + 16], bytes(16))


unordered = sys.argv[3:]


def outputs(root):
    found = {}
    for directory, _, names in sorted(os.walk(root)):
        for name in names:
            if not name.endswith(".crc"):
                path = os.path.join(directory, name)
                name = os.path.relpath(path, root)
                found[name] = bytes(sorted(contents(path))) if name in unordered else contents(path)
    return found


hadoops, ours = outputs(sys.argv[1]), outputs(sys.argv[2])
different = sorted(name for name in hadoops.keys() | ours.keys() if hadoops.get(name) != ours.get(name))
empty = sum(not data for data in hadoops.values())
print("%d outputs, %d of them empty; different: %s" % (len(hadoops), empty, ", ".join(different) or "none"))
sys.exit(bool(different) or len(hadoops) == empty)
