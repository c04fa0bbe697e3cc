# SPDX-License-Identifier: Apache-2.0
"""Describes the machine and warns of conditions that disturb measurements. Unknown facts are None."""

import os
import pathlib
import platform
import re
import shutil
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


def warnings(work, needed_bytes):
    """Returns one line per reason why results from this machine may be wrong at the moment."""
    found = []
    governor = _read("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")
    if governor not in (None, "performance"):
        found.append(
            f"CPU governor is {governor}: the clock may change during runs;"
            " cpupower frequency-set -g performance"
        )
    load = os.getloadavg()[0]
    if load > 0.3 * len(os.sched_getaffinity(0)):
        found.append(f"load average is {load:.1f}: something else is running; wait for it or stop it")
    available = memory_bytes(_read("/proc/meminfo"), "MemAvailable")
    if available is not None and available < 6 * 10**9:
        found.append(f"only {available / 1e9:.1f} GB of memory are free: inputs may not stay cached")
    free = shutil.disk_usage(work).free
    if free < needed_bytes:
        found.append(f"{free / 1e9:.0f} GB free in {work}, {needed_bytes / 1e9:.0f} GB needed; see --work")
    return found
