// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.doctor;

/**
 * What a check has found.
 *
 * @param text one line
 * @param remedy what to do, worded to follow a semicolon; empty if there is nothing to do
 */
public record Finding(Level level, String text, String remedy) {
  /** How bad it is, the best first. */
  public enum Level {
    /** As it should be. */
    OK,
    /** Could not be checked, for a reason that another finding names. */
    SKIPPED,
    /** Jobs run, but not as they could. */
    WARNING,
    /** Jobs fail. */
    PROBLEM
  }

  static Finding ok(String text) {
    return new Finding(Level.OK, text, "");
  }

  static Finding skipped(String reason) {
    return new Finding(Level.SKIPPED, reason, "");
  }

  static Finding warning(String text, String remedy) {
    return new Finding(Level.WARNING, text, remedy);
  }

  static Finding problem(String text, String remedy) {
    return new Finding(Level.PROBLEM, text, remedy);
  }

  /** The text and the remedy, one line. */
  String line() {
    return remedy.isEmpty() ? text : text + "; " + remedy;
  }
}
