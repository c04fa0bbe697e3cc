# SPDX-License-Identifier: Apache-2.0
"""Inputs. They are made once, kept in the work directory, and read before each run, so that they are cached."""

import json
import shutil

from . import checks, tools
from .units import short_bytes

SEED = 20_260_101
ROW_BYTES = 100


class Inputs:
    def __init__(self, settings, tool_set):
        self._settings = settings
        self._tools = tool_set
        self._directory = settings.work / "inputs"

    def path(self, data):
        name = f"{data.kind}-{short_bytes(data.size)}" + (f"-{data.files}" if data.files > 1 else "")
        return self._directory / name

    def prepare(self, data):
        """Makes the input unless it exists, and returns its facts."""
        path = self.path(data)
        facts_file = path.with_suffix(".json")
        if not facts_file.exists():
            print(f"  making input {path.name}")
            shutil.rmtree(path, ignore_errors=True)
            self._directory.mkdir(parents=True, exist_ok=True)
            getattr(self, f"_make_{data.kind}")(data, path)
            facts = checks.input_facts(self._tools, data.kind, path)
            facts_file.write_text(json.dumps(facts, indent=2) + "\n")
        return json.loads(facts_file.read_text())

    def warm(self, data):
        """Reads the input, so that it is in the page cache if it fits."""
        for file in sorted(self.path(data).iterdir()):
            with open(file, "rb", buffering=0) as stream:
                while stream.read(1 << 20):
                    pass

    def _hadoop_example(self, path, *arguments):
        tools.execute(
            [self._tools.java, "-Xmx2g", "-cp"]
            + [f"{self._tools.hadoop_conf}:{self._tools.hadoop_lib}/*"]
            + ["org.apache.hadoop.util.RunJar", str(self._tools.examples_jar), arguments[0]]
            + ["-Dmapreduce.framework.name=local", f"-Dhadoop.tmp.dir={self._settings.work}/tmp"]
            + [*arguments[1:], str(path)],
            self._settings.work / "logs" / f"{path.name}.log",
        )

    def _make_tera(self, data, path):
        self._hadoop_example(path, "teragen", str(data.size // ROW_BYTES))

    def _make_sequence(self, data, path):
        prefix = "-Dmapreduce.randomtextwriter"
        sizes = [f"{prefix}.totalbytes={data.size}", f"{prefix}.bytespermap={data.size}"]
        self._hadoop_example(path, "randomtextwriter", *sizes)

    def _make_text(self, data, path):
        tools.execute(
            [self._tools.java, "-cp", str(self._tools.classes)]
            + ["org.athanor.benchmarks.data.TextGenerator", str(path), str(data.files)]
            + [str(data.size // data.files), str(SEED)],
            self._settings.work / "logs" / f"{path.name}.log",
        )
