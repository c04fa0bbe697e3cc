// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.energy;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A sum of energies by label, such as that of the attempts of a job. Immutable.
 *
 * @param measured of those that were measured
 * @param estimated of those that were estimated
 * @param unavailable how many are not known
 */
public record EnergySum(Part measured, Part estimated, long unavailable) {
  /** Of nothing. */
  public static final EnergySum NONE = new EnergySum(Part.NONE, Part.NONE, 0);

  /**
   * What has one label.
   *
   * @param joules from 0
   * @param count of how many it is the sum, from 0
   */
  public record Part(double joules, long count) {
    /** Of nothing. */
    public static final Part NONE = new Part(0, 0);

    Part plus(Part other) {
      return new Part(joules + other.joules, count + other.count);
    }
  }

  /** The sum with one more. */
  public EnergySum plus(Energy energy) {
    if (energy instanceof Energy.Measured it) {
      return plus(new EnergySum(new Part(it.joules(), 1), Part.NONE, 0));
    }
    return energy instanceof Energy.Estimated it
        ? plus(new EnergySum(Part.NONE, new Part(it.joules(), 1), 0))
        : plus(new EnergySum(Part.NONE, Part.NONE, 1));
  }

  /** Both sums, each label for itself. */
  public EnergySum plus(EnergySum other) {
    return new EnergySum(
        measured.plus(other.measured),
        estimated.plus(other.estimated),
        unavailable + other.unavailable);
  }

  /** Such as {@code 1200 J estimated, 2 unavailable}; empty if it is the sum of nothing. */
  public String text() {
    List<String> parts = new ArrayList<>();
    add(parts, measured, Energy.Label.MEASURED);
    add(parts, estimated, Energy.Label.ESTIMATED);
    if (unavailable > 0) {
      String word = Energy.Label.UNAVAILABLE.word();
      parts.add(parts.isEmpty() && unavailable == 1 ? word : unavailable + " " + word);
    }
    return String.join(", ", parts);
  }

  private static void add(List<String> parts, Part part, Energy.Label label) {
    if (part.count() > 0) {
      parts.add(text(part.joules()) + " " + label.word());
    }
  }

  /** Such as {@code 1200 J estimated: 160 vcore-seconds …}, {@code unavailable: …}. */
  public static String explained(Energy energy) {
    String sum = NONE.plus(energy).text();
    if (energy instanceof Energy.Unavailable it) {
      return sum + ": " + it.reason();
    }
    return energy instanceof Energy.Estimated it ? sum + ": " + it.model() : sum;
  }

  /** Such as {@code 0.12 J}, {@code 512 J}, {@code 1.5 MJ}: at least two digits that count. */
  public static String text(double joules) {
    String[] units = {"J", "kJ", "MJ", "GJ", "TJ"};
    int unit = 0;
    double amount = joules;
    while (amount >= 9999.5 && unit < units.length - 1) {
      amount /= 1000;
      unit++;
    }
    String form =
        amount >= 99.95 || amount == 0 ? "%.0f %s" : amount >= 9.995 ? "%.1f %s" : "%.2f %s";
    return String.format(Locale.ROOT, form, amount, units[unit]);
  }
}
