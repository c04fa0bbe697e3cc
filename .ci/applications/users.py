# SPDX-License-Identifier: Apache-2.0
"""Writes the files users and visits, always with the same content, fields separated by tabs: users.py DIRECTORY."""
import random
import sys

data, rng = sys.argv[1], random.Random(1)
with open(data + "/visits", "w") as out:
    for _ in range(50_000):
        out.write("u%d\t/%d\t%d\t%.2f\n" % (rng.randint(1, 2000), rng.paretovariate(0.7), rng.randint(0, 86400), rng.random()))
with open(data + "/users", "w") as out:
    for user in range(1, 2001):
        if user % 7:
            out.write("u%d\t%s\t%d\n" % (user, rng.choice(["nl", "de", "fr", "es"]), rng.randint(18, 90)))
