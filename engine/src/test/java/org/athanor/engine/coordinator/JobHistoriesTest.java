// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.athanor.engine.coordinator.AttemptRef.Kind;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;

/**
 * Thousands of random histories of jobs on one or several Workers; {@link JobModel} checks each
 * step.
 */
class JobHistoriesTest {
  private static final int HISTORIES = 10_000;
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
            random.nextInt(3) * 34,
            random.nextInt(4));
    double failing = random.nextInt(3) * 0.15;
    double disturbing = random.nextInt(3) * 0.1;
    double committerFailing = random.nextInt(3) * 0.15;
    Cluster cluster = random.nextBoolean() ? null : new Cluster(random, random.nextInt(4) * 0.1);
    JobModel job = cluster == null ? new JobModel(plan) : cluster.job(plan);
    job.happens(new Event.Submitted());
    for (int step = 0; !job.hasEnded(); step++) {
      assertThat(step).as("ends some time: %s", job).isLessThan(PATIENCE);
      if (cluster != null) {
        cluster.moves(job);
        cluster.delivers(job);
      }
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

  /** Workers that join, offer slots, and end. */
  private static final class Cluster {
    private static final int HOSTS = 4;
    private static final int SLOTS = 3;

    private final Random random;
    private final double losing;
    private int lastWorker;
    private long now;

    /**
     * @param losing how likely a Worker ends in each step
     */
    Cluster(Random random, double losing) {
      this.random = random;
      this.losing = losing;
    }

    JobModel job(JobPlan plan) {
      List<Locality.Input> maps = new ArrayList<>();
      for (int i = 0; i < plan.maps(); i++) {
        Locality.Place place = place();
        maps.add(
            random.nextInt(4) == 0
                ? new Locality.Input(List.of(), List.of())
                : new Locality.Input(List.of(place.host()), List.of(place.rack())));
      }
      return new JobModel(plan, new Locality(maps, random.nextInt(3) * 5L));
    }

    private Locality.Place place() {
      int host = random.nextInt(HOSTS);
      return new Locality.Place("host" + host, "rack" + host % 2);
    }

    /** Time passes, Workers come and go, and some offer a slot. */
    void moves(JobModel job) {
      now += random.nextInt(100) == 0 ? FailingWorkers.PATIENCE_MILLIS : random.nextInt(3);
      job.happens(new Event.TimePassed(now));
      if (job.workers().size() < 2 || random.nextInt(20) == 0) {
        job.happens(new Event.WorkerJoined(lastWorker++, place()));
      }
      List<AttemptRef> aborting = job.aborting();
      if (!aborting.isEmpty() && random.nextInt(4) == 0) {
        job.happens(new Event.OutputAborted(aborting.get(random.nextInt(aborting.size()))));
      }
      for (int i = random.nextInt(4); i > 0; i--) {
        offer(job, job.workers().get(random.nextInt(job.workers().size())));
      }
      List<AttemptRef> running = job.running();
      if (!running.isEmpty() && random.nextDouble() < losing) {
        lose(job, job.workerOf(running.get(0)));
      } else if (random.nextDouble() < losing / 4) {
        lose(job, job.workers().get(random.nextInt(job.workers().size())));
      }
    }

    private void lose(JobModel job, int worker) {
      if (random.nextBoolean()) {
        job.runningOn(worker)
            .forEach(launch -> job.happens(new Event.OutputAborting(launch.attempt())));
      }
      job.happens(new Event.WorkerLost(worker, random.nextInt(4) > 0));
    }

    /** Some map output arrives. */
    void delivers(JobModel job) {
      List<Event.Delivered> deliveries =
          random.nextInt(20) == 0 ? job.lateDeliveries() : job.deliveries();
      for (int i = random.nextInt(4); i > 0 && !deliveries.isEmpty(); i--) {
        job.happens(deliveries.get(random.nextInt(deliveries.size())));
      }
    }

    private static void offer(JobModel job, int worker) {
      List<Command.Launch> running = job.runningOn(worker);
      if (running.size() < SLOTS && running.stream().noneMatch(Command.Launch::alone)) {
        job.happens(new Event.SlotFree(worker, running.isEmpty()));
      }
    }
  }

  /** Sends an event that the coordinator waits for. */
  private static void proceed(
      JobModel job, Random random, double failing, double committerFailing) {
    List<AttemptRef> running = job.running();
    boolean committerFails = random.nextDouble() < committerFailing;
    if (job.committing() != JobModel.Committing.NOTHING) {
      switch (job.committing()) {
        case SETTING_UP ->
            job.happens(committerFails ? new Event.SetUpFailed("set-up") : new Event.SetUp());
        case COMMITTING ->
            job.happens(committerFails ? new Event.CommitFailed("commit") : new Event.Committed());
        default -> job.happens(new Event.Aborted());
      }
      return;
    }
    if (running.isEmpty()) {
      return; // It waits for Workers.
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
      case 1 -> job.happens(new Event.JobFailed("no Worker can run it"));
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
      case 10 -> {
        List<AttemptRef> running = job.running();
        if (!running.isEmpty()) {
          job.happens(new Event.CommitAsked(running.get(random.nextInt(running.size()))));
        }
      }
      default -> {
        AttemptRef stale = anyAttempt(plan, random);
        if (stale != null && !job.running().contains(stale)) {
          switch (random.nextInt(6)) {
            case 5 -> job.happens(new Event.OutputAborted(stale));
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
