// SPDX-License-Identifier: Apache-2.0
package org.athanor.results;

/** A quantity, or the reason why the host could not measure it. An absent quantity is not zero. */
public sealed interface Reading {

  /** A quantity that was measured. */
  record Value(double amount, Unit unit) implements Reading {}

  /** The reason is one line that names what is missing and, if there is one, the remedy. */
  record Unavailable(String reason) implements Reading {}

  static Reading of(double amount, Unit unit) {
    return new Value(amount, unit);
  }

  static Reading unavailable(String reason) {
    return new Unavailable(reason);
  }
}
