// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.athanor.simulator.mapreduce.AttemptRecord;
import org.athanor.simulator.mapreduce.AttemptRecord.Outcome;
import org.athanor.simulator.mapreduce.JobLog;
import org.athanor.simulator.mapreduce.JobRecord;

/** A run, and what happened in it. */
final class History implements JobLog {
  private final List<AttemptRecord> attempts = new ArrayList<>();
  private final List<String> lines = new ArrayList<>();
  private RunResult result;

  static History of(Scenario scenario) {
    History history = new History();
    history.result = ClusterRun.run(scenario, history);
    return history;
  }

  RunResult result() {
    return result;
  }

  List<AttemptRecord> attempts() {
    return attempts;
  }

  List<AttemptRecord> maps(String job) {
    return attempts.stream().filter(a -> a.job().equals(job) && !a.reduce()).toList();
  }

  List<AttemptRecord> reduces(String job) {
    return attempts.stream().filter(a -> a.job().equals(job) && a.reduce()).toList();
  }

  JobRecord job(String name) {
    return result.jobs().stream().filter(j -> j.spec().name().equals(name)).findFirst().get();
  }

  /** A line for each job and attempt that ended. */
  List<String> lines() {
    return lines;
  }

  @Override
  public void jobEnded(JobRecord job) {
    lines.add(
        String.format(
            Locale.ROOT,
            "%.9f job %s: first task %.9f, maps %.9f, %d %d %d%s",
            job.end(),
            job.spec().name(),
            job.firstTask(),
            job.mapsEnd(),
            job.nodeLocal(),
            job.rackLocal(),
            job.otherRack(),
            job.failure().map(why -> ", " + why).orElse("")));
  }

  @Override
  public void attemptEnded(AttemptRecord attempt) {
    attempts.add(attempt);
    lines.add(
        String.format(
            Locale.ROOT,
            "%.9f %s %s %d on node %d from %.9f%s%s",
            attempt.end(),
            attempt.job(),
            attempt.reduce() ? "reduce" : "map",
            attempt.task(),
            attempt.node(),
            attempt.start(),
            attempt.reduce() ? "" : ", " + attempt.locality(),
            attempt.outcome() == Outcome.DONE ? "" : ", " + attempt.outcome()));
  }
}
