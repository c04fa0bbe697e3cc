// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.driver;

import java.util.Collection;
import java.util.Comparator;

/**
 * Finds what was probably meant: the name with the smallest Levenshtein distance, the first in
 * alphabetical order among equals.
 */
final class NearestName {
  private NearestName() {}

  /**
   * @param names not empty
   */
  static String of(String typed, Collection<String> names) {
    return names.stream()
        .sorted()
        .min(Comparator.comparingInt(name -> distance(typed, name)))
        .orElseThrow();
  }

  static int distance(String a, String b) {
    int[] previous = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] current = new int[b.length() + 1];
      current[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        current[j] = Math.min(replaced, 1 + Math.min(previous[j], current[j - 1]));
      }
      previous = current;
    }
    return previous[b.length()];
  }
}
