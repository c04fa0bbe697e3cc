# SPDX-License-Identifier: Apache-2.0
"""Parses and formats sizes and times. Sizes are decimal: 1g is 1,000,000,000 bytes."""

import re

FACTORS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9}


def parse_bytes(text):
    """Returns the number of bytes of a size such as '100m' or '1g'."""
    match = re.fullmatch(r"(\d+)([kmg]?)b?", text.strip().lower())
    if not match or int(match[1]) == 0:
        raise ValueError(f"size {text!r}: must be a positive number with k, m or g, like 100m")
    return int(match[1]) * FACTORS[match[2]]


def short_bytes(count):
    """Returns the shortest exact form: '1g' for 1000000000."""
    for suffix in ("g", "m", "k"):
        if count % FACTORS[suffix] == 0:
            return f"{count // FACTORS[suffix]}{suffix}"
    return str(count)


def seconds(value):
    """Formats seconds with three significant digits, but at least whole seconds."""
    if value >= 100:
        return f"{value:.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"
