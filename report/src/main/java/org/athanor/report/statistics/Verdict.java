// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.statistics;

/** The conclusion from a {@link SpeedUp}. */
public enum Verdict {
  FASTER("faster"),
  SLOWER("slower"),
  /** The interval includes 1, or the effect is below {@link SpeedUp#LEAST_EFFECT}. */
  NOISE("no difference shown"),
  /** The interval excludes 1, but the p-value is too large after correction for all comparisons. */
  UNCORRECTED("not significant after correction"),
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
