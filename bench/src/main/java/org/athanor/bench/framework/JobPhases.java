// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.athanor.bench.framework.Deployment.TimedLine;
import org.athanor.results.Phase;

/** Derives the phases of jobs from the lines of a Hadoop client's output. */
final class JobPhases {

  private static final Pattern RUNNING = Pattern.compile("Running job: (job_\\S+)");
  private static final Pattern PROGRESS = Pattern.compile("map (\\d+)% reduce (\\d+)%");
  private static final Pattern END =
      Pattern.compile("Job (job_\\S+) (completed successfully|failed with state)");

  /** A job. Jobs are assumed to run one after the other. */
  private static final class Job {
    private static final double UNKNOWN = -1;

    private final double start;
    private double mapsEnd = UNKNOWN;
    private double lastProgress = UNKNOWN;
    private double reducesStart = UNKNOWN;
    private double reducesEnd = UNKNOWN;
    private double end = UNKNOWN;

    private Job(double start) {
      this.start = start;
    }

    /** Hadoop's local runner may report 100 % too early, and less again when more maps start. */
    private void mapProgress(boolean all, double seconds) {
      if (!all) {
        mapsEnd = UNKNOWN;
      } else if (mapsEnd == UNKNOWN) {
        mapsEnd = seconds;
      }
    }

    private void reducesStarted(double seconds) {
      if (reducesStart == UNKNOWN) {
        reducesStart = seconds;
      }
    }

    private List<Phase> phases(String suffix, double lastSeconds) {
      double jobEnd = end == UNKNOWN ? lastSeconds : end;
      List<Phase> phases = new ArrayList<>();
      phases.add(new Phase("map" + suffix, start, mapsEnd == UNKNOWN ? jobEnd : mapsEnd));
      if (reducesStart != UNKNOWN) {
        double reducesUntil = reducesEnd == UNKNOWN ? jobEnd : reducesEnd;
        phases.add(new Phase("reduce" + suffix, reducesStart, reducesUntil));
      }
      return phases;
    }
  }

  private final List<Job> jobs = new ArrayList<>();
  private double lastSeconds;

  void add(TimedLine line) {
    lastSeconds = line.seconds();
    String text = line.text();
    if (RUNNING.matcher(text).find()) {
      jobs.add(new Job(line.seconds()));
    } else if (!jobs.isEmpty()) {
      inJob(jobs.get(jobs.size() - 1), line.seconds(), text);
    }
  }

  private static void inJob(Job job, double seconds, String text) {
    Matcher progress = PROGRESS.matcher(text);
    if (text.endsWith("LocalJobRunner: map task executor complete.")) {
      job.mapsEnd = seconds;
    } else if (text.endsWith("LocalJobRunner: Waiting for reduce tasks")) {
      job.reducesStarted(seconds);
    } else if (text.endsWith("LocalJobRunner: reduce task executor complete.")) {
      job.reducesEnd = seconds;
    } else if (END.matcher(text).find()) {
      job.end = seconds;
    } else if (progress.find()) {
      job.mapProgress(progress.group(1).equals("100"), seconds);
      if (!progress.group(2).equals("0")) {
        // The reduces have started after the previous progress line, so that line's time is used.
        job.reducesStarted(job.lastProgress == Job.UNKNOWN ? seconds : job.lastProgress);
      }
      job.lastProgress = seconds;
    }
  }

  /** The phases of all jobs so far. Those of a job that has not ended last until the last line. */
  List<Phase> phases() {
    List<Phase> phases = new ArrayList<>();
    for (int i = 0; i < jobs.size(); i++) {
      String suffix = jobs.size() == 1 ? "" : " " + (i + 1);
      phases.addAll(jobs.get(i).phases(suffix, lastSeconds));
    }
    return phases;
  }
}
