# SPDX-License-Identifier: Apache-2.0
"""A secure HDFS and YARN on this machine: a Kerberos server and Hadoop's daemons, on the loopback interface."""

import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import time
import urllib.request
from xml.sax.saxutils import escape

REALM = "EXAMPLE.COM"
STORE_PASSWORD = "of the stores"
START_SECONDS = 120
STOP_SECONDS = 30


HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]


def java_home():
    java = shutil.which("java", path=f"{os.environ['JAVA_HOME']}/bin" if os.environ.get("JAVA_HOME") else None)
    return pathlib.Path(java).resolve().parents[1]


def fetch(libraries):
    """Copies the jars of the daemons from the local repository, or Maven Central."""
    subprocess.run(
        [ROOT / "mvnw", "-q", "-B", "-ntp", "-f", HERE / "pom.xml", "dependency:copy-dependencies",
         f"-DoutputDirectory={libraries}", "-DincludeScope=runtime"], check=True,
    )


def free_ports(count):
    """Ports that nobody uses at this moment."""
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class SecureCluster:
    """Starts the processes, and ends each by its id. Everything is below a directory, which only the owner reads."""

    def __init__(self, directory, libraries, java, data_nodes=1, yarn=True, settings=None):
        """settings are those of hdfs-site.xml that differ."""
        self.data_nodes, self.yarn, self.settings = data_nodes, yarn, settings or {}
        self.directory = pathlib.Path(directory)
        self.libraries = pathlib.Path(libraries)
        self.java = java
        self.conf = self.directory / "conf"
        self.krb5 = self.directory / "kdc" / "krb5.conf"
        self.keytab = self.directory / "keytab"
        self.processes = {}
        names = ("name", "name-web", "rm", "rm-tracker", "rm-scheduler", "rm-admin", "rm-web", "nm", "nm-localizer", "nm-web")
        names += tuple(f"data{kind}{number}" for number in range(data_nodes) for kind in ("", "-web", "-ipc"))
        self.ports = dict(zip(names, free_ports(len(names))))

    # Processes

    def environment(self, principal=None):
        """The environment of a process; of a client that logs in as the principal, if there is one."""
        environment = {
            **os.environ,
            "HADOOP_CONF_DIR": str(self.conf),
            "JAVA_HOME": str(pathlib.Path(self.java).resolve().parents[1]),
            "JAVA_TOOL_OPTIONS": f"-Djava.security.krb5.conf={self.krb5} -Djava.net.preferIPv4Stack=true",
        }
        environment.pop("HADOOP_TOKEN_FILE_LOCATION", None)
        environment.pop("CLASSPATH", None)
        if principal:
            environment |= {"KRB5PRINCIPAL": f"{principal}@{REALM}", "KRB5KEYTAB": str(self.keytab)}
        return environment

    def class_path(self):
        return f"{self.conf}:{self.libraries}/*"

    def spawn(self, name, heap, main, *arguments):
        log = open(self.directory / f"{name}.log", "ab")
        command = [self.java, f"-Xmx{heap}m", "-XX:+UseSerialGC", "-cp", self.class_path(), main, *arguments]
        self.processes[name] = subprocess.Popen(
            command, stdout=log, stderr=log, stdin=subprocess.DEVNULL, env=self.environment(), start_new_session=True
        )

    def run(self, principal, main, *arguments, check=True, timeout=120):
        """Runs a client of Hadoop as a principal; returns its result, with stderr in stdout."""
        result = subprocess.run(
            [self.java, "-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", self.class_path(), main, *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=timeout, env=self.environment(principal),
        )
        if check and result.returncode:
            raise RuntimeError(f"{main} {' '.join(arguments)}: exit code {result.returncode}\n{result.stdout}")
        return result

    def fs(self, principal, *arguments, **more):
        return self.run(principal, "org.apache.hadoop.fs.FsShell", *arguments, **more)

    def _await(self, name, condition):
        end = time.monotonic() + START_SECONDS
        while not condition():
            code = self.processes[name].poll()
            if code is not None or time.monotonic() > end:
                log = (self.directory / f"{name}.log").read_text(errors="replace")
                raise RuntimeError(f"{name}: {'ended with ' + str(code) if code is not None else 'not ready'}\n{log[-6000:]}")
            time.sleep(0.2)

    def _log_has(self, name, pattern):
        return lambda: re.search(pattern, (self.directory / f"{name}.log").read_text(errors="replace"))

    # Start

    def start(self):
        self.directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.directory.chmod(0o700)
        (self.directory / "kdc").mkdir()
        self.conf.mkdir()
        self._start_kdc()
        self._make_stores()
        self._write_configuration()
        hdfs = "org.apache.hadoop.hdfs.server."
        yarn = "org.apache.hadoop.yarn.server."
        self.run(None, hdfs + "namenode.NameNode", "-format", "-force", "-nonInteractive")
        self.spawn("namenode", 256, hdfs + "namenode.NameNode")
        if self.yarn:
            self.spawn("resourcemanager", 320, yarn + "resourcemanager.ResourceManager")
        nodes = [f"datanode{number}" for number in range(self.data_nodes)]
        for number, name in enumerate(nodes):
            self.spawn(name, 256, hdfs + "datanode.DataNode", *self._own_settings(number))
        if self.yarn:
            self.spawn("nodemanager", 256, yarn + "nodemanager.NodeManager")
        for name in nodes:
            self._await(name, self._log_has(name, "successfully registered with NN"))
        self._await("namenode", self._log_has("namenode", "Safe mode is OFF|Leaving safe mode"))
        if self.yarn:
            self._await_yarn()

    def _own_settings(self, number):
        """What differs between the DataNodes. Each has an SSD and a disk if there are several."""
        data = (self.directory / f"data{number}").as_uri()
        values = {
            "data.dir": data if self.data_nodes == 1 else f"[SSD]{data}/ssd,[DISK]{data}/disk",
            "address": f"localhost:{self.ports[f'data{number}']}",
            "https.address": f"localhost:{self.ports[f'data-web{number}']}",
            "ipc.address": f"localhost:{self.ports[f'data-ipc{number}']}",
        }
        return [word for key, value in values.items() for word in ("-D", f"dfs.datanode.{key}={value}")]

    def _await_yarn(self):
        self._await("nodemanager", self._log_has("nodemanager", "Registered with ResourceManager"))
        self._await("resourcemanager", self._is_ready)

    def _is_ready(self):
        try:
            url = f"http://localhost:{self.ports['rm-web']}/ws/v1/cluster/metrics"
            with urllib.request.urlopen(url, timeout=5) as answer:
                return b'"activeNodes":1' in answer.read()
        except OSError:
            return False

    def _start_kdc(self):
        properties = self.directory / "kdc.properties"
        properties.write_text(
            "org.name=EXAMPLE\norg.domain=COM\nkdc.bind.address=localhost\nkdc.port=0\ninstance=DefaultKrbServer\n"
            "max.ticket.lifetime=86400000\nmin.ticket.lifetime=1000\nmax.renewable.lifetime=604800000\n"
            "transport=TCP\ndebug=false\n"
        )
        principals = [f"{name}/localhost" for name in ("nn", "dn", "rm", "nm", "HTTP")] + ["alice", "bob", "carol"]
        log = open(self.directory / "kdc.log", "ab")
        command = [self.java, "-Xmx128m", "-XX:+UseSerialGC", "-cp", f"{self.libraries}/*", "org.apache.hadoop.minikdc.MiniKdc"]
        command += [str(self.directory / "kdc"), str(properties), str(self.keytab), *principals]
        self.processes["kdc"] = subprocess.Popen(
            command, stdout=log, stderr=log, stdin=subprocess.DEVNULL, start_new_session=True, cwd=self.directory
        )
        self._await("kdc", self._log_has("kdc", "Do <CTRL-C>"))
        self.keytab.chmod(0o600)

    def _make_stores(self):
        """A key of this machine, and a store that trusts it."""
        keytool = str(pathlib.Path(self.java).resolve().parent / "keytool")
        key, trust, certificate = (str(self.conf / name) for name in ("key.p12", "trust.p12", "certificate"))
        password = ["-storepass", STORE_PASSWORD, "-storetype", "PKCS12"]
        make = ["-genkeypair", "-alias", "localhost", "-keyalg", "EC", "-dname", "CN=localhost", "-validity", "30"]
        for arguments in (
            [*make, "-ext", "SAN=dns:localhost,ip:127.0.0.1", "-keystore", key, *password],
            ["-exportcert", "-alias", "localhost", "-file", certificate, "-keystore", key, *password],
            ["-importcert", "-noprompt", "-alias", "localhost", "-file", certificate, "-keystore", trust, *password],
        ):
            subprocess.run([keytool, *arguments], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    # Configuration

    def _write(self, name, settings):
        text = "".join(
            f"  <property><name>{escape(key)}</name><value>{escape(str(value))}</value></property>\n"
            for key, value in settings.items()
        )
        file = self.conf / name
        file.touch(0o600)
        file.write_text(f'<?xml version="1.0"?>\n<configuration>\n{text}</configuration>\n')

    def _write_configuration(self):
        at = {name: f"localhost:{port}" for name, port in self.ports.items()}
        self._write("core-site.xml", {
            "fs.defaultFS": f"hdfs://{at['name']}",
            "hadoop.tmp.dir": self.directory / "tmp",
            "hadoop.security.authentication": "kerberos",
            "hadoop.security.authorization": "true",
            "hadoop.rpc.protection": "authentication",
            "hadoop.ssl.require.client.cert": "false",
        })
        kerberos = {}
        for prefix, name in (("dfs.namenode.kerberos.", "nn"), ("dfs.datanode.kerberos.", "dn")):
            kerberos[f"{prefix}principal"] = f"{name}/localhost@{REALM}"
        self._write("hdfs-site.xml", kerberos | {
            "dfs.namenode.keytab.file": self.keytab,
            "dfs.datanode.keytab.file": self.keytab,
            "dfs.namenode.kerberos.internal.spnego.principal": f"HTTP/localhost@{REALM}",
            "dfs.web.authentication.kerberos.principal": f"HTTP/localhost@{REALM}",
            "dfs.web.authentication.kerberos.keytab": self.keytab,
            "dfs.block.access.token.enable": "true",
            "dfs.data.transfer.protection": "authentication",  # so a DataNode needs no privileged port
            "dfs.http.policy": "HTTPS_ONLY",
            "dfs.namenode.https-address": at["name-web"],
            "dfs.namenode.name.dir": (self.directory / "name").as_uri(),
            "dfs.namenode.safemode.extension": "0",
            "dfs.datanode.hostname": "localhost",
            "dfs.replication": "1",
        } | self.settings)
        self._write("yarn-site.xml", {
            "yarn.resourcemanager.principal": f"rm/localhost@{REALM}",
            "yarn.resourcemanager.keytab": self.keytab,
            "yarn.nodemanager.principal": f"nm/localhost@{REALM}",
            "yarn.nodemanager.keytab": self.keytab,
            "yarn.resourcemanager.hostname": "localhost",
            "yarn.resourcemanager.address": at["rm"],
            "yarn.resourcemanager.resource-tracker.address": at["rm-tracker"],
            "yarn.resourcemanager.scheduler.address": at["rm-scheduler"],
            "yarn.resourcemanager.admin.address": at["rm-admin"],
            "yarn.resourcemanager.webapp.address": at["rm-web"],
            "yarn.nodemanager.hostname": "localhost",
            "yarn.nodemanager.address": at["nm"],
            "yarn.nodemanager.localizer.address": at["nm-localizer"],
            "yarn.nodemanager.webapp.address": at["nm-web"],
            "yarn.nodemanager.local-dirs": self.directory / "local",
            "yarn.nodemanager.log-dirs": self.directory / "containers",
            "yarn.nodemanager.resource.memory-mb": "4096",
            "yarn.nodemanager.resource.cpu-vcores": "4",
            "yarn.nodemanager.vmem-check-enabled": "false",
            "yarn.nodemanager.delete.debug-delay-sec": "600",  # so that files can be looked at afterwards
            "yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage": "99",
            "yarn.nodemanager.env-whitelist": "JAVA_HOME,HADOOP_CONF_DIR,JAVA_TOOL_OPTIONS,PATH",
            "yarn.scheduler.minimum-allocation-mb": "1",
            "yarn.scheduler.maximum-allocation-mb": "4096",
            "yarn.application.classpath": f"$HADOOP_CONF_DIR,{self.libraries}/*",
            "yarn.acl.enable": "true",
            "yarn.admin.acl": "rm",
        })
        self._write("mapred-site.xml", {
            "mapreduce.framework.name": "yarn",
            "mapreduce.application.classpath": f"{self.libraries}/*",
            "yarn.app.mapreduce.am.staging-dir": "/user",
            "mapreduce.jobhistory.intermediate-done-dir": "/history",
            "mapreduce.cluster.acls.enabled": "true",
        })
        self._write("capacity-scheduler.xml", {
            "yarn.scheduler.capacity.root.queues": "default",
            "yarn.scheduler.capacity.root.default.capacity": "100",
            "yarn.scheduler.capacity.root.default.acl_administer_queue": "rm",
            "yarn.scheduler.capacity.root.acl_administer_queue": "rm",
            "yarn.scheduler.capacity.maximum-am-resource-percent": "0.9",
        })
        store = {"password": STORE_PASSWORD, "type": "PKCS12"}
        trust = {f"truststore.{key}": value for key, value in (store | {"location": self.conf / "trust.p12"}).items()}
        key = {f"keystore.{key}": value for key, value in (store | {"location": self.conf / "key.p12"}).items()}
        key |= {"keystore.keypassword": STORE_PASSWORD}
        for side in ("server", "client"):
            self._write(f"ssl-{side}.xml", {f"ssl.{side}.{name}": value for name, value in (trust | key).items()})
        (self.conf / "log4j.properties").write_text(
            "log4j.rootLogger=INFO,console\n"
            "log4j.appender.console=org.apache.log4j.ConsoleAppender\n"
            "log4j.appender.console.target=System.err\n"
            "log4j.appender.console.layout=org.apache.log4j.PatternLayout\n"
            "log4j.appender.console.layout.ConversionPattern=%d{ISO8601} %p %c{2}: %m%n\n"
        )
        for name in ("hdfs", "datanode", "secondary"):
            (self.conf / "webapps" / name).mkdir(parents=True)  # no jar of Hadoop has the pages

    # End

    def stop(self):
        """Ends the processes, the last first, and with them the containers of the NodeManager."""
        for process in reversed(list(self.processes.values())):
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
        end = time.monotonic() + STOP_SECONDS
        for process in reversed(list(self.processes.values())):
            try:
                process.wait(max(0, end - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
