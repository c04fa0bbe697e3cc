// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import org.athanor.storage.decision.AptPlanner;
import org.athanor.storage.decision.AptRules;
import org.athanor.storage.decision.Bonus;
import org.athanor.storage.decision.Candidate;
import org.athanor.storage.decision.FileDecision;
import org.athanor.storage.decision.Plan;
import org.athanor.storage.decision.Replication;
import org.athanor.storage.tier.DeviceType;
import org.athanor.storage.tier.Tier;
import org.athanor.storage.view.FileFacts;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;

class ReplicaTrialTest {
  private static final Tier DISK = new Tier("disk", Set.of(DeviceType.DISK), "", 1, 1, 1, false);
  private static final Tier ARCHIVE =
      new Tier("archive", Set.of(DeviceType.ARCHIVE), "", 1, 1, 1, false);

  /** What is tried is what {@link AptPlanner} decides where no file is unpopular. */
  @Test
  void raisesFilesAsThePlannerDoes() {
    Random random = Seeds.of("replicas");
    for (int round = 0; round < 500; round++) {
      int files = 1 + random.nextInt(30);
      long[] lengths = random.longs(files, 1, 100).toArray();
      double[] popularity = random.ints(files, 0, 40).asDoubleStream().toArray();
      int[] accesses = random.ints(files, 0, 50).toArray();
      long budget = random.nextInt(2000);

      List<Candidate> candidates = new ArrayList<>();
      for (int file = 0; file < files; file++) {
        FileFacts facts =
            new FileFacts(
                String.format(Locale.ROOT, "/%03d", file),
                file,
                lengths[file],
                1,
                100,
                3,
                Instant.EPOCH);
        candidates.add(new Candidate(facts, DISK, popularity[file], Set.of()));
      }
      AptRules rules =
          new AptRules(
              DISK,
              ARCHIVE,
              Replication.DEFAULT,
              new AptRules.Bounds(0, 0, Bonus.NONE),
              budget + 3 * Arrays.stream(lengths).sum(),
              false);
      Plan plan = new AptPlanner(rules).decide(candidates);
      double squares = 0;
      for (FileDecision decision : plan.decisions()) {
        double count = accesses[(int) decision.candidate().file().id()];
        squares += count * count / decision.replicas();
      }

      ReplicaTrial trial = new ReplicaTrial(Replication.DEFAULT, new long[] {0, budget});
      trial.plan(popularity);
      trial.period(accesses, lengths);
      ReplicaPoint point = trial.points(lengths).get(1);
      String seed = "seed " + Seeds.seed() + ", round " + round;
      assertThat(point.usedBytes())
          .as(seed)
          .isEqualTo(plan.budgetUsed() - 3 * Arrays.stream(lengths).sum());
      assertThat(point.raisedFiles())
          .as(seed)
          .isEqualTo((int) plan.decisions().stream().filter(d -> d.replicas() > 3).count());
      int all = Arrays.stream(accesses).sum();
      assertThat(point.accessesPerReplica())
          .as(seed)
          .isCloseTo(all == 0 ? 0 : squares / all, within(1e-9));
      assertThat(trial.points(lengths).get(0).accessesPerReplica())
          .isGreaterThanOrEqualTo(point.accessesPerReplica() - 1e-9);
    }
  }

  @Test
  void leavesOutFilesThatAreLeftAlone() {
    ReplicaTrial trial = new ReplicaTrial(Replication.DEFAULT, new long[] {1000});
    trial.plan(new double[] {Double.NaN, 1, 1, 4});
    assertThat(trial.points(new long[] {1, 1, 1, 1}).get(0))
        .isEqualTo(new ReplicaPoint(1000, 3, 1, 0));
  }
}
