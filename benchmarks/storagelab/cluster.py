# SPDX-License-Identifier: Apache-2.0
"""An HDFS on unlike volumes, its rules, and a client process on each of its hosts."""

import contextlib
import json
import os
import pathlib
import signal
import subprocess
import threading
import time

BENCHMARKS = pathlib.Path(__file__).resolve().parents[1]
ROOT = BENCHMARKS.parent
ATHANOR = str(ROOT / "athanor")
MAIN = "org.athanor.benchmarks.hdfs."


class Failed(Exception):
    """Something that is measured did not work."""


class StillRunning(Failed):
    """The daemons could not be stopped; their directory is needed to do it."""


@contextlib.contextmanager
def undisturbed():
    """Lets a clean-up end: signals that ask this process to end do nothing in the block."""
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    handlers = {number: signal.signal(number, lambda *_: None) for number in numbers}
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)


def wait(what, seconds, condition):
    """Returns the condition's value as soon as it is true."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise Failed(f"not within {seconds} s: {what}")
        time.sleep(0.2)


class Client:
    """A process that writes and reads files on a host, one command at a time."""

    def __init__(self, hosts, index, java, class_path, log):
        words = [java, "-Xmx256m", "-XX:+UseSerialGC", "-cp", class_path, MAIN + "LoadProcess"]
        self.index = index
        self._log = log
        with open(log, "wb") as errors:
            self._process = subprocess.Popen(
                hosts.command(index, words), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True
            )

    def await_ready(self):
        if self._process.stdout.readline().strip() != "ready":
            raise Failed(f"client {self.index + 1} did not start, see {self._log}")

    def send(self, *words):
        try:
            self._process.stdin.write("\t".join(map(str, words)) + "\n")
            self._process.stdin.flush()
        except BrokenPipeError as e:
            raise Failed(f"client {self.index + 1} has ended, see {self._log}") from e

    def results(self):
        """Returns (path, bytes, seconds, {(host, type): bytes}) for each file of the last command."""
        found = []
        while True:
            words = self._process.stdout.readline().rstrip("\n").split("\t")
            if words[0] == "end":
                return found
            if words[0] != "file":
                raise Failed(f"client {self.index + 1}: {' '.join(words[1:]) or 'has ended, see ' + str(self._log)}")
            found.append((words[1], int(words[2]), float(words[3]), sources(words[4])))

    def close(self):
        # What is still in the buffer cannot be written if the client has ended.
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.close()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def sources(text):
    """Returns {(host, type): bytes} of "h1/SSD=5,h2/DISK=7"."""
    found = {}
    for part in filter(None, text.split(",")):
        place, size = part.rsplit("=", 1)
        host, kind = place.rsplit("/", 1)
        found[host, kind] = int(size)
    return found


class Cluster:
    """Started by athanor cluster; ended with all clients when the block ends."""

    def __init__(self, hosts, lines, rules, directory, java_home):
        self._hosts = hosts
        self._directory = directory
        self._rules = rules
        self._version = 0
        self._java_home = java_home
        self._java = f"{java_home}/bin/java"
        self.clients = []
        (directory / "hosts").write_text("".join(line + "\n" for line in lines))

    def __enter__(self):
        try:
            self._write_rules({})
            subprocess.run(
                [ATHANOR, "cluster", "start", "--dir", self._dir, "--hosts", str(self._directory / "hosts")]
                + ["--storage-rules", str(self._directory / "rules")],
                check=True, stdout=subprocess.DEVNULL, env=self._environment(),
            )  # fmt: skip
            with open(os.path.join(self._dir, "cluster.json"), encoding="utf-8") as file:
                described = json.load(file)
            self._class_path = described["environment"]["CLASSPATH"]
            self._classes = self._compile()
            for index in range(len(self._hosts.names)):
                log = self._directory / f"client-{index + 1}.log"
                path = f"{self._classes}:{self._class_path}"
                self.clients.append(Client(self._hosts, index, self._java, path, log))
            for client in self.clients:
                client.await_ready()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_):
        self.stop()

    @property
    def _dir(self):
        return str(self._directory / "cluster")

    def _environment(self):
        return {**os.environ, "JAVA_HOME": self._java_home}

    def stop(self):
        """Ends clients and daemons, whatever has become of them."""
        words = [ATHANOR, "cluster", "stop", "--dir", self._dir]
        with undisturbed():
            try:
                for client in self.clients:
                    client.close()
            finally:
                # In a session of its own, because a terminal's Ctrl-C ends all processes of one.
                done = subprocess.run(words, check=False, start_new_session=True,
                                      stdout=subprocess.DEVNULL, env=self._environment())  # fmt: skip
                if done.returncode:
                    raise StillRunning(f"the daemons could not be stopped: {' '.join(words)}")

    def _compile(self):
        classes = self._directory / "classes"
        programs = sorted((BENCHMARKS / "src/main/java/org/athanor/benchmarks/hdfs").glob("*.java"))
        compiler = [f"{self._java_home}/bin/javac", "-nowarn", "-cp", self._class_path, "-d", str(classes)]
        subprocess.run(compiler + [str(source) for source in programs], check=True)
        return classes

    # Rules

    def _write_rules(self, changes):
        self._version += 1
        values = {**self._rules, **changes, "format": "1", "version": str(self._version)}
        text = "".join(f"{key}={value}\n" for key, value in values.items())
        new = self._directory / "rules.new"
        new.write_text(text)
        new.rename(self._directory / "rules")

    def use(self, changes):
        """Changes rules, and waits until the NameNode obeys them."""
        self._write_rules(changes)
        log = pathlib.Path(self._dir, "master", "namenode.log")
        line = f"Version {self._version} of the rules in "
        wait(f"rules, version {self._version}", 30, lambda: line in log.read_text(errors="replace"))

    # Decisions

    def decide(self, program, arguments, lines):
        """Runs a program that decides; returns the words of its lines."""
        done = subprocess.run(
            [self._java, "-Xmx128m", "-cp", f"{self._classes}:{self._class_path}", MAIN + program]
            + [str(argument) for argument in arguments],
            input="".join(line + "\n" for line in lines), capture_output=True, text=True, check=True,
        )  # fmt: skip
        return [line.split("\t") for line in done.stdout.splitlines()]

    # Load

    def run(self, commands):
        """Sends a command to each client at once; returns (results by client, seconds, CPU seconds of the machine)."""
        commands = list(commands)
        if len(commands) != len(self.clients):
            # One without a command says nothing, and would be waited for without an end.
            raise ValueError(f"{len(commands)} commands for {len(self.clients)} clients")
        used, begin = cpu_seconds(), time.monotonic()
        for client, words in zip(self.clients, commands):
            client.send(*words)
        results = [None] * len(self.clients)
        failures = []

        def collect(position):
            try:
                results[position] = self.clients[position].results()
            except (Failed, ValueError, IndexError) as e:
                failures.append(e)

        threads = [threading.Thread(target=collect, args=(i,)) for i in range(len(self.clients))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if failures:
            raise failures[0]
        return results, time.monotonic() - begin, cpu_seconds() - used


def cpu_seconds():
    """The CPU time that all processes of this machine have used."""
    with open("/proc/stat", encoding="ascii") as file:
        user, nice, system, _idle, _wait, irq, softirq, *_ = map(int, file.readline().split()[1:])
    return (user + nice + system + irq + softirq) / os.sysconf("SC_CLK_TCK")
