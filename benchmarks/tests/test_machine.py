# SPDX-License-Identifier: Apache-2.0
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from storagelab import machine  # noqa: E402


class MachineTest(unittest.TestCase):
    def test_reads_proc(self):
        self.assertEqual("EPYC 9", machine.cpu_model("x : y\nmodel name\t: EPYC 9\n"))
        self.assertEqual(2048, machine.memory_bytes("MemTotal:   2 kB\n", "MemTotal"))
        self.assertEqual("madvise", machine.selected("always [madvise] never"))

    def test_says_nothing_about_what_is_absent(self):
        self.assertIsNone(machine.cpu_model(None))
        self.assertIsNone(machine.memory_bytes("", "MemTotal"))
        self.assertIsNone(machine.selected(None))


if __name__ == "__main__":
    unittest.main()
