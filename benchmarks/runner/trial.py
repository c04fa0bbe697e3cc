# SPDX-License-Identifier: Apache-2.0
"""Runs one case: a warm-up, then rounds in which each contestant runs once. The order rotates."""

import contextlib
import dataclasses
import os
import shutil

from . import checks, measure, summary
from .ballast import Ballast
from .cases import REDUCES
from .tools import Unavailable
from .units import seconds


class Trial:
    def __init__(self, settings, tools, contestants, inputs):
        self._settings = settings
        self._tools = tools
        self._contestants = contestants
        self._inputs = inputs
        self._ballast = Ballast(0)
        self._output = settings.work / "output"
        # Hadoop's local runner links cache files into the current directory and fails if links of an
        # aborted job exist there.
        self._current = settings.work / "current"
        self._session = None

    def run(self, case):
        """Runs the case and returns its record for results.json."""
        entries = case.chosen(self._settings.only)
        facts = {entry.data: self._inputs.prepare(entry.data) for entry in entries}
        check_of = {
            entry.data: checks.OutputCheck(self._tools, entry.data.kind, facts[entry.data], REDUCES)
            for entry in entries
        }
        records = [self._new_record(case, entry) for entry in entries]
        runs = min(self._settings.runs, case.max_runs)
        chosen = self._settings.warm_memory
        warm_memory = case.warm_memory if chosen is None else chosen
        self._ballast = Ballast(warm_memory)
        warm = next((record for record in records if record["contestant"] == "session"), None)
        rounds = range(0 if case.warm_up else 1, runs + 1)
        try:
            if warm and warm["unavailable"] is None:
                with self._left_out_if_unavailable(warm):
                    self._session = self._contestants.session(warm["heap"])
                    self._session.start()
            for number in rounds:
                for index in self._order(records, number):
                    if records[index]["unavailable"] is None:
                        with self._left_out_if_unavailable(records[index]):
                            self._one(case, entries[index], records[index], check_of, number, runs)
        finally:
            self._ballast.drop()
            if self._session:
                self._session.stop()
                self._session = None
        for record in records:
            record["summary"] = summary.summarise(record["runs"])
            record["warnings"] += [
                f"run {index + 1} {text}" for index, text in summary.outliers(record["runs"])
            ]
        return {
            "name": case.name,
            "title": case.title,
            "warm_up": case.warm_up,
            "warm_memory_bytes": warm_memory,
            "entries": records,
        }

    @staticmethod
    @contextlib.contextmanager
    def _left_out_if_unavailable(record):
        """Leaves a contestant out from here on, and keeps what the others have run."""
        try:
            yield
        except Unavailable as reason:
            record["unavailable"] = str(reason)
            print(f"! {record['label']} is left out: {reason}")

    @staticmethod
    def _order(records, number):
        """In the warm-up, Hadoop is first, because its output is the reference. Each round has another first one."""
        indexes = list(range(len(records)))
        if number == 0:
            return sorted(indexes, key=lambda i: records[i]["contestant"] != "hadoop")
        shift = (number - 1) % len(records)
        return indexes[shift:] + indexes[:shift]

    def _new_record(self, case, entry):
        record = {
            "label": entry.label(case),
            "contestant": entry.contestant,
            "input": {**dataclasses.asdict(entry.data)},
            "heap": entry.heap,
            "version": None,
            "unavailable": None,
            "command": None,
            "runs": [],
            "warnings": [],
        }
        with self._left_out_if_unavailable(record):
            command = self._command(case, entry, "GC_LOG")
            record["command"] = command.argv
            record["version"] = self._contestants.version(entry.contestant)
        return record

    def _command(self, case, entry, gc_log):
        return self._contestants.command(
            entry.contestant,
            case.program,
            entry.heap,
            self._inputs.path(entry.data),
            self._output,
            gc_log,
        )

    def _one(self, case, entry, record, check_of, number, runs):
        name = f"{case.name}-{record['label']}-{number or 'warmup'}"
        logs = self._settings.out / "logs"
        logs.mkdir(parents=True, exist_ok=True)
        gc_log = logs / f"{name}.gc.log"
        command = self._command(case, entry, gc_log)
        engines = self._session.await_idle() if entry.contestant == "session" else []
        self._prepare(entry)
        measured = measure.run(
            command.argv, command.env, self._current, logs / f"{name}.log", self._settings.timeout_s, engines
        )
        self._ballast.drop()
        self._ballast.take()
        failure = f"exit code {measured.exit_code}" if measured.exit_code else None
        failure = failure or check_of[entry.data].failure(entry.contestant, self._output)
        run = {
            **dataclasses.asdict(measured),
            "cpu_s": measured.cpu_s,
            "gc_s": summary.gc_pause_seconds(gc_log.read_text()) if gc_log.exists() else None,
            "failure": failure,
        }
        self._report(case, record, run, number, runs)
        if number:
            record["runs"].append(run)
        elif failure:
            record["unavailable"] = f"warm-up failed: {failure}, see {name}.log"

    def _prepare(self, entry):
        """Prepares the same state for every run: no old output, no unwritten data, cached input."""
        shutil.rmtree(self._output, ignore_errors=True)
        for scratch in (self._settings.work / "tmp", self._current):
            shutil.rmtree(scratch, ignore_errors=True)
            scratch.mkdir()
        os.sync()
        self._inputs.warm(entry.data)
        self._ballast.take()
        self._ballast.give()

    @staticmethod
    def _report(case, record, run, number, runs):
        step = f"{number}/{runs}" if number else "warm-up"
        gc = "" if run["gc_s"] is None else f", GC {run['gc_s']:.2f} s"
        print(
            f"  {case.name:<20} {record['label']:<14} {step:<8} {seconds(run['wall_s']):>6} s"
            f"  (CPU {run['cpu_s']:.1f} s, {run['peak_rss_bytes'] / 1e9:.2f} GB{gc},"
            f" others {run['others_s']:.1f} s)",
            flush=True,
        )
        if run["failure"]:
            print(f"! {record['label']}: {run['failure']}: this run does not count", flush=True)
        elif number and summary.disturbance(run):
            warning = f"run {number} disturbed: {summary.disturbance(run)}"
            record["warnings"].append(warning)
            print(f"! {warning}", flush=True)
