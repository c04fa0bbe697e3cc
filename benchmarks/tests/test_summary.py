# SPDX-License-Identifier: Apache-2.0
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from runner import summary  # noqa: E402


def a_run(wall=10.0, user=8.0, system=1.0, others=0.1, steal=0.0, gc=None, failure=None):
    return {
        "wall_s": wall,
        "user_s": user,
        "system_s": system,
        "cpu_s": user + system,
        "peak_rss_bytes": 1000,
        "others_s": others,
        "steal_s": steal,
        "gc_s": gc,
        "failure": failure,
    }


class SummaryTest(unittest.TestCase):
    def test_takes_the_median_and_the_extremes(self):
        spread = summary.Spread.of([3.0, 1.0, 2.0, 10.0])
        self.assertEqual((2.5, 1.0, 10.0), (spread.median, spread.low, spread.high))

    def test_leaves_failed_runs_out(self):
        result = summary.summarise([a_run(10), a_run(1, failure="wrong output"), a_run(12)])
        self.assertEqual(11, result["wall_s"]["median"])
        self.assertEqual(2, result["good_runs"])

    def test_has_no_numbers_without_a_good_run(self):
        self.assertIsNone(summary.summarise([a_run(failure="exit code 1")]))

    def test_does_not_turn_a_missing_gc_log_into_zero(self):
        self.assertIsNone(summary.summarise([a_run(gc=None)])["gc_share"])
        self.assertEqual(0.02, summary.summarise([a_run(gc=0.2)])["gc_share"]["median"])

    def test_adds_up_the_pauses_of_a_gc_log(self):
        log = (
            "[0.010s][info][gc] Using Parallel\n"
            "[1.2s][info][gc] GC(0) Pause Young (Allocation Failure) 64M->8M(256M) 10.500ms\n"
            "[1.3s][info][gc] GC(1) Concurrent Mark Cycle 99.000ms\n"
            "[2.2s][info][gc] GC(2) Pause Full (Ergonomics) 64M->8M(256M) 100.000ms\n"
        )
        self.assertAlmostEqual(0.1105, summary.gc_pause_seconds(log))

    def test_names_what_disturbed_a_run(self):
        self.assertIsNone(summary.disturbance(a_run()))
        self.assertIn("other processes used 3.0 CPU s", summary.disturbance(a_run(others=3.0)))
        self.assertIn("hypervisor", summary.disturbance(a_run(steal=1.0)))

    def test_names_the_likely_cause_of_an_outlier(self):
        normal = [a_run(), a_run(), a_run()]
        cause = {
            "disturbed": a_run(wall=20, others=9),
            "kernel needed longer": a_run(wall=20, system=9),
            "waited": a_run(wall=20),
            "no cause found": a_run(wall=20, user=18),
        }
        for expected, slow in cause.items():
            [(index, text)] = summary.outliers(normal + [slow])
            self.assertEqual(3, index)
            self.assertIn(expected, text)


if __name__ == "__main__":
    unittest.main()
