// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.energy;

import java.util.Locale;
import java.util.Objects;

/**
 * The energy of something, and how it is known. Amounts of different labels are never summed up:
 * see {@link EnergySum}.
 */
public sealed interface Energy {

  /** How an energy is known. */
  enum Label {
    /** A meter was read. */
    MEASURED,
    /** A model was asked. */
    ESTIMATED,
    /** Not at all. */
    UNAVAILABLE;

    /** As users read it. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A meter was read.
   *
   * @param joules from 0
   */
  record Measured(double joules) implements Energy {
    /** Makes an amount. */
    public Measured {
      check(joules);
    }

    @Override
    public Label label() {
      return Label.MEASURED;
    }
  }

  /**
   * A model was asked.
   *
   * @param joules from 0
   * @param model what it was computed from, for users
   */
  record Estimated(double joules, String model) implements Energy {
    /** Makes an amount. */
    public Estimated {
      check(joules);
      Objects.requireNonNull(model);
    }

    @Override
    public Label label() {
      return Label.ESTIMATED;
    }
  }

  /**
   * Nothing is known, which is not zero.
   *
   * @param reason one line for users
   */
  record Unavailable(String reason) implements Energy {
    /** Makes one. */
    public Unavailable {
      Objects.requireNonNull(reason);
    }

    @Override
    public Label label() {
      return Label.UNAVAILABLE;
    }
  }

  /** How it is known. */
  Label label();

  private static void check(double joules) {
    if (!(joules >= 0 && joules <= Double.MAX_VALUE)) {
      throw new IllegalArgumentException("energy " + joules + " J: must be a number of 0 or more");
    }
  }
}
