# SPDX-License-Identifier: Apache-2.0
"""Two YARN clusters of one host each on one HDFS: athanor cluster starts HDFS and the first YARN, this the second one."""

import contextlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys

from storagelab.cluster import ATHANOR, Failed, undisturbed, wait

START_SECONDS = 120
NAMES = ("a", "b")  # of the clusters, in the order of their hosts
ROLES = ("RESOURCEMANAGER", "NODEMANAGER")


class Clusters:
    """Started in the block; host 0 has the NameNode and the history server, too."""

    def __init__(self, hosts, limits, directory):
        self._hosts = hosts
        self._limits = limits
        self._directory = directory
        self._second = []
        self.environment = {}

    def __enter__(self):
        try:
            self._start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_):
        self.stop()

    @property
    def _first(self):
        return self._directory / "cluster"

    def configuration(self, name):
        """The directory that clients of a cluster need."""
        return self._first / "master/conf" if name == NAMES[0] else self._directory / "second/master/conf"

    def _start(self):
        lines = [f"{self._hosts.node(i)} rack=/{name}/rack role={role}"
                 for i, (name, role) in enumerate(zip(NAMES, ("both", "storage")))]  # fmt: skip
        (self._directory / "hosts").write_text("".join(line + "\n" for line in lines))
        words = [ATHANOR, "cluster", "start", "--dir", str(self._first), "--hosts", str(self._directory / "hosts")]
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
        described = json.loads((self._first / "cluster.json").read_text())
        self.environment = {**os.environ, **described["environment"]}
        daemons = {(daemon["role"], daemon["host"]): daemon for daemon in described["daemons"]}
        first, second = self._hosts.names
        for role in ROLES:
            self._second.append(self._start_second(role, daemons[role, first]))
        self._limits[0].add(daemons["NODEMANAGER", first]["pid"])
        self._limits[0].add(daemons["DATANODE", first]["pid"])
        self._limits[1].add(self._second[1].pid)
        self._limits[1].add(daemons["DATANODE", second]["pid"])
        port = daemons["RESOURCEMANAGER", first]["webPort"]
        wait("the second cluster's node", START_SECONDS, lambda: self._has_node(f"http://{second}:{port}"))

    def _start_second(self, role, like):
        """Starts a daemon of the second cluster on its host, with the command of one of the first cluster."""
        conf = self._second_configuration(like)
        words = pathlib.Path(f"/proc/{like['pid']}/cmdline").read_bytes().decode().split("\0")[:-1]
        variables = pathlib.Path(f"/proc/{like['pid']}/environ").read_bytes().decode().split("\0")
        environment = dict(each.split("=", 1) for each in variables if "=" in each)
        environment["HADOOP_CONF_DIR"] = str(conf)
        old, new = str(self._home(like)), str(conf.parent)
        with open(conf.parent / f"{role.lower()}.log", "wb") as log:
            return subprocess.Popen(
                self._hosts.command(1, [word.replace(old, new) for word in words]),
                env=environment, cwd=conf.parent, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                start_new_session=True,
            )  # fmt: skip

    @staticmethod
    def _home(daemon):
        return pathlib.Path(daemon["log"]).parent

    def _second_configuration(self, like):
        """Copies the configuration of a daemon; YARN's is that of the second host. The history server is shared."""
        first, second = self._hosts.names
        home = self._directory / "second" / ("master" if like["role"] == ROLES[0] else "worker")
        shutil.copytree(self._home(like) / "conf", home / "conf")
        file = home / "conf/yarn-site.xml"
        text = file.read_text().replace(str(self._home(like)), str(home))
        file.write_text(text.replace(f">{first}<", f">{second}<").replace(f">{first}:", f">{second}:"))
        return home / "conf"

    def _has_node(self, address):
        for daemon in self._second:
            if daemon.poll() is not None:
                raise Failed(f"a daemon of the second cluster has ended: {' '.join(daemon.args[-1:])}")
        program = "import sys, urllib.request; print(urllib.request.urlopen(sys.argv[1], timeout=5).read().decode())"
        words = [sys.executable, "-c", program, f"{address}/ws/v1/cluster/metrics"]
        done = subprocess.run(self._hosts.command(0, words), capture_output=True, text=True, check=False)
        return done.returncode == 0 and json.loads(done.stdout)["clusterMetrics"]["activeNodes"] == 1

    def command(self, words, host=0):
        """The command that runs words on a host."""
        return self._hosts.command(host, words)

    def hdfs(self, *words, host=0):
        client = ["java", "-cp", self.environment["CLASSPATH"], "org.apache.hadoop.fs.FsShell", *words]
        done = subprocess.run(
            self.command(client, host), env=self.environment, check=False, capture_output=True, text=True)
        if done.returncode:
            raise Failed(f"hadoop fs {' '.join(words)}: {done.stderr.strip()[-500:]}")

    def stop(self):
        """Ends all daemons, whatever has become of them."""
        with undisturbed():
            for daemon in reversed(self._second):
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(daemon.pid, signal.SIGTERM)
            for daemon in self._second:
                try:
                    daemon.wait(20)
                except subprocess.TimeoutExpired:
                    with contextlib.suppress(ProcessLookupError):
                        os.killpg(daemon.pid, signal.SIGKILL)
                    daemon.wait()
            words = [ATHANOR, "cluster", "stop", "--dir", str(self._first)]
            # In a session of its own, because a terminal's Ctrl-C ends all processes of one.
            done = subprocess.run(words, check=False, start_new_session=True, stdout=subprocess.DEVNULL)
            if done.returncode:
                raise Failed(f"the daemons could not be stopped: {' '.join(words)}")
