# SPDX-License-Identifier: Apache-2.0
"""The data and the workflow: jobs that want processors, and jobs that read what only the other cluster has."""

import json
import random

MB = 1_000_000
ROW = 100  # bytes, of which the first 10 are the key

# Containers that fit several times into a small node.
SETTINGS = {
    "dfs.replication": 1,
    "yarn.app.mapreduce.am.resource.mb": 1024,
    "yarn.app.mapreduce.am.command-opts": "-Xmx600m -XX:+UseSerialGC",
    "mapreduce.map.memory.mb": 1024,
    "mapreduce.map.java.opts": "-Xmx600m -XX:+UseSerialGC",
    "mapreduce.reduce.memory.mb": 1024,
    "mapreduce.reduce.java.opts": "-Xmx600m -XX:+UseSerialGC",
    "mapreduce.task.io.sort.mb": 100,
}


def make_text(path, megabytes, seed):
    """Lines of words, of which some are much more frequent than others."""
    chance = random.Random(seed)
    words = ["".join(chance.choices("abcdefghijklmnopqrstuvwxyz", k=chance.randint(3, 10))) for _ in range(20_000)]
    weights = [1 / (rank + 1) for rank in range(len(words))]
    block = "\n".join(" ".join(chance.choices(words, weights, k=12)) for _ in range(20_000)) + "\n"
    with open(path, "w", encoding="ascii") as file:
        for _ in range(-(-megabytes * MB // len(block))):
            file.write(block)


def make_rows(path, megabytes, seed):
    """Rows as TeraGen's: random keys."""
    chance = random.Random(seed)
    filler = b"x" * (ROW - 12) + b"\r\n"
    with open(path, "wb") as file:
        for _ in range(megabytes):
            file.write(b"".join(chance.randbytes(10) + filler for _ in range(MB // ROW)))


def _job(application, arguments, inputs, output=None, after=()):
    job = {"type": "jar", "jar": "examples", "application": application, "arguments": arguments, "settings": SETTINGS}
    if inputs:
        job["inputs"] = inputs
    if output:
        job["outputs"] = output
    if after:
        job["after"] = list(after)
    return job


def count(output, source="/lab/both/text"):
    return _job("count", ["wordcount", source, output], source, output)


def search(output):
    return _job("search", ["grep", "/lab/both/text", output, "[a-m]*q[a-z]*"], "/lab/both/text", output)


def sort(cluster, output):
    rows = f"/lab/{cluster}/rows"
    return _job("sort", ["terasort", rows, output], rows, output)


def estimate(samples):
    return _job("estimate", ["pi", "2", str(samples)], None)


def profile(cluster, samples):
    """Each application once, with its input near."""
    jobs = {
        "count": count("${root}/count"),
        "search": search("${root}/search"),
        "sort": sort(cluster, "${root}/sort"),
        "estimate": estimate(samples),
    }
    return _text("profile", jobs)


def workflow(samples):
    """Nine jobs; the last one reads what two others have written."""
    jobs = {
        "count-1": count("${root}/count-1"),
        "count-2": count("${root}/count-2"),
        "search": search("${root}/search"),
        "sort-a": sort("a", "${root}/sort-a"),
        "sort-a2": sort("a", "${root}/sort-a2"),
        "sort-b": sort("b", "${root}/sort-b"),
        "estimate-1": estimate(samples),
        "estimate-2": estimate(samples),
        "last": count("${root}/last", "${root}/count-1"),
    }
    return _text("unlike", jobs)


def _text(name, jobs):
    """A workflow file: JSON values are YAML."""
    lines = [f"  {job}: {json.dumps(keys)}\n" for job, keys in jobs.items()]
    return f"name: {name}\nparameters: {{root: none}}\njobs:\n{''.join(lines)}"
