// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.power;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EnergyIntegralTest {
  private static final long SECOND = 1_000_000_000L;

  /** Times of {@link System#nanoTime} may be negative, and may wrap around. */
  private static final long EPOCH = Long.MAX_VALUE - 5 * SECOND;

  private static PowerReading reading(double seconds, double watts) {
    return new PowerReading(EPOCH + (long) (seconds * SECOND), watts);
  }

  private static EnergyIntegral integral(
      PowerReading before, double end, PowerReading... readings) {
    EnergyIntegral energy = new EnergyIntegral(EPOCH, before, 3 * SECOND);
    boolean ended = false;
    for (PowerReading reading : readings) {
      if (!ended && reading.nanos() - EPOCH > end * SECOND) {
        energy.end(EPOCH + (long) (end * SECOND));
        ended = true;
      }
      energy.add(reading);
    }
    energy.end(EPOCH + (long) (end * SECOND));
    energy.finish();
    return energy;
  }

  /**
   * From 100 W one second before the start to 200 W one second after it: 150 W at the start. 150 to
   * 200 W for 1 s, 200 W for 1 s, and 200 to 300 W until 4 s, of which the trial has one second,
   * 200 to 250 W: 175 + 200 + 225 = 600 J.
   */
  @Test
  void sumsTrapezoidsAndCutsThemAtBothEnds() {
    EnergyIntegral energy =
        integral(reading(-1, 100), 3, reading(1, 200), reading(2, 200), reading(4, 300));
    assertThat(energy.joules()).isCloseTo(600, within(1e-6));
    assertThat(energy.seconds()).isEqualTo(3);
    assertThat(energy.gapSeconds()).isZero();
    assertThat(energy.readings()).isEqualTo(2);
  }

  /**
   * 100 W for 2 s before the first reading, 100 to 300 W for 1 s, 300 W for 1 s: 200 + 200 + 300 J.
   */
  @Test
  void takesThePowerOfTheNearestReadingAtTheEnds() {
    EnergyIntegral energy = integral(null, 4, reading(2, 100), reading(3, 300));
    assertThat(energy.joules()).isCloseTo(700, within(1e-6));
    assertThat(energy.gapSeconds()).isZero();
  }

  @Test
  void saysForHowLongThePowerIsNotKnown() {
    // 0 to 1: known; 1 to 6: a gap; 6 to 7: known; 7 to 12: a gap at the end.
    EnergyIntegral energy =
        integral(reading(0, 10), 12, reading(1, 10), reading(6, 10), reading(7, 10));
    assertThat(energy.gapSeconds()).isEqualTo(10);
    assertThat(energy.joules()).isCloseTo(120, within(1e-6));
    assertThat(integral(reading(-100, 10), 2).gapSeconds()).isEqualTo(2);
    assertThat(integral(null, 2).gapSeconds()).isEqualTo(2);
    assertThat(integral(null, 9, reading(8, 10)).gapSeconds()).isEqualTo(8);
  }

  @Test
  void interpolatesWhereTheTrialIsBetweenTwoReadings() {
    EnergyIntegral energy = integral(reading(-1, 100), .5, reading(1, 200));
    // 150 W at the start, 175 W at its end.
    assertThat(energy.joules()).isCloseTo(.5 * 162.5, within(1e-6));
    assertThat(energy.readings()).isZero();
  }

  @Test
  void leavesOutReadingsThatAreNotLater() {
    EnergyIntegral energy =
        integral(
            reading(0, 100),
            2,
            reading(1, 100),
            reading(1, 900),
            reading(.5, 900),
            reading(2, 100));
    assertThat(energy.joules()).isCloseTo(200, within(1e-6));
  }

  /** Against a sum of small steps. */
  @Test
  void agreesWithASumOverSmallSteps() {
    long seed = Long.getLong("athanor.test.seed", System.nanoTime());
    Random random = new Random(seed);
    for (int round = 0; round < 50; round++) {
      List<PowerReading> readings = new ArrayList<>();
      for (double at = -2 * random.nextDouble(); at < 12; at += .1 + 3 * random.nextDouble()) {
        readings.add(reading(at, 1 + 500 * random.nextDouble()));
      }
      double end = .5 + 9 * random.nextDouble();
      PowerReading before =
          readings.get(0).nanos() - EPOCH < 0 && random.nextBoolean() ? readings.remove(0) : null;
      List<PowerReading> all = new ArrayList<>(readings);
      if (before != null) {
        all.add(0, before);
      }
      EnergyIntegral energy = integral(before, end, readings.toArray(PowerReading[]::new));
      int steps = 20_000;
      double sum = 0;
      for (int i = 0; i < steps; i++) {
        sum += watts(all, (i + .5) * end / steps) * end / steps;
      }
      assertThat(energy.joules()).as("seed %d", seed).isCloseTo(sum, within(.01 * sum));
    }
  }

  private static double watts(List<PowerReading> readings, double seconds) {
    long nanos = EPOCH + (long) (seconds * SECOND);
    PowerReading earlier = null;
    for (PowerReading reading : readings) {
      if (reading.nanos() - nanos >= 0) {
        if (earlier == null) {
          return reading.watts();
        }
        double part = (double) (nanos - earlier.nanos()) / (reading.nanos() - earlier.nanos());
        return earlier.watts() * (1 - part) + reading.watts() * part;
      }
      earlier = reading;
    }
    return earlier.watts();
  }
}
