# SPDX-License-Identifier: Apache-2.0
import contextlib
import io
import os
import pathlib
import signal
import sys
import tempfile
import unittest
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from storagelab import cluster, dux, figures, main, policies, single, skew, tiers  # noqa: E402
from storagelab.hosts import Loopback  # noqa: E402


class FiguresTest(unittest.TestCase):
    # 20 MB in 1 s and 20 MB in 4 s: 40 MB / 5 s = 8 MB/s; the mean of 20 and 5 is 12.5; 40 MB in 4 s for all.
    RESULTS = [
        [("/a", 20_000_000, 1.0, {("h1", "SSD"): 20_000_000})],
        [("/b", 20_000_000, 4.0, {("h1", "DISK"): 15_000_000, ("h2", "SSD"): 5_000_000})],
    ]

    def test_sums_up_as_testdfsio_does(self):
        self.assertEqual(
            {"throughput": 8.0, "io_rate": 12.5, "aggregate": 10.0}, figures.dfsio(self.RESULTS, 4.0)
        )

    def test_shares_count_bytes(self):
        # The first host reads all of its bytes on itself, the second 5 of 20 MB.
        shares = figures.shares(self.RESULTS, lambda client, host: host == f"h{client + 1}")
        self.assertEqual({"DISK": 0.375, "SSD": 0.625}, shares["from"])
        self.assertEqual(0.375, shares["remote"])

    def test_summary_takes_medians_of_numbers(self):
        found = figures.summary([{"mode": "x", "a": 1}, {"mode": "x", "a": 5}, {"mode": "x", "a": 2}])
        self.assertEqual({"a": {"median": 2, "low": 1, "high": 5}}, found)

    def test_change_is_signed(self):
        self.assertEqual("+32.6 %", figures.change(13.26, 10))
        self.assertEqual("-10.0 %", figures.change(9, 10))

    def test_table_aligns_columns(self):
        self.assertEqual("mode   MB/s\nhdfs   1.00\ntier  10.00\n",
                         figures.table(["mode", "MB/s"], [["hdfs", "1.00"], ["tier", "10.00"]]))  # fmt: skip


class FakeLab:
    """Jobs take 10 s, copies 2 s; a GB has 100 bytes."""

    def __init__(self):
        self.done = []

    def bytes_of(self, gigabytes):
        return int(100 * gigabytes)

    def prefetch(self, application):
        self.done.append(f"copy {application.name}")
        return 2.0

    def evict(self, application):
        self.done.append(f"evict {application.name}")

    def run_in(self, application, configuration):
        self.done.append(f"{application.name} {configuration}")
        return 10.0


class FakeCluster:
    def __init__(self, rows):
        self.rows = rows

    def decide(self, program, arguments, lines):
        self.asked = (program, arguments, lines)
        return self.rows


