// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.athanor.storage.decision.Samples.DISK;
import static org.athanor.storage.decision.Samples.SSD;
import static org.athanor.storage.decision.Samples.file;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.athanor.storage.tier.Tier;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;

class PersistentRegionTest {
  private static Candidate on(Tier tier, String path, long bytes, double popularity, Mark... m) {
    return Samples.candidate(file(path, bytes, 3), tier, popularity, m);
  }

  private static List<String> paths(List<Candidate> candidates) {
    return candidates.stream().map(candidate -> candidate.file().path()).toList();
  }

  private static RegionPlan decide(long capacity, Candidate... candidates) {
    return new PersistentRegion(SSD, capacity, 1, Bonus.DEFAULT).decide(List.of(candidates));
  }

  @Test
  void theMostPopularFilesFillTheRegion() {
    RegionPlan plan =
        decide(
            100,
            on(SSD, "/old", 40, -1),
            on(SSD, "/older", 10, -2),
            on(SSD, "/kept", 50, 5),
            on(DISK, "/large", 60, 4),
            on(DISK, "/new", 30, 3),
            on(DISK, "/unpopular", 30, 1));
    assertThat(paths(plan.keep())).containsExactly("/kept", "/older");
    assertThat(paths(plan.load())).containsExactly("/new");
    assertThat(paths(plan.evict())).containsExactly("/old");
    assertThat(plan.usedBytes()).isEqualTo(90);
    assertThat(plan.degraded()).isEmpty();
  }

  @Test
  void theLeastPopularFileIsEvictedFirst() {
    RegionPlan plan = decide(0, on(SSD, "/a", 1, 1), on(SSD, "/b", 1, 2), on(SSD, "/c", 1, 0));
    assertThat(paths(plan.evict())).containsExactly("/c", "/a", "/b");
  }

  @Test
  void pinnedFilesAndThoseThatWereMovedStay() {
    RegionPlan plan =
        decide(
            50,
            on(SSD, "/pinned", 20, 0, Mark.PINNED),
            on(SSD, "/was evicted and loaded", 20, 0, Mark.LOWERED, Mark.RAISED),
            on(DISK, "/was loaded and evicted", 10, 9, Mark.LOWERED, Mark.RAISED),
            on(DISK, "/popular", 10, 8),
            on(DISK, "/second", 10, 7),
            on(DISK, "/pinned too", 60, 0, Mark.PINNED));
    assertThat(paths(plan.keep())).containsExactly("/pinned", "/was evicted and loaded");
    assertThat(paths(plan.load())).containsExactly("/popular");
    assertThat(plan.degraded())
        .containsExactly("/pinned too (pinned) is not on tier ssd: the region is full");

    assertThat(decide(10, on(SSD, "/pinned", 20, 0, Mark.PINNED)).degraded())
        .containsExactly("files that may not leave tier ssd need 20 bytes: the region has 10");
  }

  @Test
  void eachCopyCounts() {
    RegionPlan plan =
        new PersistentRegion(SSD, 100, 2, Bonus.DEFAULT)
            .decide(List.of(on(DISK, "/a", 40, 2), on(DISK, "/b", 20, 1)));
    assertThat(paths(plan.load())).containsExactly("/a");
    assertThat(plan.usedBytes()).isEqualTo(80);
  }

  @Test
  void aNewcomerMustBeMorePopularByATenth() {
    Candidate old = on(SSD, "/old", 10, 10);
    assertThat(paths(decide(10, old, on(DISK, "/a", 10, 10.9)).keep())).containsExactly("/old");
    assertThat(paths(decide(10, old, on(DISK, "/a", 10, 11.1)).load())).containsExactly("/a");
    Candidate unpopular = on(SSD, "/old", 10, -10);
    assertThat(decide(10, unpopular, on(DISK, "/a", 10, -9.2)).load()).isEmpty();
    assertThat(decide(10, unpopular, on(DISK, "/a", 10, -9)).evict()).isNotEmpty();
    assertThat(decide(10, on(SSD, "/old", 10, 0), on(DISK, "/a", 10, 0)).load()).isEmpty();
  }

