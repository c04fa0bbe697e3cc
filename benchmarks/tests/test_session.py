# SPDX-License-Identifier: Apache-2.0
import os
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from runner import measure, session  # noqa: E402

STATUS = """\
session  process 4100, since 2026-11-27 10:00:00; ends after 30 min 0 s without a driver; memory 60 MB
engine 1  process 4101, {}, for 0 s; 0 drivers so far; heap 94 of at most 6015 MB, memory 254 MB
"""


class StatusTest(unittest.TestCase):
    def test_finds_processes_and_whether_an_engine_waits(self):
        self.assertEqual([4100, 4101], session.processes(STATUS.format("idle")))
        self.assertTrue(session.is_idle(STATUS.format("idle")))
        for state in ("starts", "runs wordcount", "cleans up", "ends"):
            self.assertFalse(session.is_idle(STATUS.format(state)))
        self.assertFalse(session.is_idle("no session runs\n"))


class ServersTest(unittest.TestCase):
    def test_measures_processes_that_run(self):
        self.assertGreater(measure.cpu_seconds([os.getpid()]), 0)
        self.assertGreater(measure.peak_rss_bytes([os.getpid()]), 1 << 20)
        gone = 1 << 30
        self.assertEqual(0, measure.cpu_seconds([gone]))
        self.assertEqual(0, measure.peak_rss_bytes([gone]))


if __name__ == "__main__":
    unittest.main()
