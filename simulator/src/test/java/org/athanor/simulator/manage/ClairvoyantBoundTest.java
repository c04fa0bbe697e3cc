// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.manage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.athanor.storage.decision.AptRules;
import org.athanor.storage.decision.Bonus;
import org.athanor.storage.decision.Replication;
import org.athanor.storage.tier.DeviceType;
import org.athanor.storage.tier.Tier;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;

/** Compares bounds with the best of all decisions about a few files. */
class ClairvoyantBoundTest {
  private static final Tier DISK = tier("disk", DeviceType.DISK);
  private static final Tier SSD = tier("ssd", DeviceType.SSD);
  private static final int FILES = 4;
  private static final int USUAL = 2;
  private static final int MOST = 4;
  private static final double SLOT = 60;

  private final Random random = Seeds.of("clairvoyant");
  private final long[] bytes = new long[FILES];
  private final int[] usual = new int[FILES];

  /** How often each file is opened in each slot. */
  private int[][] opens = new int[FILES][6];

  private static Tier tier(String name, DeviceType type) {
    return new Tier(name, Set.of(type), "", 1, 1, 1, false);
  }

  private void draw(boolean equalSizes) {
    Arrays.fill(usual, USUAL);
    opens = new int[FILES][6];
    for (int file = 0; file < FILES; file++) {
      bytes[file] = equalSizes ? 10 : 1 + random.nextInt(20);
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
    return new ClairvoyantBound(planning, bytes, usual).of(period());
  }

  /** The largest value of replicas from {@code least} to {@code most} of each file in a room. */
  private double best(int least, int most, long room, ToDoubleFunction<int[]> value) {
    double best = 0;
    int choices = most - least + 1;
    for (int choice = 0; choice < Math.pow(choices, FILES); choice++) {
      int[] replicas = new int[FILES];
      long used = 0;
      for (int file = 0, rest = choice; file < FILES; file++, rest /= choices) {
        replicas[file] = least + rest % choices;
        used += bytes[file] * (replicas[file] - least);
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
    for (int round = 0; round < 200; round++) {
      draw(false);
      long room = random.nextInt(200);
      assertThat(bound(region(room))).isGreaterThan(best(0, 1, room, this::cached) - 1e-9);
      assertThat(bound(scarlett(room))).isGreaterThan(best(USUAL, MOST, room, this::own) - 1e-9);
      assertThat(bound(aptStore(room))).isGreaterThan(best(0, MOST, room, this::own) - 1e-9);
    }
  }

  /** Nothing is cut if files have the same size, and the room is a multiple of it. */
  @Test
  void theBestDecisionAboutFilesOfOneSizeServesAsMuch() {
    for (int round = 0; round < 200; round++) {
      draw(true);
      long room = 10L * random.nextInt(20);
      assertThat(bound(region(room))).isEqualTo(best(0, 1, room, this::cached), within(1e-9));
      assertThat(bound(scarlett(room))).isEqualTo(best(USUAL, MOST, room, this::own), within(1e-9));
      assertThat(bound(aptStore(room))).isEqualTo(best(0, MOST, room, this::own), within(1e-9));
    }
  }
}
