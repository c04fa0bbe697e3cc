# SPDX-License-Identifier: Apache-2.0
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from schedulelab import cpu, jobs, main  # noqa: E402


class SchedulingTest(unittest.TestCase):
    def test_a_change_has_an_interval(self):
        text = main.interval([0.8, 0.8, 0.8])
        self.assertEqual("-20.0 % (-20.0 % to -20.0 %)", text)
        low, high = re.findall(r"[+-][0-9.]+(?= % (?:to|$)|(?= %\)))", main.interval([0.7, 0.8, 0.9]))[-2:]
        self.assertLess(float(low), -20)
        self.assertGreater(float(high), -20)

    def test_one_round_says_nothing_about_others(self):
        self.assertIn("unknown", main.interval([0.8]))

    def test_policies_are_compared_round_by_round(self):
        def run(turn, policy, seconds):
            return {"round": turn, "policy": policy, "makespan": seconds, "completion": seconds, "duration": 1}

        rounds = [run(0, "oblivious", 100), run(0, "phi", 50), run(1, "phi", 100), run(1, "oblivious", 200)]
        lines = main.report(rounds, ["oblivious", "phi"]).splitlines()
        self.assertIn("-50.0 % (-50.0 % to -50.0 %)", lines[2])
        self.assertNotIn("%", lines[1])

    def test_outputs_of_jobs_differ(self):
        outputs = re.findall(r'"outputs": "([^"]+)"', jobs.workflow(1))
        self.assertEqual(7, len(outputs))
        self.assertEqual(len(outputs), len(set(outputs)))

    def test_a_limit_that_cannot_be_set_leaves_no_group(self):
        with tempfile.TemporaryDirectory() as root, mock.patch.object(cpu, "V1", pathlib.Path(root)):
            (pathlib.Path(root) / "cgroup.procs").touch()
            limit = cpu.CpuLimit("lab-a", 0.5)
            with mock.patch.object(pathlib.Path, "write_text", side_effect=OSError("no")), self.assertRaises(OSError):
                limit.__enter__()
            self.assertFalse((pathlib.Path(root) / "lab-a").exists())

    def test_a_run_that_does_not_end_is_killed(self):
        words = ["sh", "-c", "trap '' TERM; echo ready; while :; do sleep 0.1; done"]
        with subprocess.Popen(words, stdout=subprocess.PIPE) as process:
            process.stdout.readline()
            lab = main.Lab.__new__(main.Lab)
            lab._running = [process]
            with mock.patch.object(main, "END_SECONDS", 0.2):
                lab.__exit__()
            self.assertEqual(-9, process.returncode)


if __name__ == "__main__":
    unittest.main()
