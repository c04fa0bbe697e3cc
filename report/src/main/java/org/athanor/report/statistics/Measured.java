// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.statistics;

import java.util.OptionalDouble;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/**
 * A value, or why there is none.
 *
 * @param reason empty if there is a value
 */
public record Measured(OptionalDouble value, String reason) {

  static Measured of(double value) {
    return new Measured(OptionalDouble.of(value), "");
  }

  static Measured unavailable(String reason) {
    return new Measured(OptionalDouble.empty(), reason);
  }

  Measured map(DoubleUnaryOperator function) {
    return value.isPresent() ? of(function.applyAsDouble(value.getAsDouble())) : this;
  }

  Measured with(Measured other, DoubleBinaryOperator function) {
    if (value.isEmpty()) {
      return this;
    }
    return other.map(amount -> function.applyAsDouble(value.getAsDouble(), amount));
  }
}
