// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.file;

/**
 * A key of an experiment file, declared once: parser and reference manual use this.
 *
 * @param <T> what its value becomes
 * @param fallback in words what holds if the key is not there; empty if it must be there
 * @param text what it does, one or two sentences
 */
record Key<T>(String name, ValueType<T> type, String fallback, String text) {

  boolean required() {
    return fallback.isEmpty();
  }
}
