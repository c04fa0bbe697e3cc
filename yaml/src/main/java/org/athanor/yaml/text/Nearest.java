// SPDX-License-Identifier: Apache-2.0
package org.athanor.yaml.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the allowed word that a user probably meant. */
public final class Nearest {
  private Nearest() {}

  /**
   * Returns the allowed word nearest to the given one, ignoring case; empty if none is near. Two
   * words are near if the distance is at most a third of the longer word's length, or if one begins
   * with the other and both have at least 3 letters.
   */
  public static Optional<String> of(String word, Collection<String> allowed) {
    String given = word.toLowerCase(Locale.ROOT);
    return allowed.stream()
        .filter(candidate -> near(given, candidate.toLowerCase(Locale.ROOT)))
        .min(
            Comparator.comparingInt(
                    (String candidate) -> distance(given, candidate.toLowerCase(Locale.ROOT)))
                .thenComparing(Comparator.naturalOrder()));
  }

  /**
   * Returns a suffix for a message about a word that is not allowed; empty if no allowed word is
   * near.
   */
  public static String hint(String word, Collection<String> allowed) {
    return of(word, allowed).map(nearest -> "; did you mean " + nearest + "?").orElse("");
  }

  /**
   * Returns a message about a word that is not allowed, such as {@code unknown key; allowed name,
   * nodes; did you mean name?}
   *
   * @param thing what the word should name, such as {@code key}
   */
  public static String unknown(String thing, String word, Collection<String> allowed) {
    return "unknown " + thing + "; allowed " + String.join(", ", allowed) + hint(word, allowed);
  }

  private static boolean near(String a, String b) {
    int shorter = Math.min(a.length(), b.length());
    return distance(a, b) * 3 <= Math.max(a.length(), b.length())
        || (shorter >= 3 && (a.startsWith(b) || b.startsWith(a)));
  }

  /**
   * The number of letters to insert, delete, replace, or swap with a neighbour, in order to change
   * one word into the other (optimal string alignment distance).
   */
  static int distance(String a, String b) {
    int[] beforeLast = new int[b.length() + 1];
    int[] last = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      last[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] row = new int[b.length() + 1];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = last[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, 1 + Math.min(last[j], row[j - 1]));
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          row[j] = Math.min(row[j], 1 + beforeLast[j - 2]);
        }
      }
      beforeLast = last;
      last = row;
    }
    return last[b.length()];
  }
}
