# SPDX-License-Identifier: Apache-2.0
"""Figures of studies: what they take from the page, and that the page has all of it."""

import os
import pathlib
import sys
import unittest
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from studylab import crossover, facebook, figures, runtimes, simulate, testbed, tiers  # noqa: E402 (the path has to be set first)

PAGE = """
# Page
## First
| policy | time | |
|---|---|---|
| a | 1,325 s | **broken** |
| b | -2.5 % (-3.0 to +1.0) | |

text
## Second
| one |
|---|
| 19 (18-21) s |"""


class FakePlot:
    """Takes what is drawn, and draws nothing."""

    def __init__(self):
        self.panels = []

    def subplots(self, rows=1, columns=1, **_):
        panels = [mock.Mock() for _ in range(rows * columns)]
        self.panels += panels
        return mock.Mock(), panels if len(panels) > 1 else panels[0]


class Figures(unittest.TestCase):
    def test_tables_are_those_of_their_sections(self):
        of = figures.tables(PAGE)
        self.assertEqual(["First", "Second"], list(of))
        table = of["First"][0]
        self.assertEqual(["policy", "time", ""], table.header)
        self.assertEqual(["1,325 s", "broken"], table.row("a"))
        self.assertEqual(1325, figures.number(table.row("a")[0]))
        self.assertEqual(-2.5, figures.number(table.row("b")[0]))
        self.assertEqual((-3, 1), figures.between(table.row("b")[0]))
        self.assertEqual((1.5, 1.5), figures.between("+1.5 %"))
        self.assertEqual((19, 18, 21), figures.spread(of["Second"][0].rows[0][0]))

    def test_what_is_missing_is_named(self):
        table = figures.tables(PAGE)["First"][0]
        for wrong in (lambda: table.row("c"), lambda: figures.number(""), lambda: figures.between("")):
            with self.assertRaises(simulate.Failed):
                wrong()

    def test_the_page_has_what_figures_show(self):
        of = figures.tables(figures.PAGE.read_text(encoding="utf-8"))
        for name, draw in figures.FIGURES.items():
            with self.subTest(name):
                plot = FakePlot()
                draw(of, plot)
                self.assertTrue(all(panel.method_calls for panel in plot.panels))

    def test_the_figures_are_of_the_tables_as_they_are(self):
        expected = figures.digest(figures.PAGE.read_text(encoding="utf-8"))
        for name in figures.FIGURES:
            with self.subTest(name, remedy="benchmarks/studies figures"):
                self.assertIn(expected, (figures.DIRECTORY / f"{name}.svg").read_text(encoding="utf-8"))


def values(of, above=""):
    """The values of a scenario by their keys, as "hdfs.block"."""
    if not isinstance(of, dict):
        return {above[1:]: of}
    return {key: value for name, one in of.items() for key, value in values(one, f"{above}.{name}").items()}