class DuxTest(unittest.TestCase):
    def test_an_application_gains_what_the_paper_says(self):
        # Sort on disks, 6 MiB for each GB: 3/6 + 11.5 (1/5 + 1/6) s; on SSDs 3/53 + 11.5 (1/24 + 1/53) s. The output
        # is written meanwhile.
        disk, ssd = 0.5 + 11.5 * (1 / 5 + 1 / 6), 3 / 53 + 11.5 * (1 / 24 + 1 / 53)
        sort = dux.BY_NAME["sort"]
        compute = sort.compute_seconds(6)
        self.assertAlmostEqual(sort.gain, 1 - (ssd + compute) / (disk + compute))
        self.assertGreater(compute, 3 * 3 / 5)
        gaining = sum(one.gain for one in dux.GAINING) / len(dux.GAINING)
        self.assertAlmostEqual(0.197, gaining, delta=0.0005)
        others = sum(one.gain for one in dux.OTHERS) / len(dux.OTHERS)
        self.assertAlmostEqual(0.029, others, delta=0.001)
        self.assertAlmostEqual(0.12, dux.GAINING_JOBS * gaining + (1 - dux.GAINING_JOBS) * others, delta=0.0005)

    def test_an_application_that_only_writes_waits_for_it(self):
        # 15 GB of three replicas, 6 MiB for each GB.
        disk, ssd = 45 / 5, 45 / 24
        compute = dux.BY_NAME["teragen"].compute_seconds(6)
        self.assertAlmostEqual(0.034, 1 - (ssd + compute) / (disk + compute))

    def test_a_ratio_of_modes_is_the_mean_of_those_of_jobs(self):
        lab = FakeLab()
        lab.storage_bytes = lambda: 10_000
        lab.run = lambda application, place, *_: {"sort": 100.0, "hive": 10.0}[application.name] / (place == "ssds" or 0.8)
        cluster_ = FakeCluster([["config-1", "no", ""], ["config-1", "no", ""]])
        runs = {run["mode"]: run for run in dux.round_of(0, cluster_, lab, [], ["sort", "hive"], lambda _: None)}
        self.assertAlmostEqual(1.0, runs["disks"]["to_disks"])
        self.assertAlmostEqual(0.8, runs["ssds"]["to_disks"])
        # 10 s each, instead of 125 and 12.5 s.
        self.assertAlmostEqual((0.08 + 0.8) / 2, runs["dux"]["to_disks"])
        text = dux.report(list(runs.values()))
        self.assertIn("ssds   -20.0 (-20.0 to -20.0)", text)
        self.assertIn("hive            1     12.5    10.0   10.0        -20.0 %       -20.0 %", text)

    def test_the_round_and_the_seed_decide_about_jobs(self):
        self.assertEqual(dux.jobs_of(0, 18, 1), dux.jobs_of(0, 18, 1))
        self.assertNotEqual(dux.jobs_of(0, 18, 1), dux.jobs_of(1, 18, 1))
        self.assertNotEqual(dux.jobs_of(0, 18, 1), dux.jobs_of(0, 18, 2))
        gaining = {one.name for one in dux.GAINING}
        self.assertEqual(10, sum(name in gaining for name in dux.jobs_of(0, 18, 1)))

    def test_a_job_reads_its_input_and_what_others_have_written(self):
        sent = []

        class Recorder:
            def run(self, commands):
                sent.append(list(commands))

        sort = dux.BY_NAME["sort"]
        with mock.patch.object(dux.time, "sleep"):
            lab = dux.Lab(Recorder(), 4, [sort])
            sent.clear()
            seconds = lab.run_in(sort, "config-4")
        self.assertAlmostEqual(sort.compute_seconds(4), seconds + 2 * dux.IDLE_S, delta=0.5)
        read, write, shuffle, output, delete = sent
        # 3 GB are 12 MiB, 1 MiB in each of the twelve files; 11.5 GB are 46 MiB.
        self.assertEqual(["read", 2, "/disks/sort/host0-0", "/disks/sort/host0-1"], read[0])
        size = 46 * dux.MIB // 12
        self.assertEqual(["write", 2, 1, 4 * dux.MIB, f"/region/job1-intermediate/host5-0:{size}"], write[5][:5])
        self.assertEqual("/region/job1-intermediate/host0-0", shuffle[5][2])
        self.assertEqual(["write", 2, 3, dux.MIB, f"/disks/job1-output/host0-0:{dux.MIB}"], output[0][:5])
        self.assertEqual(["delete", 1, "/region/job1-intermediate", "/disks/job1-output"], delete[0])
        self.assertEqual([["delete", 1]] * 5, delete[1:])
        self.assertEqual(3 * 12 * dux.MIB + (46 + 3 * 12) * dux.MIB, lab.storage_bytes() + 46 * dux.MIB % 12)

    def test_a_region_has_copies_until_their_room_is_needed(self):
        rows = [["config-2", "yes", ""], ["config-1", "no", ""], ["config-3", "yes", "sort"]]
        lab = FakeLab()
        lab.storage_bytes = lambda: 10_000
        cluster_ = FakeCluster(rows)
        run = dux.run_dux(cluster_, lab, ["profile"], ["sort", "hive", "kmeans"])
        self.assertEqual(
            ["copy sort", "sort config-2", "hive config-1", "evict sort", "copy kmeans", "kmeans config-3", "evict kmeans"],
            lab.done,
        )
        # Input and intermediate data of sort: 3 and 11.5 GB.
        self.assertEqual({"job_seconds": [12.0, 10.0, 12.0], "prefetch": 4.0, "ssd": 1450, "on_ssd": 2 / 3}, run)
        self.assertEqual(
            ("ConfigurationPlan", [1000, 100], ["profile", "job\tsort", "job\thive", "job\tkmeans"]), cluster_.asked
        )


class SkewTest(unittest.TestCase):
    def test_seed_decides(self):
        self.assertEqual(skew.generated(10, 50, 1), skew.generated(10, 50, 1))
        self.assertNotEqual(skew.generated(10, 50, 1), skew.generated(10, 50, 2))

    def test_few_files_have_most_reads(self):
        reads = skew.generated(36, 20_000, 3)
        counts = sorted((reads.count(number) for number in range(36)), reverse=True)
        expected = 1 / sum((rank + 1) ** -skew.EXPONENT for rank in range(36))
        self.assertAlmostEqual(expected, counts[0] / 20_000, delta=0.01)

    def test_replays_paths_that_are_read_again_in_order(self):
        paths = ["a", "x", "b", "a", "y", "b", "a"]
        reads = skew.replayed(paths, 2, 1)
        self.assertEqual(5, len(reads))
        a = reads[0]
        self.assertEqual([a, 1 - a, a, 1 - a, a], reads)

    def test_refuses_a_trace_with_too_few_paths(self):
        with self.assertRaisesRegex(ValueError, "the trace has 1 paths that are read again; must be 2 or more"):
            skew.replayed(["a", "b", "a"], 2, 1)

    def test_cuts_whole_periods(self):
        self.assertEqual([[1, 2], [3, 4]], skew.periods([1, 2, 3, 4, 5], 2))


