// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.file;

/**
 * A key of an experiment file, declared once, for the parser and for the reference manual.
 *
 * @param <T> Java type of the value
 * @param fallback description of the default; empty if the key is required
 * @param text description of the key, one or two sentences
 */
record Key<T>(String name, ValueType<T> type, String fallback, String text) {

  boolean required() {
    return fallback.isEmpty();
  }
}
