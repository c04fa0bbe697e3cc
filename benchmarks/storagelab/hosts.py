# SPDX-License-Identifier: Apache-2.0
"""Hosts for a cluster: network namespaces of this machine with links of a chosen speed, or the loopback interface."""

import os
import pathlib
import platform
import shutil
import subprocess


def needs_for_namespaces():
    """Returns what is missing for namespaces, or None."""
    if os.geteuid() != 0:
        return "network namespaces need root"
    missing = [tool for tool in ("ip", "tc") if not shutil.which(tool)]
    return f"network namespaces need {', '.join(missing)} (package iproute2)" if missing else None


def _run(*words):
    subprocess.run(words, check=True)


class Namespaces:
    """Each host is a network namespace; a bridge in another one connects them."""

    def __init__(self, count):
        prefix = f"lab{os.getpid()}"
        self.names = [f"{prefix}-{i + 1}" for i in range(count)]
        self._switch = f"{prefix}-switch"

    def __enter__(self):
        try:
            self._make()
        except BaseException:
            self.remove()
            raise
        return self

    def __exit__(self, *_):
        self.remove()

    def _make(self):
        _run("ip", "netns", "add", self._switch)
        _run("ip", "-n", self._switch, "link", "add", "bridge", "type", "bridge")
        _run("ip", "-n", self._switch, "link", "set", "bridge", "up")
        known = "".join(f"10.88.20.{i + 1} {name}\n" for i, name in enumerate(self.names))
        for i, name in enumerate(self.names):
            _run("ip", "netns", "add", name)
            directory = pathlib.Path("/etc/netns", name)
            directory.mkdir(parents=True)
            # The last line: a client asks for the address of its machine's name.
            own = f"10.88.20.{i + 1} {platform.node()}\n"
            (directory / "hosts").write_text("127.0.0.1 localhost\n" + known + own)
            _run("ip", "link", "add", "eth0", "netns", name, "type", "veth",
                 "peer", "name", f"port{i}", "netns", self._switch)  # fmt: skip
            _run("ip", "-n", name, "link", "set", "lo", "up")
            _run("ip", "-n", name, "addr", "add", f"10.88.20.{i + 1}/24", "dev", "eth0")
            _run("ip", "-n", name, "link", "set", "eth0", "up")
            _run("ip", "-n", self._switch, "link", "set", f"port{i}", "master", "bridge", "up")

    def limit(self, rate, only=None):
        """Limits the link of each host, or of one, in both directions, such as to 100mbit; None takes limits away."""
        for i, name in enumerate(self.names):
            if only not in (None, i):
                continue
            for place, device in ((name, "eth0"), (self._switch, f"port{i}")):
                subprocess.run(["tc", "-n", place, "qdisc", "del", "dev", device, "root"],
                               stderr=subprocess.DEVNULL, check=False)  # fmt: skip
                if rate:
                    _run("tc", "-n", place, "qdisc", "add", "dev", device, "root", "tbf",
                         "rate", rate, "burst", "64kb", "latency", "50ms")  # fmt: skip

    def remove(self):
        for name in [*self.names, self._switch]:
            subprocess.run(["ip", "netns", "del", name], stderr=subprocess.DEVNULL, check=False)
            shutil.rmtree(f"/etc/netns/{name}", ignore_errors=True)

    def node(self, index):
        """The name of a host in a host file."""
        return f"namespace:{self.names[index]}"

    def command(self, index, words):
        """The command that runs words on a host."""
        return ["ip", "netns", "exec", self.names[index], *words]

    def same(self, index, host):
        """Whether a DataNode's host is this one."""
        return host == self.names[index]


class Loopback:
    """All hosts are this machine. To a NameNode its clients are on any of them, so near and far mean nothing."""

    def __init__(self, count):
        self.names = [f"127.0.0.{i + 2}" for i in range(count)]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def limit(self, rate):
        if rate:
            raise ValueError("the loopback interface has no links to limit")

    def node(self, _):
        return "localhost"

    def command(self, _, words):
        return words

    def same(self, _index, _host):
        return False