class ClusterTest(unittest.TestCase):
    def test_reads_sources_of_a_client(self):
        self.assertEqual({("h1", "SSD"): 5, ("h2", "DISK"): 7}, cluster.sources("h1/SSD=5,h2/DISK=7"))
        self.assertEqual({}, cluster.sources(""))

    def test_refuses_to_wait_for_a_client_without_a_command(self):
        with tempfile.TemporaryDirectory() as work:
            started = cluster.Cluster(Loopback(2), [], {}, pathlib.Path(work), "/nonexistent")
            started.clients += [mock.Mock(), mock.Mock()]
            with self.assertRaisesRegex(ValueError, "^1 commands for 2 clients$"):
                started.run([["delete", 1]])
            started.clients[0].send.assert_not_called()

    def test_all_clients_warm_up(self):
        for number in (single.HOSTS, policies.HOSTS):
            started = mock.Mock(clients=[mock.Mock()] * number)
            single.warm_up(started)
            told = [len(list(call.args[0])) for call in started.run.call_args_list]
            self.assertEqual([number] * 3, told)

    def test_hosts_have_the_papers_devices(self):
        lines = "\n".join(tiers.host_lines(Loopback(tiers.HOSTS)))
        self.assertEqual((9, 3, 1), (lines.count("disk="), lines.count("ssd="), lines.count("nvdimm=")))
        self.assertEqual([3, 3, 3], [lines.count(f"rack=/rack{rack}") for rack in (1, 2, 3)])

    def test_only_hybrid_retrieval_knows_the_links(self):
        self.assertNotEqual(tiers.rules_of("hybrid", "fast"), tiers.rules_of("hybrid", "slow"))
        self.assertEqual(tiers.rules_of("tier", "fast"), tiers.rules_of("tier", "slow"))


class SingleTest(unittest.TestCase):
    def test_a_client_does_all_its_accesses_of_a_case_at_once(self):
        accesses = {name: accesses for name, _, accesses in single.CASES}["four write three replicas"]
        self.assertEqual(["write", 2, 3, 80, "/f0:20", "/f3:20"], single.command(accesses, 0, 10))
        self.assertEqual(["write", 1, 3, 80, "/f2:20"], single.command(accesses, 2, 10))
        self.assertEqual(["delete", 1], single.command(single.CASES[0][2], 1, 10))

    def test_refuses_what_was_read_from_another_host(self):
        hosts = mock.Mock(same=lambda index, host: host == f"h{index + 1}")
        results = [[], [("/a", 40, 2.0, {("h1", "DISK"): 40})], []]
        told = single.described({"kind": "read", "client": 1, "path": "/a"}, results, hosts)
        self.assertEqual({"kind": "read", "client": 1, "path": "/a", "bytes": 40, "seconds": 2.0}, told)
        results[1] = [("/a", 40, 2.0, {("h2", "DISK"): 40})]
        with self.assertRaisesRegex(cluster.Failed, "^/a was read from h2; must be on host 1 alone$"):
            single.described({"kind": "read", "client": 1, "path": "/a"}, results, hosts)

    def test_all_writes_come_before_all_reads(self):
        kinds = [access["kind"] for _, _, accesses in single.CASES for access in accesses]
        self.assertEqual(sorted(kinds, reverse=True), kinds)
        written = single.lengths()
        self.assertTrue(all(access["path"] in written for _, _, accesses in single.CASES for access in accesses))

    def test_files_have_one_block(self):
        self.assertLessEqual(max(units for units, _ in single.lengths().values()), single.BLOCK)


