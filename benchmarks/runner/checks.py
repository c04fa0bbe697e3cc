# SPDX-License-Identifier: Apache-2.0
"""Checks outputs. A run with a wrong output fails, whatever its time."""

import hashlib
import json
import subprocess

CHECKED_BY = {"tera": "TeraCheck", "sequence": "SequenceCheck"}


def _program(tools, name, directory):
    done = subprocess.run(
        [tools.java, "-Xmx256m", "-cp", str(tools.classes), f"org.athanor.benchmarks.check.{name}"]
        + [str(directory)],
        capture_output=True,
        text=True,
    )
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines() or ["no message"]
        return {"error": lines[0]}
    lines = done.stdout.splitlines()
    facts = json.loads(lines[0])
    if len(lines) > 1:
        facts["digest"] = lines[1]
    return facts


def input_facts(tools, kind, path):
    """Returns the facts of an input that an output must have too."""
    if kind not in CHECKED_BY:
        return {"bytes": sum(file.stat().st_size for file in path.iterdir())}
    facts = _program(tools, CHECKED_BY[kind], path)
    if "error" in facts:
        raise SystemExit(f"input {path}: {facts['error']}")
    return {"records": facts["records"], "checksum": facts["checksum"]}


def text_digests(directory):
    """Returns two digests (exact, by line): of the part files, and of all their lines in sorted order."""
    exact = hashlib.sha256()
    lines = []
    for part in sorted(directory.glob("part-*")):
        content = part.read_bytes()
        exact.update(content)
        exact.update(b"\0")
        lines += content.splitlines()
    return exact.hexdigest(), hashlib.sha256(b"\n".join(sorted(lines))).hexdigest()


class OutputCheck:
    """Checks the outputs of one case. The first right output of Hadoop is the reference."""

    def __init__(self, tools, kind, facts, parts):
        self._tools = tools
        self._kind = kind
        self._facts = facts
        self._parts = parts
        self._reference = {}

    def failure(self, contestant, directory):
        """Returns why the output is wrong, or None."""
        if not (directory / "_SUCCESS").exists():
            return "no _SUCCESS file"
        parts = len(list(directory.glob("part-*")))
        if parts != self._parts:
            return f"{parts} part files instead of {self._parts}"
        if self._kind == "text":
            return self._text_failure(contestant, directory)
        found = _program(self._tools, CHECKED_BY[self._kind], directory)
        if "error" in found:
            return found["error"]
        if found["out_of_order"]:
            return f"{found['out_of_order']} records are out of order"
        for fact, expected in self._facts.items():
            if found[fact] != expected:
                return f"{fact} {found[fact]} instead of {expected}"
        return self._same("digest", found.get("digest"), contestant)

    def _text_failure(self, contestant, directory):
        exact, by_line = text_digests(directory)
        # Spark neither sorts words nor partitions them like Hadoop, so only the lines must be equal.
        if contestant == "spark":
            return self._same("lines", by_line, contestant)
        return self._same("lines", by_line, contestant) or self._same("bytes", exact, contestant)

    def _same(self, what, digest, contestant):
        owner, expected = self._reference.setdefault(what, (contestant, digest))
        return None if digest == expected else f"{what} differ from those of {owner}"
