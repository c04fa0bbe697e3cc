# SPDX-License-Identifier: Apache-2.0
import contextlib
import io
import os
import pathlib
import sys
import unittest
import unittest.mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from runner import measure, session, trial  # noqa: E402
from runner.tools import Unavailable  # noqa: E402

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
        measure.forget_peaks([os.getpid()])
        self.assertGreater(measure.peak_rss_bytes([os.getpid()]), 1 << 20)
        gone = 1 << 30
        measure.forget_peaks([gone])
        self.assertEqual(0, measure.cpu_seconds([gone]))
        self.assertEqual(0, measure.peak_rss_bytes([gone]))


class PeakTest(unittest.TestCase):
    def test_a_peak_that_was_forgotten_is_not_one_of_the_next_run(self):
        taken = bytearray(256 << 20)
        self.assertGreater(measure.peak_rss_bytes([os.getpid()]), len(taken))
        del taken
        measure.forget_peaks([os.getpid()])
        self.assertLess(measure.peak_rss_bytes([os.getpid()]), 200 << 20)


class LeftOutTest(unittest.TestCase):
    def test_one_that_cannot_run_is_left_out_and_the_others_go_on(self):
        record = {"label": "session", "unavailable": None}
        with contextlib.redirect_stdout(io.StringIO()):
            with trial.Trial._left_out_if_unavailable(record):
                raise Unavailable("no engine is idle")
        self.assertEqual("no engine is idle", record["unavailable"])

    def test_a_command_that_hangs_is_ended(self):
        hanging = session.Session("sleep", None, None)
        hanging._command = ["sleep"]
        with unittest.mock.patch.object(session, "PATIENCE", 0.1), self.assertRaises(Unavailable):
            hanging._ask("1000")


if __name__ == "__main__":
    unittest.main()
