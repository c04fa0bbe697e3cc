# SPDX-License-Identifier: Apache-2.0
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from runner import cases, document, machine, measure, micro, units  # noqa: E402

PERFORMANCE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "performance.md"


class DocumentTest(unittest.TestCase):
    TEXT = "before\n<!-- bench:a -->\nold\n<!-- /bench:a -->\nafter\n"

    def test_replaces_what_is_between_the_markers(self):
        once = document.replace_block(self.TEXT, "a", "new\nlines\n")
        self.assertEqual(
            "before\n<!-- bench:a -->\nnew\nlines\n<!-- /bench:a -->\nafter\n", once
        )
        self.assertEqual(once, document.replace_block(once, "a", "new\nlines"))

    def test_rejects_missing_double_and_reversed_markers(self):
        reversed_markers = "<!-- /bench:a --> <!-- bench:a -->"
        for text in ("", self.TEXT + self.TEXT, reversed_markers):
            with self.assertRaises(ValueError):
                document.replace_block(text, "a", "new")

    def test_the_page_has_a_place_for_every_case(self):
        page = PERFORMANCE.read_text(encoding="utf-8")
        for name in [*cases.NAMES, "machine", "micro"]:
            page = document.replace_block(page, name, "x")


class CasesTest(unittest.TestCase):
    def test_a_trial_keeps_proportions_and_leaves_small_inputs_alone(self):
        sizes = {
            case.name: [entry.data.size for entry in case.scaled(10**8).entries]
            for case in cases.CASES
        }
        self.assertEqual([8 * 10**8, 10**8], sizes["terasort-8g-1g-heap"])
        self.assertEqual({10**8}, set(sizes["terasort-1g"]))
        self.assertEqual({200_000}, set(sizes["wordcount-small"]))

    def test_optional_contestants_run_only_when_named(self):
        case = cases.by_name("wordcount-1g")
        self.assertEqual(["athanor", "hadoop"], [e.contestant for e in case.chosen(())])
        self.assertEqual(["spark"], [e.contestant for e in case.chosen(("spark",))])


class MicroTest(unittest.TestCase):
    def result(self, error, unit="ns/op"):
        return {
            "jmhVersion": "1.37",
            "vmVersion": "17.0.15",
            "forks": 3,
            "benchmark": "org.athanor.benchmarks.micro.Merge.merge",
            "params": {"runs": "30"},
            "primaryMetric": {"score": 12.34, "scoreError": error, "scoreUnit": unit},
        }

    def test_makes_a_row_of_each_result(self):
        text = micro.table([self.result(0.56), self.result("NaN")])
        self.assertIn("| Merge.merge | runs = 30 | 12.3 | 0.6 |", text)
        self.assertIn("| Merge.merge | runs = 30 | 12.3 | unknown |", text)
        self.assertIn("JMH 1.37, JDK 17.0.15, 3 forks.", text)

    def test_rejects_another_unit(self):
        with self.assertRaisesRegex(ValueError, "us/op"):
            micro.table([self.result(1, unit="us/op")])


class UnitsTest(unittest.TestCase):
    def test_reads_and_writes_decimal_sizes(self):
        self.assertEqual(10**9, units.parse_bytes("1g"))
        self.assertEqual(10**8, units.parse_bytes("100M"))
        self.assertEqual("100m", units.short_bytes(10**8))
        self.assertEqual("1001", units.short_bytes(1001))

    def test_rejects_what_is_no_size(self):
        for text in ("", "0g", "1t", "-1m", "1.5g"):
            with self.assertRaises(ValueError):
                units.parse_bytes(text)


class MachineTest(unittest.TestCase):
    def test_reads_proc(self):
        ticks = measure.TICKS_PER_SECOND
        stat = f"cpu  {ticks} 0 {ticks} 9 9 0 0 {3 * ticks} 0 0\ncpu0 1 1 1 1\n"
        self.assertEqual((2.0, 3.0), measure.machine_cpu(stat))
        thread = f"7 (kworker/0:1 (x)) I 2 0 0 0 -1 {measure.PF_KTHREAD} 0 0 0 0 {ticks} {ticks} 0"
        process = thread.replace(str(measure.PF_KTHREAD), "4194560")
        self.assertEqual(2.0, measure.kernel_thread_cpu(thread))
        self.assertEqual(0.0, measure.kernel_thread_cpu(process))
        self.assertEqual("EPYC 9", machine.cpu_model("x : y\nmodel name\t: EPYC 9\n"))
        self.assertEqual(2048, machine.memory_bytes("MemTotal:   2 kB\n", "MemTotal"))
        self.assertEqual("madvise", machine.selected("always [madvise] never"))

    def test_says_nothing_about_what_is_absent(self):
        self.assertIsNone(machine.cpu_model(None))
        self.assertIsNone(machine.memory_bytes("", "MemTotal"))
        self.assertIsNone(machine.selected(None))


if __name__ == "__main__":
    unittest.main()
