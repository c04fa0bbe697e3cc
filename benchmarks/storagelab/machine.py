# SPDX-License-Identifier: Apache-2.0
"""Describes the machine. Unknown facts are None."""

import os
import pathlib
import platform
import re
import subprocess


def _read(path):
    try:
        return pathlib.Path(path).read_text().strip()
    except OSError:
        return None


def cpu_model(cpuinfo_text):
    match = re.search(r"^model name\s*:\s*(.+)$", cpuinfo_text or "", re.MULTILINE)
    return match[1].strip() if match else None


def memory_bytes(meminfo_text, field):
    match = re.search(rf"^{field}:\s*(\d+) kB$", meminfo_text or "", re.MULTILINE)
    return int(match[1]) * 1024 if match else None


def selected(text):
    """Returns the choice in brackets: madvise for 'always [madvise] never'."""
    match = re.search(r"\[(\w+)\]", text or "")
    return match[1] if match else None


def jdk(java):
    """Returns the version that the JVM reports, such as '17.0.15+6, Debian'."""
    output = subprocess.run(
        [java, "-XshowSettings:properties", "-version"], capture_output=True, text=True, check=True
    ).stderr
    version = re.search(r"java\.runtime\.version = (\S+)", output)
    vendor = re.search(r"java\.vendor = (.+)", output)
    return f"{version[1]}, {vendor[1]}" if version and vendor else output.splitlines()[0]


def describe(java):
    meminfo = _read("/proc/meminfo")
    hypervisor = re.search(r"^flags\s*:.*\bhypervisor\b", _read("/proc/cpuinfo") or "", re.MULTILINE)
    return {
        "cpu": cpu_model(_read("/proc/cpuinfo")) or platform.machine(),
        "cores": len(os.sched_getaffinity(0)),
        "memory_bytes": memory_bytes(meminfo, "MemTotal"),
        "kernel": platform.release(),
        "virtual": bool(hypervisor),
        "governor": _read("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
        "huge_pages": selected(_read("/sys/kernel/mm/transparent_hugepage/enabled")),
        "jdk": jdk(java),
    }
