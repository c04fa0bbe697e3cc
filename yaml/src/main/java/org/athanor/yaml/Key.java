// SPDX-License-Identifier: Apache-2.0
package org.athanor.yaml;

/**
 * A key of a mapping, declared once, for the parser and for the reference manual.
 *
 * @param <T> Java type of the value
 * @param fallback description of the default; empty if the key is required
 * @param text description of the key, one or two sentences
 */
public record Key<T>(String name, ValueType<T> type, String fallback, String text) {

  boolean required() {
    return fallback.isEmpty();
  }
}
