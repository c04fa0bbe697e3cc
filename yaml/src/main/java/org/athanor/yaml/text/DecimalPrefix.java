// SPDX-License-Identifier: Apache-2.0
package org.athanor.yaml.text;

/** The prefixes of decimal units: k, M, G, T. */
final class DecimalPrefix {
  private static final String PREFIXES = "kMGT";

  private DecimalPrefix() {}

  /**
   * The power of ten that a prefix stands for; 0 for none.
   *
   * @param prefix empty, or one of k, K, M, G, T
   */
  static int power(String prefix) {
    return prefix.isEmpty() ? 0 : 3 * (1 + PREFIXES.indexOf(prefix.replace('K', 'k')));
  }
}
