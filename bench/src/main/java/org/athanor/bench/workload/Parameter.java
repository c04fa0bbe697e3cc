// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

/**
 * Something that an experiment may say of a workload.
 *
 * @param fallback the value when nothing is said; empty if something must be, or what then holds
 *     depends on other parameters, as {@code text} says
 * @param text one line: what it is, its bounds
 */
public record Parameter(String name, Type type, String fallback, String text) {

  /** What a parameter's value is. */
  public enum Type {
    TEXT,
    /** A whole number, 1 or more. */
    COUNT,
    /** A number with a fraction, 0 or more. */
    DECIMAL,
    /** Bytes, such as {@code 512m} or {@code 1.5g}. */
    SIZE,
    BOOLEAN,
    /** A file or directory, or a URI. */
    PATH
  }
}