class PoliciesTest(unittest.TestCase):
    def test_each_phase_touches_each_file_once(self):
        own = [[f"/m/host{host}-{file}" for file in range(2)] for host in range(policies.HOSTS)]
        commands = policies.commands_of(own, 3, mock.Mock(file_mb=1, files=2))
        self.assertEqual(list(policies.PHASES), list(commands))
        self.assertEqual(["write", 2, 3, 1 << 20, "/m/host0-0:1048576", "/m/host0-1:1048576"], commands["write"][0])
        self.assertEqual(["read", 2, "/m/host3-0", "/m/host3-1"], commands["read"][0])
        self.assertEqual(["search", 1, "athanor", "/m/host0-0", "/m/host0-1"], commands["grep"][0])
        for phase in policies.PHASES:
            words = [str(word) for words in commands[phase] for word in words]
            paths = [word.split(":")[0] for word in words if word.startswith("/m/")]
            self.assertEqual(sorted(path for paths in own for path in paths), sorted(paths))

    def test_keeps_each_access_with_where_it_was_read(self):
        hosts = mock.Mock(names=["n1", "n2"])
        results = [[("/a", 40, 2.0, {("n2", "SSD"): 40})], [("/b", 20, 1.0, {})]]
        phase = policies.measured(results, 4.0, 2.0, hosts)
        self.assertEqual(
            [
                {"client": 0, "path": "/a", "bytes": 40, "seconds": 2.0, "from": [[1, "SSD", 40]]},
                {"client": 1, "path": "/b", "bytes": 20, "seconds": 1.0, "from": []},
            ],
            phase["accesses"],
        )
        self.assertEqual(0.5, phase["cpu"])
        self.assertAlmostEqual(60 / 3.0 / 1e6, policies.throughput(phase))
        results[0][0][3]["elsewhere", "DISK"] = 1
        with self.assertRaisesRegex(cluster.Failed, "^a replica is on elsewhere; must be on one of n1, n2$"):
            policies.measured(results, 4.0, 2.0, hosts)


class CleanUpTest(unittest.TestCase):
    """With scripts instead of the launcher and of clients."""

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = pathlib.Path(directory.name)
        self.calls = self.directory / "calls"

    def launcher(self, status=0):
        script = self.directory / "athanor"
        script.write_text(f'#!/bin/sh\necho "$*" >>{self.calls}\nexit {status}\n')
        script.chmod(0o700)
        return mock.patch.object(cluster, "ATHANOR", str(script))

    def cluster(self):
        (self.directory / "work").mkdir()
        return cluster.Cluster(Loopback(1), [], {}, self.directory / "work", "/none")

    def client(self, script):
        (self.directory / "bin").mkdir()
        java = self.directory / "bin/java"
        java.write_text("#!/bin/sh\n" + script)
        java.chmod(0o700)
        return cluster.Client(Loopback(1), 0, str(java), "", self.directory / "log")

    def test_stops_the_daemons_although_a_client_is_dead(self):
        with self.launcher():
            started = self.cluster()
            client = self.client("exec <&-\necho ready\n")
            client.await_ready()
            started.clients.append(client)
            with self.assertRaisesRegex(cluster.Failed, "client 1 has ended, see .*log"):
                client.send("x" * 1_000_000)
            started.stop()
        self.assertEqual(f"cluster stop --dir {self.directory}/work/cluster\n", self.calls.read_text())

    def test_stops_the_daemons_whatever_closing_a_client_raises(self):
        with self.launcher():
            started = self.cluster()
            started.clients.append(mock.Mock(close=mock.Mock(side_effect=OSError("no"))))
            with self.assertRaisesRegex(OSError, "no"):
                started.stop()
        self.assertIn("cluster stop", self.calls.read_text())

    def test_a_second_signal_does_not_end_the_clean_up(self):
        with self.launcher():
            started = self.cluster()
            started.clients.append(mock.Mock(close=lambda: os.kill(os.getpid(), signal.SIGTERM)))
            started.stop()
        self.assertIn("cluster stop", self.calls.read_text())

    def test_says_how_to_stop_daemons_that_still_run(self):
        with self.launcher(status=1), self.assertRaisesRegex(cluster.StillRunning, "cluster stop --dir .*/cluster$"):
            self.cluster().stop()


class ArgumentsTest(unittest.TestCase):
    def refusal(self, *arguments):
        err = io.StringIO()
        with contextlib.redirect_stderr(err), self.assertRaises(SystemExit):
            main.parse(arguments)
        return err.getvalue().splitlines()[-1]

    def test_a_missing_trace_is_said_in_one_line(self):
        self.assertEqual(
            "benchmarks/storage: error: --trace=/none/x.tsv: does not exist; must be a SWIM trace with input paths;"
            " without it, reads are made up",
            self.refusal("--trace", "/none/x.tsv"),
        )
        self.assertIn("--trace=/: is no file", self.refusal("--trace", "/"))
        self.assertIn("--work=/none: must be a directory", self.refusal("--work", "/none"))

    def test_a_trace_without_paths_is_said(self):
        with tempfile.NamedTemporaryFile("w", suffix=".tsv") as file:
            file.write("job1\t1\t2\n")
            file.flush()
            with self.assertRaisesRegex(ValueError, r"\.tsv, line 1: has 3 columns; the input path must be in "):
                skew.paths_of(file.name)


if __name__ == "__main__":
    unittest.main()
