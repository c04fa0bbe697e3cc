// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.athanor.storage.decision.Bonus;
import org.athanor.storage.decision.Candidate;
import org.athanor.storage.decision.PersistentRegion;
import org.athanor.storage.tier.DeviceType;
import org.athanor.storage.tier.Tier;
import org.athanor.storage.view.FileFacts;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;

class CacheTrialTest {
  private static final Tier SSD = new Tier("ssd", Set.of(DeviceType.SSD), "", 1, 1, 1, false);
  private static final Tier DISK = new Tier("disk", Set.of(DeviceType.DISK), "", 1, 1, 1, false);

  @Test
  void countsWhatFits() {
    CacheTrial trial = new CacheTrial(new long[] {0, 10, 30});
    trial.period(new int[] {2, 0, 1}, new int[] {4, 1, 3, 2}, new long[] {20, 5, 10, 1});
    CacheTrial.Outcome outcome = trial.outcomes().get(0);
    assertThat(outcome.accesses()).isEqualTo(10);
    assertThat(outcome.bytes()).isEqualTo(80 + 5 + 30 + 2);
    assertThat(new long[] {outcome.hits(0), outcome.hits(1), outcome.hits(2)})
        .containsExactly(0, 3, 7);
    assertThat(new double[] {outcome.hitBytes(0), outcome.hitBytes(1), outcome.hitBytes(2)})
        .containsExactly(0, 30, 110);
  }

  @Test
  void leavesOutPeriodsWithoutAccesses() {
    CacheTrial trial = new CacheTrial(new long[] {10});
    trial.period(new int[] {0}, new int[] {0}, new long[] {10});
    assertThat(trial.outcomes()).isEmpty();
  }

  /**
   * What is tried is what {@link PersistentRegion} would have decided for a cluster without SSD.
   */
  @Test
  void fillsCachesAsTheRegionIsFilled() {
    Random random = Seeds.of("caches");
    for (int round = 0; round < 500; round++) {
      int files = 1 + random.nextInt(40);
      long[] lengths = random.longs(files, 0, 100).toArray();
      double[] popularity = random.ints(files, 0, 10).asDoubleStream().toArray();
      long size = random.nextInt(600);
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
      int[] ranking =
          IntStream.range(0, files)
              .boxed()
              .sorted(Comparator.comparingDouble(file -> -popularity[file]))
              .mapToInt(Integer::intValue)
              .toArray();
      int[] each = new int[files];
      for (int file = 0; file < files; file++) {
        each[file] = 1 << (file % 20);
      }
      CacheTrial trial = new CacheTrial(new long[] {size});
      trial.period(ranking, each, lengths);
      long expected =
          new PersistentRegion(SSD, size, 1, Bonus.DEFAULT)
              .decide(candidates).load().stream()
                  .mapToLong(candidate -> each[(int) candidate.file().id()])
                  .sum();
      assertThat(trial.outcomes().get(0).hits(0))
          .as("seed %d, round %d", Seeds.seed(), round)
          .isEqualTo(expected);
    }
  }
}
