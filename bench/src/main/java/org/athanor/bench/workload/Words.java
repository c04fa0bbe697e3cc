// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Which known word somebody may have meant. */
public final class Words {
  private Words() {}

  /** The nearest by insertions, deletions and replacements; empty if none is near. */
  public static Optional<String> nearest(String word, Collection<String> known) {
    String given = word.toLowerCase(Locale.ROOT);
    return known.stream()
        .filter(
            candidate ->
                candidate.startsWith(given)
                    || distance(given, candidate) * 3
                        <= Math.max(given.length(), candidate.length()))
        .min(
            Comparator.comparingInt((String candidate) -> distance(given, candidate))
                .thenComparing(Comparator.naturalOrder()));
  }

  private static int distance(String a, String b) {
    int[] above = new int[b.length() + 1];
    for (int j = 0; j < above.length; j++) {
      above[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] row = new int[b.length() + 1];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = above[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, 1 + Math.min(above[j], row[j - 1]));
      }
      above = row;
    }
    return above[b.length()];
  }
}