  /**
   * Each popularity differs by 4.6 % at most from one time to another, so two popularities differ
   * by less than a tenth relative to each other: 1.046² = 1.094.
   */
  @Test
  void nothingMovesForNoise() {
    Random random = Seeds.of("region with noise");
    for (int history = 0; history < 1000; history++) {
      PersistentRegion region = new PersistentRegion(SSD, random.nextInt(300), 1, Bonus.DEFAULT);
      int files = 1 + random.nextInt(15);
      long[] bytes = random.longs(files, 1, 80).toArray();
      double[] usual = random.doubles(files, 1, 3).toArray();
      Set<String> inside = new HashSet<>();
      for (int period = 0; period < 20; period++) {
        List<Candidate> candidates = new ArrayList<>();
        for (int file = 0; file < files; file++) {
          double popularity = usual[file] * (1 + 0.0225 * (2 * random.nextDouble() - 1));
          String path = "/" + file;
          Tier tier = inside.contains(path) ? SSD : DISK;
          candidates.add(on(tier, path, bytes[file], popularity));
        }
        RegionPlan plan = region.decide(candidates);
        if (period == 0) {
          inside.addAll(paths(plan.load()));
        } else {
          String where = "seed " + Seeds.seed() + ", history " + history + ", period " + period;
          assertThat(plan.load()).as(where).isEmpty();
          assertThat(plan.evict()).as(where).isEmpty();
        }
      }
    }
  }

  /**
   * No file outside is more popular than one inside unless it does not fit; those inside count for
   * a tenth more than they are.
   */
  @Test
  void neverExceedsTheRegionAndLeavesNoBetterFileOut() {
    Random random = Seeds.of("PersistentRegion");
    for (int i = 0; i < 3000; i++) {
      long capacity = random.nextInt(200);
      List<Candidate> candidates = new ArrayList<>();
      for (int file = random.nextInt(12); file > 0; file--) {
        Tier tier = random.nextBoolean() ? SSD : DISK;
        candidates.add(on(tier, "/" + file, random.nextInt(80), random.nextInt(100)));
      }
      RegionPlan plan = new PersistentRegion(SSD, capacity, 1, Bonus.DEFAULT).decide(candidates);
      Set<Candidate> inside = new HashSet<>(plan.keep());
      inside.addAll(plan.load());
      long used = inside.stream().mapToLong(candidate -> candidate.file().bytes()).sum();
      assertThat(plan.usedBytes())
          .as("seed %d, case %d", Seeds.seed(), i)
          .isEqualTo(used)
          .isLessThanOrEqualTo(capacity);
      for (Candidate candidate : candidates) {
        boolean there = candidate.tier().equals(SSD);
        assertThat(plan.keep().contains(candidate)).isEqualTo(there && inside.contains(candidate));
        assertThat(plan.evict().contains(candidate))
            .isEqualTo(there && !inside.contains(candidate));
        long better =
            inside.stream()
                .filter(other -> counted(other) >= counted(candidate))
                .mapToLong(other -> other.file().bytes())
                .sum();
        assertThat(inside.contains(candidate) || better + candidate.file().bytes() > capacity)
            .as("seed %d, case %d: %s", Seeds.seed(), i, candidate)
            .isTrue();
      }
    }
  }

  private static double counted(Candidate candidate) {
    return candidate.popularity() * (candidate.tier().equals(SSD) ? 1.1 : 1);
  }

  @Test
  void refusesWhatIsNoRegion() {
    assertThatThrownBy(() -> new PersistentRegion(SSD, -1, 1, Bonus.NONE))
        .hasMessage("capacityBytes=-1: must be 0 or more");
    assertThatThrownBy(() -> new PersistentRegion(SSD, 1, 0, Bonus.NONE))
        .hasMessage("copies=0: must be 1 or more");
    assertThatThrownBy(() -> new Bonus(0.9))
        .hasMessage("bonus factor=0.9: must be 1 or more, and finite");
    assertThatThrownBy(() -> new Bonus(Double.NaN))
        .hasMessage("bonus factor=NaN: must be 1 or more, and finite");
  }
}
