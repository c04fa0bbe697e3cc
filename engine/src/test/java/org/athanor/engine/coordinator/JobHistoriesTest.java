// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.athanor.engine.coordinator.AttemptRef.Kind;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;

/** Thousands of random histories of jobs; {@link JobModel} checks each step. */
class JobHistoriesTest {
  private static final int HISTORIES = 6000;
  private static final int PATIENCE = 20_000;

  @Test
  void keepsItsPromisesWhateverHappens() {
    Random random = Seeds.of("histories");
    Map<JobState, Integer> ends = new EnumMap<>(JobState.class);
    for (int i = 0; i < HISTORIES; i++) {
      ends.merge(live(random), 1, Integer::sum);
    }
    // The histories are only a good test if each end is common.
    assertThat(ends).hasSize(3);
    assertThat(ends.values()).allSatisfy(n -> assertThat(n).isGreaterThan(HISTORIES / 50));
  }

  private static JobState live(Random random) {
    JobPlan plan =
        new JobPlan(
            random.nextInt(7),
            random.nextInt(5),
            1 + random.nextInt(4),
            1 + random.nextInt(4),
            random.nextInt(3) * 34,
            random.nextInt(3) * 34);
    double failing = random.nextInt(3) * 0.15;
    double disturbing = random.nextInt(3) * 0.1;
    double committerFailing = random.nextInt(3) * 0.15;
    JobModel job = new JobModel(plan);
    job.happens(new Event.Submitted());
    for (int step = 0; !job.hasEnded(); step++) {
      assertThat(step).as("ends some time: %s", job).isLessThan(PATIENCE);
      if (random.nextDouble() < disturbing) {
        disturb(job, plan, random);
      } else {
        proceed(job, random, failing, committerFailing);
      }
    }
    // Late events change nothing.
    for (int i = 0; i < 5; i++) {
      disturb(job, plan, random);
    }
    return job.end();
  }

  /** Sends an event that the coordinator waits for. */
  private static void proceed(
      JobModel job, Random random, double failing, double committerFailing) {
    List<AttemptRef> running = job.running();
    boolean committerFails = random.nextDouble() < committerFailing;
    if (job.committing() != JobModel.Committing.NOTHING) {
      switch (job.committing()) {
        case SETTING_UP ->
            job.happens(committerFails ? new Event.JobFailed("set-up") : new Event.SetUp());
        case COMMITTING ->
            job.happens(committerFails ? new Event.JobFailed("commit") : new Event.Committed());
        default -> job.happens(new Event.Aborted());
      }
      return;
    }
    AttemptRef attempt = running.get(random.nextInt(running.size()));
    if (job.isToldToStop(attempt)) {
      // Some attempts end by themselves before they are stopped.
      switch (random.nextInt(5)) {
        case 0 -> job.happens(new Event.AttemptSucceeded(attempt));
        case 1 -> job.happens(new Event.AttemptFailed(attempt, "failed while it was stopped"));
        default -> job.happens(new Event.AttemptStopped(attempt));
      }
    } else if (random.nextDouble() < failing) {
      job.happens(new Event.AttemptFailed(attempt, "failed"));
    } else if (random.nextBoolean()) {
      job.happens(new Event.AttemptSucceeded(attempt));
    } else {
      // As attempts do whose output must be committed.
      job.happens(new Event.CommitAsked(attempt));
      job.happens(
          job.mayCommit(attempt)
              ? new Event.AttemptSucceeded(attempt)
              : new Event.AttemptStopped(attempt));
    }
  }

  /** Sends an event that the coordinator does not wait for. */
  private static void disturb(JobModel job, JobPlan plan, Random random) {
    switch (random.nextInt(20)) {
      case 0 -> job.happens(new Event.KillJob("killed"));
      case 1 -> {
        // A merge can only fail while attempts run, or wait for it.
        if (!job.running().isEmpty()) {
          job.happens(new Event.JobFailed("merge failed"));
        }
      }
      case 2, 3, 4, 5, 6 -> {
        List<AttemptRef> running = job.running();
        if (!running.isEmpty()) {
          AttemptRef attempt = running.get(random.nextInt(running.size()));
          job.happens(new Event.EndAttempt(attempt, random.nextBoolean(), "client"));
        }
      }
      case 7, 8, 9 -> {
        AttemptRef task = anyAttempt(plan, random);
        if (task != null) {
          job.happens(new Event.TaskIsSlow(task.kind(), task.task()));
        }
      }
      case 10, 11, 12 -> {
        if (plan.maps() > 0) {
          job.happens(new Event.OutputLost(random.nextInt(plan.maps())));
        }
      }
      case 13 -> {
        List<AttemptRef> running = job.running();
        if (!running.isEmpty()) {
          job.happens(new Event.CommitAsked(running.get(random.nextInt(running.size()))));
        }
      }
      default -> {
        AttemptRef stale = anyAttempt(plan, random);
        if (stale != null && !job.running().contains(stale)) {
          switch (random.nextInt(5)) {
            case 4 -> job.happens(new Event.CommitAsked(stale));
            case 0 -> job.happens(new Event.AttemptSucceeded(stale));
            case 1 -> job.happens(new Event.AttemptFailed(stale, "stale"));
            case 2 -> job.happens(new Event.AttemptStopped(stale));
            default -> job.happens(new Event.EndAttempt(stale, true, "stale"));
          }
        }
      }
    }
  }

  private static AttemptRef anyAttempt(JobPlan plan, Random random) {
    Kind kind = random.nextBoolean() ? Kind.MAP : Kind.REDUCE;
    int tasks = kind == Kind.MAP ? plan.maps() : plan.reduces();
    return tasks == 0 ? null : new AttemptRef(kind, random.nextInt(tasks), random.nextInt(4));
  }
}
