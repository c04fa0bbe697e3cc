# SPDX-License-Identifier: Apache-2.0
"""What the campaigns of faults have in common: processes, daemons that are killed and started again, HDFS and YARN by HTTP."""
import json
import os
import signal
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request
import xml.etree.ElementTree as ElementTree

HOME = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
ATHANOR = os.path.join(HOME, "athanor")
FINAL = ("FINISHED", "FAILED", "KILLED")  # states of an application that has ended


class Failed(Exception):
    """A check failed."""


def say(*words):
    print(time.strftime("%H:%M:%S"), *words, flush=True)


def wait(what, seconds, condition, pause=0.2):
    """Returns the condition's value as soon as it is true."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise Failed(f"not within {seconds} s: {what}")
        time.sleep(pause)


def http(url, method="GET", data=None, kind=None):
    """Asks a web server, or tells it something; kind is the type of what it is told, for those that want to know."""
    request = urllib.request.Request(url, data=data, method=method, headers={"Content-Type": kind} if kind else {})
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.read()
    except urllib.error.HTTPError as e:
        e.msg += ": " + e.read(500).decode(errors="replace")  # HDFS says why
        raise


# ---- Processes -------------------------------------------------------------------------------------------------------


def proc(pid, name):
    try:
        with open(f"/proc/{pid}/{name}", "rb") as file:
            return file.read()
    except OSError:
        return b""


def pids():
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]


def is_alive(pid):
    status = proc(pid, "stat").rpartition(b")")[2].split()
    return bool(status) and status[0] != b"Z"


def send(pid, number):
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass


# ---- Daemons ---------------------------------------------------------------------------------------------------------


class Daemon:
    """A daemon that can be killed and started again with the same command."""

    def __init__(self, described):
        self.role = described["role"]
        self.name = described["name"]
        self.pid = described["pid"]
        self.log = described["log"]
        self.http = f"http://{described['host']}:{described['webPort']}"
        self.command = [word.decode() for word in proc(self.pid, "cmdline").split(b"\0")[:-1]]
        entries = (entry.decode().partition("=") for entry in proc(self.pid, "environ").split(b"\0") if b"=" in entry)
        self.environment = {name: value for name, _, value in entries}
        self.directory = os.readlink(f"/proc/{self.pid}/cwd")

    def home(self):
        return os.path.dirname(self.log)

    def kill(self):
        send(self.pid, signal.SIGKILL)
        wait(f"end of {self.name}", 10, lambda: not is_alive(self.pid))

    def start(self):
        with open(self.log, "ab") as log:
            started = subprocess.Popen(
                self.command, env=self.environment, cwd=self.directory, stdin=subprocess.DEVNULL,
                stdout=log, stderr=log, start_new_session=True)
        self.pid = started.pid
        REAPED.append(started)

    def runs(self):
        for child in REAPED:
            child.poll()
        return is_alive(self.pid)


REAPED = []


class Hdfs:
    """The HDFS of a cluster of `athanor cluster`."""

    def __init__(self, directory):
        self.directory = directory
        self.daemons = []
        self.environment = {}

    def launch(self, *arguments):
        subprocess.run([ATHANOR, "cluster", "start", *arguments, "--dir", self.directory], check=True, stdout=subprocess.DEVNULL)
        with open(os.path.join(self.directory, "cluster.json"), encoding="utf-8") as file:
            described = json.load(file)
        self.daemons = [Daemon(daemon) for daemon in described["daemons"]]
        self.environment = {**os.environ, **described["environment"]}

    def stop(self):
        subprocess.run([ATHANOR, "cluster", "stop", "--dir", self.directory], check=False, stdout=subprocess.DEVNULL)

    def of(self, role):
        return [daemon for daemon in self.daemons if daemon.role == role]

    def data_nodes(self):
        try:
            bean = http(self.of("NAMENODE")[0].http + "/jmx?qry=Hadoop:service=NameNode,name=FSNamesystemState")
            state = json.loads(bean)["beans"][0]
            return state["NumLiveDataNodes"] if all(d.runs() for d in self.of("DATANODE")) else -1
        except (OSError, ValueError, LookupError):
            return -1

    def web(self, path, operation, method="GET", data=None, **parameters):
        query = urllib.parse.urlencode({"op": operation, "user.name": os.environ.get("USER", "root"), **parameters})
        return http(f"{self.of('NAMENODE')[0].http}/webhdfs/v1{urllib.parse.quote(path)}?{query}", method, data)

    def list(self, path):
        try:
            return {f["pathSuffix"]: f for f in json.loads(self.web(path, "LISTSTATUS"))["FileStatuses"]["FileStatus"]}
        except urllib.error.HTTPError as e:
            if e.code == 404:
                return {}
            raise

    def delete(self, path):
        self.web(path, "DELETE", "DELETE", recursive="true")

    def write(self, path, data):
        query = urllib.parse.urlencode(
            {"op": "CREATE", "user.name": os.environ.get("USER", "root"), "overwrite": "true", "noredirect": "true"})
        url = f"{self.of('NAMENODE')[0].http}/webhdfs/v1{path}?{query}"
        http(json.loads(http(url, "PUT"))["Location"], "PUT", data)

    def open_files(self, path):
        query = urllib.parse.urlencode({"ugi": os.environ.get("USER", "root"), "path": path, "openforwrite": "1", "files": "1"})
        text = http(f"{self.of('NAMENODE')[0].http}/fsck?{query}").decode()
        return [line for line in text.splitlines() if "OPENFORWRITE" in line]


class Yarn(Hdfs):
    """The HDFS and the YARN of a cluster of `athanor cluster`."""

    def make_recoverable(self, **settings):
        """Has the ResourceManager keep its state, and starts it again with that and with these settings."""
        manager = self.of("RESOURCEMANAGER")[0]
        os.makedirs(self.kept(), exist_ok=True)
        settings.update({
            "yarn.resourcemanager.recovery.enabled": "true",
            "yarn.resourcemanager.store.class": "org.apache.hadoop.yarn.server.resourcemanager.recovery.FileSystemRMStateStore",
            "yarn.resourcemanager.fs.state-store.uri": "file://" + self.kept(),
        })
        self.configure(manager, settings)
        manager.kill()
        manager.start()

    @staticmethod
    def configure(daemon, settings):
        """Adds to the configuration of a daemon of YARN, which reads it when it is started again."""
        path = os.path.join(daemon.home(), "conf", "yarn-site.xml")
        tree = ElementTree.parse(path)
        for name, value in settings.items():
            entry = ElementTree.SubElement(tree.getroot(), "property")
            ElementTree.SubElement(entry, "name").text = name
            ElementTree.SubElement(entry, "value").text = value
        tree.write(path)

    def kept(self):
        """The directory of what the ResourceManager keeps."""
        return os.path.join(self.of("RESOURCEMANAGER")[0].home(), "state")

    def manager(self, path, method="GET", data=None, kind=None):
        """Asks the ResourceManager, or tells it something."""
        return http(f"{self.of('RESOURCEMANAGER')[0].http}/ws/v1/cluster{path}", method, data, kind)

    def nodes(self):
        try:
            return json.loads(self.manager("/metrics"))["clusterMetrics"]["activeNodes"]
        except (OSError, ValueError):
            return -1

    def applications(self):
        found = json.loads(self.manager("/apps"))["apps"]
        return {app["id"]: app for app in (found or {}).get("app", [])}

    def application(self, identifier):
        """Returns what the ResourceManager says of an application; nothing while it cannot be asked."""
        try:
            return self.applications().get(identifier, {})
        except (OSError, ValueError):
            return {}
