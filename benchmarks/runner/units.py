# SPDX-License-Identifier: Apache-2.0
"""Sizes and times as people write and read them. Sizes are decimal: 1g is 1,000,000,000 bytes."""

import re

FACTORS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9}


def parse_bytes(text):
    """The number of bytes that '100m' or '1g' means."""
    match = re.fullmatch(r"(\d+)([kmg]?)b?", text.strip().lower())
    if not match or int(match[1]) == 0:
        raise ValueError(f"size {text!r}: must be a positive number with k, m or g, like 100m")
    return int(match[1]) * FACTORS[match[2]]


def short_bytes(count):
    """The shortest exact form: 1000000000 is '1g'."""
    for suffix in ("g", "m", "k"):
        if count % FACTORS[suffix] == 0:
            return f"{count // FACTORS[suffix]}{suffix}"
    return str(count)


def seconds(value):
    """Three significant digits, never fewer than whole seconds."""
    if value >= 100:
        return f"{value:.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"
