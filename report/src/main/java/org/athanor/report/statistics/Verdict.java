// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.statistics;

/** What a {@link SpeedUp} allows to say. */
public enum Verdict {
  FASTER("faster"),
  SLOWER("slower"),
  /** The interval includes 1, or the effect is below {@link SpeedUp#LEAST_EFFECT}. */
  NOISE("no difference shown"),
  /** The interval excludes 1, but that is to be expected of some among so many comparisons. */
  UNCORRECTED("only without correction"),
  /** No interval of these sample sizes reaches {@link SpeedUp#LEAST_LEVEL}. */
  TOO_FEW("too few repetitions");

  private final String text;

  Verdict(String text) {
    this.text = text;
  }

  public String text() {
    return text;
  }
}
