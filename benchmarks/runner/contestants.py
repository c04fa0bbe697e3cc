# SPDX-License-Identifier: Apache-2.0
"""The command line with which each contestant runs a job."""

import dataclasses
import os
import re

from .cases import REDUCES
from .session import Session

TEXT = "org.apache.hadoop.io.Text"


@dataclasses.dataclass
class Command:
    argv: list
    env: dict


def program_arguments(program, source, output, properties):
    """Returns name, options and arguments of a Hadoop example."""
    options = [f"-D{name}={value}" for name, value in properties.items()]
    if program == "sort":
        return ["sort", *options, "-r", str(REDUCES), "-outKey", TEXT, "-outValue", TEXT, source, output]
    return [program, *options, f"-Dmapreduce.job.reduces={REDUCES}", source, output]


class Contestants:
    """Builds commands. All JVMs have the same heap and page size, and all except Athanor the same collector."""

    def __init__(self, tools, settings):
        self._tools = tools
        self._settings = settings

    def jvm_flags(self, heap, gc_log):
        return [f"-Xmx{heap}", *self._settings.jvm_flags, f"-Xlog:gc:file={gc_log}"]

    def version(self, name):
        """Returns the version, which is known after the contestant's first command. The limit has none."""
        return getattr(self._tools, f"{'athanor' if name == 'session' else name}_version", None)

    def command(self, name, program, heap, source, output, gc_log):
        build = getattr(self, f"_{name}")
        return build(program, heap, str(source), str(output), str(gc_log))

    def _environment(self, **extra):
        clean = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("ATHANOR_", "HADOOP_", "SPARK_", "JAVA_TOOL", "_JAVA", "JDK_JAVA"))
        }
        return {**clean, "JAVA_HOME": str(self._tools.java_home), **extra}

    def _scratch(self):
        return {"hadoop.tmp.dir": self._settings.work / "tmp"}

    def _athanor(self, program, heap, source, output, gc_log):
        return self._launched(self._tools.athanor, program, heap, source, output, gc_log)

    def _session(self, program, heap, source, output, gc_log):
        # No log of the collector: a session serves only clients with the options that it was started with.
        arguments = program_arguments(program, source, output, self._scratch())
        return Command(
            [str(self._tools.athanor), "run", str(self._tools.examples_jar), *arguments],
            {**self._session_environment(heap), "ATHANOR_SESSION": "required"},
        )

    def session(self, heap):
        """Returns the session of warm JVMs in which the contestant `session` runs."""
        return Session(self._tools.athanor, self._session_environment(heap), self._settings.work / "logs" / "session.log")

    def _session_environment(self, heap):
        flags = [flag for flag in self._settings.jvm_flags if not re.match("-XX:[+]Use.*GC$", flag)]
        return self._environment(
            ATHANOR_HEAP=heap, ATHANOR_OPTS=" ".join(flags), XDG_CACHE_HOME=str(self._settings.work / "session")
        )

    def _baseline(self, program, heap, source, output, gc_log):
        return self._launched(self._tools.baseline, program, heap, source, output, gc_log)

    def _launched(self, launcher, program, heap, source, output, gc_log):
        # ATHANOR_HEAP sets the heap. Athanor's launcher chooses the collector.
        flags = [flag for flag in self.jvm_flags(heap, gc_log) if not re.match("-Xmx|-XX:[+]Use.*GC$", flag)]
        arguments = program_arguments(program, source, output, self._scratch())
        return Command(
            [str(launcher), "run", str(self._tools.examples_jar), *arguments],
            self._environment(ATHANOR_HEAP=heap, ATHANOR_OPTS=" ".join(flags)),
        )

    def _hadoop(self, program, heap, source, output, gc_log):
        properties = {
            "mapreduce.framework.name": "local",
            "mapreduce.local.map.tasks.maximum": self._settings.cores,
            "mapreduce.local.reduce.tasks.maximum": self._settings.cores,
            **self._scratch(),
        }
        return Command(
            [self._tools.java, *self.jvm_flags(heap, gc_log)]
            + ["-cp", f"{self._tools.hadoop_conf}:{self._tools.hadoop_lib}/*"]
            + ["org.apache.hadoop.util.RunJar", str(self._tools.examples_jar)]
            + program_arguments(program, source, output, properties),
            self._environment(),
        )

    def _spark(self, program, heap, source, output, gc_log):
        main = {"terasort": "SparkTeraSort", "wordcount": "SparkWordCount"}[program]
        flags = [flag for flag in self.jvm_flags(heap, gc_log) if not flag.startswith("-Xmx")]
        conf = {
            "spark.serializer": "org.apache.spark.serializer.KryoSerializer",
            "spark.ui.enabled": "false",
            "spark.local.dir": self._settings.work / "tmp",
        }
        return Command(
            [str(self._tools.spark_home / "bin" / "spark-submit")]
            + ["--class", f"org.athanor.benchmarks.spark.{main}"]
            + ["--master", f"local[{self._settings.cores}]", "--driver-memory", heap]
            + ["--driver-java-options", " ".join(flags), "--jars", str(self._tools.examples_jar)]
            + [word for name, value in conf.items() for word in ("--conf", f"{name}={value}")]
            + [str(self._tools.spark_jobs), source, output, str(REDUCES)],
            self._environment(SPARK_HOME=str(self._tools.spark_home), SPARK_LOCAL_IP="127.0.0.1"),
        )

    def _limit(self, program, heap, source, output, gc_log):
        assert program == "terasort", program
        return Command(
            [self._tools.java, f"-Xmx{heap}", "-XX:+UseSerialGC", "-XX:+UseTransparentHugePages"]
            + [f"-Xlog:gc:file={gc_log}", "-cp", str(self._tools.classes)]
            + ["org.athanor.benchmarks.limit.TeraSortLimit", source, output],
            self._environment(),
        )
