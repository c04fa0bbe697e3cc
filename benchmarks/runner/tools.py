# SPDX-License-Identifier: Apache-2.0
"""Installs what the contestants need, once, in the work directory."""

import functools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile

BENCHMARKS = pathlib.Path(__file__).resolve().parents[1]
ROOT = BENCHMARKS.parent
SPARK_REQUIREMENT = "pyspark>=4,<5"


class Unavailable(Exception):
    """A contestant cannot run here. The text says why."""


def execute(argv, log_path, env=None):
    """Runs a command that prepares something. Its output goes to a log, which an error message names."""
    with open(log_path, "wb") as log:
        code = subprocess.run(argv, stdout=log, stderr=log, stdin=subprocess.DEVNULL, env=env).returncode
    if code != 0:
        raise Unavailable(f"{pathlib.Path(argv[0]).name} failed with code {code}, see {log_path}")


class Tools:
    """Paths of everything that a contestant's command needs. Each is prepared on first use."""

    def __init__(self, settings):
        self._settings = settings
        self._work = settings.work
        (self._work / "logs").mkdir(parents=True, exist_ok=True)

    @functools.cached_property
    def java_home(self):
        home = self._settings.java_home or os.environ.get("JAVA_HOME")
        if home:
            return pathlib.Path(home)
        java = shutil.which("java")
        if not java:
            raise SystemExit("no java found: set JAVA_HOME or --java-home")
        return pathlib.Path(java).resolve().parents[1]

    @property
    def java(self):
        return str(self.java_home / "bin" / "java")

    @functools.cached_property
    def classes(self):
        """Compiles the module's own programs: limit, checks, generators. They need only the JDK, so javac is enough."""
        packages = ("limit", "check", "data")
        root = BENCHMARKS / "src/main/java/org/athanor/benchmarks"
        sources = [source for name in packages for source in sorted((root / name).glob("*.java"))]
        return self._compile("classes", sources, class_path="")

    @functools.cached_property
    def hadoop_lib(self):
        """Returns a directory with the jars of Hadoop and its examples."""
        if self._settings.hadoop_lib:
            return self._settings.hadoop_lib
        target = self._work / "hadoop"
        if not list(target.glob("hadoop-mapreduce-examples-*.jar")):
            print("  fetching Hadoop's jars with Maven")
            execute(
                [
                    str(ROOT / "mvnw"),
                    "-q",
                    "-B",
                    "-f",
                    str(BENCHMARKS / "hadoop-runtime" / "pom.xml"),
                    "dependency:copy-dependencies",
                    f"-DoutputDirectory={target}",
                    "-DincludeScope=runtime",
                ],
                self._work / "logs" / "hadoop.log",
                env={**os.environ, "JAVA_HOME": str(self.java_home)},
            )
        return target

    @functools.cached_property
    def examples_jar(self):
        return self._only(self.hadoop_lib, "hadoop-mapreduce-examples-*.jar")

    @property
    def hadoop_version(self):
        jar = self._only(self.hadoop_lib, "hadoop-common-*.jar")
        return re.fullmatch(r"hadoop-common-(.+)\.jar", jar.name)[1]

    @functools.cached_property
    def hadoop_conf(self):
        """Returns a configuration directory with Hadoop's usual logging: INFO to standard error."""
        directory = self._work / "hadoop-conf"
        directory.mkdir(exist_ok=True)
        (directory / "log4j.properties").write_text(
            "log4j.rootLogger=INFO,console\n"
            "log4j.appender.console=org.apache.log4j.ConsoleAppender\n"
            "log4j.appender.console.target=System.err\n"
            "log4j.appender.console.layout=org.apache.log4j.PatternLayout\n"
            "log4j.appender.console.layout.ConversionPattern=%d{ISO8601} %p %c{2}: %m%n\n"
        )
        return directory

    @functools.cached_property
    def athanor(self):
        return self._launcher(ROOT, "athanor")

    @functools.cached_property
    def athanor_version(self):
        return self._commit(ROOT)

    @functools.cached_property
    def baseline(self):
        return self._launcher(self._settings.baseline, "baseline")

    @functools.cached_property
    def baseline_version(self):
        return self._commit(self._settings.baseline)

    def _launcher(self, checkout, name):
        launcher = checkout / "athanor"
        if not launcher.is_file():
            raise Unavailable(f"there is no launcher {launcher.name} in {checkout}")
        # The first start builds Athanor. This must not happen in a measured run.
        execute(
            [str(launcher), "--version"],
            self._work / "logs" / f"{name}.log",
            env={**os.environ, "JAVA_HOME": str(self.java_home)},
        )
        return launcher

    @staticmethod
    def _commit(checkout):
        """Returns the commit, with a + if the sources have changes; None outside a repository."""

        def git(*arguments):
            command = ["git", "-C", str(checkout), *arguments]
            return subprocess.run(command, capture_output=True, text=True).stdout.strip()

        commit = git("rev-parse", "--short", "HEAD")
        changed = git("status", "--porcelain", "--", "athanor", "pom.xml", "engine", "cli")
        return commit + "+" * bool(changed) if commit else None

    @functools.cached_property
    def spark_home(self):
        found = sorted(self._work.glob("spark-[0-9]*"))
        return found[-1] if found else self._fetch_spark()

    @functools.cached_property
    def spark_jobs(self):
        """Returns a jar of our Spark programs."""
        class_path = f"{self.spark_home}/jars/*:{self.examples_jar}"
        sources = sorted(BENCHMARKS.glob("src/spark/java/**/*.java"))
        classes = self._compile("spark-classes", sources, class_path)
        jar = self._work / "spark-jobs.jar"
        execute(
            [str(self.java_home / "bin" / "jar"), "-cf", str(jar), "-C", str(classes), "."],
            self._work / "logs" / "spark-jar.log",
        )
        return jar

    @property
    def spark_version(self):
        return self.spark_home.name.split("-", 1)[1]

    def _fetch_spark(self):
        """PyPI's pyspark contains a whole Spark in deps/; only that directory is kept."""
        downloads = self._work / "downloads"
        if not list(downloads.glob("pyspark-*.tar.gz")):
            print("  fetching Spark with pip (456 MB)")
            execute(
                [sys.executable, "-m", "pip", "download", "--no-deps"]
                + ["--dest", str(downloads), SPARK_REQUIREMENT],
                self._work / "logs" / "spark.log",
            )
        archive = sorted(downloads.glob("pyspark-*.tar.gz"))[-1]
        name = archive.name[: -len(".tar.gz")]
        with tarfile.open(archive) as tar:
            wanted = [m for m in tar if m.name.startswith((f"{name}/deps/bin", f"{name}/deps/jars"))]
            tar.extractall(self._work / "unpacked", members=wanted)
        home = self._work / name.replace("pyspark", "spark")
        (self._work / "unpacked" / name / "deps").rename(home)
        shutil.rmtree(self._work / "unpacked")
        for script in (home / "bin").iterdir():
            script.chmod(0o755)
        return home

    def _compile(self, name, sources, class_path):
        target = self._work / name
        shutil.rmtree(target, ignore_errors=True)
        execute(
            [str(self.java_home / "bin" / "javac"), "--release", "17", "-proc:none"]
            + ["-cp", class_path, "-d", str(target), *map(str, sources)],
            self._work / "logs" / f"{name}.log",
        )
        return target

    @staticmethod
    def _only(directory, pattern):
        found = sorted(directory.glob(pattern))
        if len(found) != 1:
            raise Unavailable(f"{directory} must have one {pattern}, it has {len(found)}")
        return found[0]
