// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

/**
 * A parameter of a workload, which an experiment can set.
 *
 * @param fallback the default value; empty if the parameter is required, or if the default depends
 *     on other parameters, as {@code text} says
 * @param text description of the parameter and its bounds, one line
 */
public record Parameter(String name, Type type, String fallback, String text) {

  /** The type of a parameter's value. */
  public enum Type {
    TEXT,
    /** A whole number, 1 or more. */
    COUNT,
    /** A whole number, 0 or more. */
    WHOLE,
    /** A number with a fraction, 0 or more. */
    DECIMAL,
    /** Bytes, such as {@code 512m} or {@code 1.5g}. */
    SIZE,
    BOOLEAN,
    /** A time, such as {@code 90s} or {@code 1h30m}. */
    DURATION,
    /** A file or directory, or a URI. */
    PATH
  }
}