class Studies(unittest.TestCase):
    def test_seeds_are_a_median_and_a_range(self):
        self.assertEqual("+10.0 % (-5.0 to +20.0)", simulate.differences([1.2, 0.95, 1.1]))
        self.assertEqual("+10.0 %", simulate.differences([1.1]))
        self.assertEqual("549 (530-561) s", simulate.spread([561, 530, 549.4], "{:.0f} s"))
        self.assertEqual("549 s", simulate.spread([549.1, 549.4], "{:.0f} s"))

    def test_each_mode_is_compared_seed_by_seed_beside_the_bound(self):
        def variants(name, _scenario, _work, _command, *options):
            self.assertEqual(("--repetitions", "5"), options)
            all_seeds = []
            # Each seed is twice as fast as the one before, and hybrid faster than the others, more so with fast links.
            read, write, mean = (1.5 if name.endswith("-20") else 1.2, 1.25, 1.1) if "hybrid" in name else (1, 1, 1)
            for seed in (2, 1, 3, 4, 5):
                unit = 2.0**seed * 1e6
                reads = {
                    "throughputBytesPerSecond": read * unit,
                    "meanRateBytesPerSecond": 5 * mean * unit,
                    "boundBytesPerSecond": 129e6,
                }
                writes = {"throughputBytesPerSecond": 3 * write * unit, "boundBytesPerSecond": 59e6}
                all_seeds.append({"name": "s", "seed": seed, "reads": reads, "writes": writes, "networkBytes": 2e12})
            return all_seeds

        with mock.patch.object(simulate, "_run", variants):
            text = tiers.study(None, lambda _: None)
        self.assertIn(
            "| hybrid | 30.0 (7.5-120.0) MB/s | 12.0 (3.0-48.0) MB/s | +50.0 % (+50.0 to +50.0)"
            " | 44.0 (11.0-176.0) MB/s | +10.0 % (+10.0 to +10.0) | 2.00 TB |",
            text,
        )
        self.assertIn("| clairvoyant bound | 59.0 MB/s | 129.0 MB/s | | | | |", text)
        cells = [f"{change} % ({change} to {change})" for change in ("+50.0", "+25.0", "+20.0", "+25.0")]
        self.assertIn("| 8 files of each node | " + " | ".join(cells) + " |", text)

    def test_assumptions_change_only_what_they_say(self):
        devices = "cluster.nodes.worker.devices"
        changes = {
            "disks lose half by crowding": {f"{devices}.disk.crowding": 1},
            "SSDs twice as fast": {f"{devices}.ssd.read": "382 MB/s", f"{devices}.ssd.write": "278 MB/s"},
            "uplinks of 2 links": {"cluster.uplink": "40 Gbit/s"},
            "uplinks of 8 links": {"cluster.uplink": "160 Gbit/s"},
            "2 files of each node": {"clients.files": 2},
            "8 files of each node": {"clients.files": 8},
            "blocks of 128 MiB": {"hdfs.block": "128m"},
        }
        self.assertEqual(list(changes), [name for name, _ in tiers.ASSUMPTIONS])
        usual = values(tiers.scenario("hybrid", 20))
        for name, change in tiers.ASSUMPTIONS:
            with self.subTest(name):
                made = tiers.scenario("hybrid", 20)
                change(made)
                self.assertEqual(usual | changes[name], values(made))
                self.assertNotEqual(usual, values(made))

    def test_a_share_of_ssds_is_compared_with_itself(self):
        def repeated(name, _scenario, _work, seeds):
            rates = [1, 2, 4] if "network" in name else [1.1, 2.4, 5.2]
            gain = 2 if "hybrid" in name else 1
            one_seed = [
                {"reads": {"throughputBytesPerSecond": rate}, "writes": {"throughputBytesPerSecond": gain * rate}}
                for rate in rates
            ]
            return [[one] * seeds for one in one_seed]

        with mock.patch.object(simulate, "repeated", repeated):
            text = crossover.study(None, lambda _: None)
        changes = ("+10.0", "+120.0", "+20.0", "+140.0", "+30.0", "+160.0")
        cells = [f"{change} % ({change} to {change})" for change in changes]
        self.assertIn("| 0.5 | " + " | ".join(cells) + " |", text)

    def test_what_is_served_is_a_part_of_all_accesses(self):
        study = mock.Mock()
        study.run.side_effect = [
            {"manager": {"accesses": {"bytes": 200, "usual": 20, "served": 2 * run, "bound": 3 * run}}}
            for run in range(1, 17)
        ]
        lines = facebook.clairvoyant(study).splitlines()
        self.assertIn("| HDFS | 10.00 % | |", lines)
        self.assertIn("| 50 % on SSDs, dux | 15.00 % | 22.50 % |", lines)
        self.assertIn("| scarlett | 1.00 % | 1.50 % |", lines)
        self.assertEqual(19, len(lines))

    def test_days_are_compared_seed_by_seed(self):
        def repeated(_name, scenario, _work, seeds):
            slower = 1.1 if "manager" in scenario else 1
            one_day = [
                {
                    "meanSeconds": slower * 10 * seed, "medianSeconds": 5 * seed, "p95Seconds": 20, "networkBytes": 1e12 * seed,
                    "taskSeconds": {"maps": {"mean": 4}},
                    **({"manager": {"meanStoredBytes": 110, "usualBytes": 100, "copiedBytes": 2e12}} if slower > 1 else {}),
                }
                for seed in range(1, seeds + 1)
            ]  # fmt: skip
            return [one_day]

        with mock.patch.object(simulate, "repeated", repeated):
            lines = facebook.replicas(facebook.Study("t.tsv", None, lambda _: None, 3)).splitlines()
            single = facebook.replicas(facebook.Study("t.tsv", None, lambda _: None, 1)).splitlines()
        days = "20.0 (10.0-30.0) s | 10.0 (5.0-15.0) s | 20.0 s | mean 4.0 s | 100 % | - | 2 (1-3) TB"
        self.assertEqual(f"| HDFS | {days} |", lines[2])
        equal = "+0.0 % (+0.0 to +0.0)"
        self.assertEqual(
            f"| scarlett | +10.0 % (+10.0 to +10.0) | {equal} | {equal} | {equal} | 110.0 % | 2.0 TB | 2 (1-3) TB |", lines[3]
        )
        self.assertEqual("| scarlett | +10.0 % | +0.0 % | +0.0 % | +0.0 % | 110.0 % | 2.0 TB | 1 TB |", single[3])

    def test_wrong_predictions_are_of_both_kinds(self):
        asked = []

        def repeated(_name, scenario, _work, seeds):
            ((key, parts),) = scenario["matrix"].items()
            asked.append((scenario["manager"]["decide"], scenario["manager"].get("predict"), key, parts))
            return [
                [{"manager": {"accesses": {"bytes": 200, "usual": 20, "served": 100 - int(part[:-1]), "bound": 120}}}] * seeds
                for part in parts
            ]

        with mock.patch.object(simulate, "repeated", repeated):
            lines = facebook.error(facebook.Study("t.tsv", None, lambda _: None, 3)).splitlines()
        for decide in ("scarlett", "aptstore", "region"):
            self.assertIn((decide, None, "manager.mistaken", ["0%"]), asked)
            self.assertIn((decide, "perfect", "manager.error", ["0%", "50%", "100%"]), asked)
            self.assertIn((decide, "perfect", "manager.mistaken", ["10%", "25%", "50%", "75%", "100%"]), asked)
        self.assertIn("| HDFS | 10.00 % | 10.00 % | 10.00 % |", lines)
        self.assertIn("| 25 % are of other files | 37.50 % | 37.50 % | 37.50 % |", lines)
        self.assertIn("| amounts wrong by up to 100 % | 0.00 % | 0.00 % | 0.00 % |", lines)
        self.assertIn("| clairvoyant bound | 60.00 % | 60.00 % | 60.00 % |", lines)
        self.assertEqual(13, len(lines))

    def test_copies_are_counted_with_many_jobs(self):
        def placed(_name, scenario, _work):
            self.assertEqual(120, len(scenario["jobs"]))
            self.assertEqual(["0%"], scenario["scheduling"]["error"])
            moved = sum(int(job["input"]) for job in scenario["jobs"]) / 2
            return [
                {"policy": policy, "movedBytes": moved, "makespanSeconds": 1000 + scenario["seed"]}
                for policy in scenario["scheduling"]["policies"]
            ]

        with mock.patch.object(simulate, "placed", placed):
            lines = runtimes.copies(None, lambda _: None).splitlines()
        self.assertRegex(lines[2], r"^\| oblivious \| \d+ \(\d+-\d+\) GB \| 50 % \| 1003 \(1001-1005\) s \|$")

    def test_the_simulator_tests_the_testbed_as_it_is(self):
        for workers in testbed.WORKERS:
            file = testbed.DIRECTORY / f"{workers}-workers.yaml"
            if os.environ.get("ATHANOR_TEST_RENEW") == "true":
                file.write_text(testbed.text(workers), encoding="utf-8")
            with self.subTest(file, remedy="ATHANOR_TEST_RENEW=true python3 -m unittest discover -s benchmarks/tests"):
                self.assertEqual(testbed.text(workers), file.read_text(encoding="utf-8"))

    def test_the_testbed_is_compared_with_what_was_measured(self):
        def variants(name, scenario, _work):
            made = []
            for nodes in scenario["matrix"]["cluster.nodes"]:
                shared = any("lsn" in group for group in nodes)
                for tasks in scenario["matrix"]["mapreduce.tasks per heartbeat"]:
                    seconds = (2 if shared else 3) * tasks
                    jobs = [{"name": job["name"], "seconds": seconds} for job in scenario["jobs"]]
                    made.append({"jobs": jobs, "deviceUse": {"disk": 0.1 * tasks if tasks > 1 else 0.1}})
            return made

        with mock.patch.object(simulate, "variants", variants):
            lines = testbed.study(None, lambda _: None).splitlines()
        own = "1.50 (1.50-1.50)"
        self.assertIn(f"| 21 | LSN(N2,D3) to baseline(N2,D1) | similar | {own} | 1.14 | {own} | 1.23 | {own} |", lines)
        self.assertIn("| baseline(N1,D1) | 1.11 | 1.50 |", lines)
        self.assertIn("| TeraGen | 45 % | 10 % | 32, mean of all | 10 % | 10 % |", lines)
        self.assertIn("| Grep | 32 % | 60 % | 32, mean of all | 60 % | 60 % |", lines)


if __name__ == "__main__":
    unittest.main()
