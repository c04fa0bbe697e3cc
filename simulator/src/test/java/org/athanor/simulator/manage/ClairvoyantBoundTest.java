// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.manage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.athanor.storage.decision.AptRules;
import org.athanor.storage.decision.Bonus;
import org.athanor.storage.decision.Candidate;
import org.athanor.storage.decision.FileDecision;
import org.athanor.storage.decision.Replication;
import org.athanor.storage.decision.ScarlettPlanner;
import org.athanor.storage.tier.DeviceType;
import org.athanor.storage.tier.Tier;
import org.athanor.storage.view.FileFacts;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;

/** Compares bounds with the best of all decisions about a few files. */
class ClairvoyantBoundTest {
  private static final Tier DISK = tier("disk", DeviceType.DISK);
  private static final Tier SSD = tier("ssd", DeviceType.SSD);
  private static final int FILES = 4;
  private static final int MOST = 6;
  private static final double SLOT = 60;

  private final Random random = Seeds.of("clairvoyant");
  private final long[] bytes = new long[FILES];
  private final int[] usual = new int[FILES];
  private final int[] nothing = new int[FILES];

  /** How often each file is opened in each slot. */
  private int[][] opens = new int[FILES][6];

  private static Tier tier(String name, DeviceType type) {
    return new Tier(name, Set.of(type), "", 1, 1, 1, false);
  }

  private void draw(boolean equalSizes) {
    opens = new int[FILES][6];
    for (int file = 0; file < FILES; file++) {
      bytes[file] = equalSizes ? 10 : 1 + random.nextInt(20);
      usual[file] = 1 + random.nextInt(5);
      for (int slot = 0; slot < opens[file].length; slot++) {
        opens[file][slot] = random.nextInt(3) == 0 ? 0 : random.nextInt(MOST + 1);
      }
    }
  }

  private PeriodAccesses period() {
    PeriodAccesses period = new PeriodAccesses(SLOT);
    for (int file = 0; file < FILES; file++) {
      for (int slot = 0; slot < opens[file].length; slot++) {
        for (int open = 0; open < opens[file][slot]; open++) {
          period.add(file, SLOT * slot + open);
        }
      }
    }
    return period;
  }

  private double bound(Planning planning) {
    return new ClairvoyantBound(planning, bytes).of(period());
  }

  /** What Scarlett's planner gives to files that all want more, if it has no budget. */
  private int[] givenByScarlett() {
    List<Candidate> candidates = new ArrayList<>();
    for (int file = 0; file < FILES; file++) {
      FileFacts facts =
          new FileFacts("/" + file, file, bytes[file], 1, bytes[file], usual[file], Instant.EPOCH);
      candidates.add(new Candidate(facts, DISK, MOST, Set.of()));
    }
    return new ScarlettPlanner(1, 0)
        .decide(candidates).decisions().stream().mapToInt(FileDecision::replicas).toArray();
  }

  /** The largest value of replicas to {@code most} of each file; those above some need room. */
  private double best(int[] given, int most, long room, ToDoubleFunction<int[]> value) {
    double best = 0;
    int choices = most + 1;
    for (int choice = 0; choice < Math.pow(choices, FILES); choice++) {
      int[] replicas = new int[FILES];
      long used = 0;
      for (int file = 0, rest = choice; file < FILES; file++, rest /= choices) {
        replicas[file] = rest % choices;
        used += bytes[file] * Math.max(0, replicas[file] - given[file]);
      }
      best = used <= room ? Math.max(best, value.applyAsDouble(replicas)) : best;
    }
    return best;
  }

  private double own(int[] replicas) {
    double served = 0;
    for (int file = 0; file < FILES; file++) {
      for (int open : opens[file]) {
        served += bytes[file] * Math.min(open, replicas[file]);
      }
    }
    return served;
  }

  private double cached(int[] copies) {
    double served = 0;
    for (int file = 0; file < FILES; file++) {
      served += copies[file] * bytes[file] * Arrays.stream(opens[file]).sum();
    }
    return served;
  }

  private static Planning region(long room) {
    return new Planning.Region(DISK, SSD, room, Bonus.NONE);
  }

  private static Planning scarlett(long room) {
    return new Planning.Scarlett(DISK, 1, 100, room);
  }

  private static Planning aptStore(long room) {
    return new Planning.AptStore(
        new AptRules(DISK, SSD, Replication.DEFAULT, AptRules.Bounds.DEFAULT, room, false));
  }

  @Test
  void noDecisionServesMore() {
    for (int round = 0; round < 100; round++) {
      draw(false);
      long room = random.nextInt(200);
      assertThat(bound(region(room))).isGreaterThan(best(nothing, 1, room, this::cached) - 1e-9);
      assertThat(bound(scarlett(room)))
          .isGreaterThan(best(givenByScarlett(), MOST, room, this::own) - 1e-9);
      assertThat(bound(aptStore(room))).isGreaterThan(best(nothing, MOST, room, this::own) - 1e-9);
    }
  }

  /** Nothing is cut if files have the same size, and the room is a multiple of it. */
  @Test
  void theBestDecisionAboutFilesOfOneSizeServesAsMuch() {
    for (int round = 0; round < 100; round++) {
      draw(true);
      long room = 10L * random.nextInt(20);
      assertThat(bound(region(room))).isEqualTo(best(nothing, 1, room, this::cached), within(1e-9));
      assertThat(bound(scarlett(room)))
          .isEqualTo(best(givenByScarlett(), MOST, room, this::own), within(1e-9));
      assertThat(bound(aptStore(room)))
          .isEqualTo(best(nothing, MOST, room, this::own), within(1e-9));
    }
  }

  /**
   * A file has one replica, and a planner without budget makes three: of four accesses at once it
   * serves three.
   */
  @Test
  void scarlettGivesThreeReplicasToFilesThatHadFewer() {
    PeriodAccesses period = new PeriodAccesses(SLOT);
    for (int open = 0; open < 4; open++) {
      period.add(0, open);
    }
    assertThat(new ClairvoyantBound(scarlett(0), new long[] {10}).of(period)).isEqualTo(30);
  }
}
