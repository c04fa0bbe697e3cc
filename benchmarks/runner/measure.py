# SPDX-License-Identifier: Apache-2.0
"""Runs one command and measures it from outside: wall time, CPU time, memory, and CPU time of other processes."""

import dataclasses
import os
import pathlib
import re
import signal
import subprocess
import threading
import time

TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")
PF_KTHREAD = 0x00200000


@dataclasses.dataclass
class Measurement:
    """One run of a process tree. Times in seconds. All of the time of servers is in user_s."""

    exit_code: int
    wall_s: float
    user_s: float
    system_s: float
    # The largest resident set of any single process of the tree.
    peak_rss_bytes: int
    # CPU time of kernel threads, which write the run's data to disk among other things.
    kernel_threads_s: float
    # CPU time of everything else on the machine.
    others_s: float
    # Time that the hypervisor gave to other guests.
    steal_s: float

    @property
    def cpu_s(self):
        return self.user_s + self.system_s


def machine_cpu(stat_text):
    """Returns (busy, steal) CPU seconds since boot, from the text of /proc/stat."""
    fields = [int(field) for field in stat_text.split("\n", 1)[0].split()[1:]]
    user, nice, system, _idle, _iowait, irq, softirq, steal = fields[:8]
    return (user + nice + system + irq + softirq) / TICKS_PER_SECOND, steal / TICKS_PER_SECOND


def read_machine_cpu():
    with open("/proc/stat") as file:
        return machine_cpu(file.read())


def _fields(stat_text):
    """The fields of /proc/PID/stat after the name: flags is at 6, the times of user and system at 11 to 14."""
    return stat_text.rpartition(")")[2].split()


def kernel_thread_cpu(stat_text):
    """Returns the CPU seconds of a kernel thread from the text of its /proc/PID/stat; 0 for a process."""
    fields = _fields(stat_text)
    flags, user, system = int(fields[6]), int(fields[11]), int(fields[12])
    return (user + system) / TICKS_PER_SECOND if flags & PF_KTHREAD else 0.0


def read_kernel_threads_cpu():
    total = 0.0
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            total += kernel_thread_cpu(stat.read_text())
        except OSError:
            pass  # The thread has just ended.
    return total


def cpu_seconds(pids):
    """Returns the CPU seconds of processes that run, with those of their children that have ended."""
    total = 0.0
    for pid in pids:
        try:
            fields = _fields(pathlib.Path(f"/proc/{pid}/stat").read_text())
        except OSError:
            continue  # It has ended.
        total += sum(int(field) for field in fields[11:15]) / TICKS_PER_SECOND
    return total


def forget_peaks(pids):
    """Makes peak_rss_bytes begin with what the processes have now."""
    for pid in pids:
        try:
            pathlib.Path(f"/proc/{pid}/clear_refs").write_text("5")
        except OSError:
            pass  # It has ended.


def peak_rss_bytes(pids):
    """Returns the largest resident set that any of the processes has had, or has had since forget_peaks; 0 if none runs."""
    largest = 0
    for pid in pids:
        try:
            found = re.search(r"^VmHWM:\s+(\d+) kB$", pathlib.Path(f"/proc/{pid}/status").read_text(), re.MULTILINE)
        except OSError:
            continue
        largest = max(largest, int(found[1]) * 1024 if found else 0)
    return largest


def run(argv, env, directory, log_path, timeout_s, servers=()):
    """Runs argv in a directory with its output in log_path. Kills its whole session after timeout_s.

    What the processes `servers` do meanwhile is counted with it: they run the job for it.
    """
    forget_peaks(servers)
    served_before = cpu_seconds(servers)
    kernel_before = read_kernel_threads_cpu()
    busy_before, steal_before = read_machine_cpu()
    with open(log_path, "wb") as log:
        started = time.monotonic()
        process = subprocess.Popen(
            argv,
            env=env,
            cwd=directory,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
        killer = threading.Timer(timeout_s, _kill_session, [process.pid])
        killer.start()
        try:
            _, status, usage = os.wait4(process.pid, 0)
            wall = time.monotonic() - started
        except BaseException:
            _kill_session(process.pid)
            raise
        finally:
            killer.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    busy_after, steal_after = read_machine_cpu()
    kernel = max(0.0, read_kernel_threads_cpu() - kernel_before)
    served = max(0.0, cpu_seconds(servers) - served_before)
    own = usage.ru_utime + usage.ru_stime + served
    return Measurement(
        exit_code=process.returncode,
        wall_s=wall,
        user_s=usage.ru_utime + served,
        system_s=usage.ru_stime,
        peak_rss_bytes=max(usage.ru_maxrss * 1024, peak_rss_bytes(servers)),
        kernel_threads_s=kernel,
        others_s=max(0.0, busy_after - busy_before - own - kernel),
        steal_s=steal_after - steal_before,
    )


def _kill_session(leader):
    try:
        os.killpg(leader, signal.SIGKILL)
    except ProcessLookupError:
        pass
