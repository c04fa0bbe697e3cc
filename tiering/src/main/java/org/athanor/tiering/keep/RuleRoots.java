// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.keep;

import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.athanor.storage.rules.StorageRules;

/** The directories in which rules place files. Pure. */
final class RuleRoots {
  private RuleRoots() {}

  /**
   * The directories of the rules, those in others left out, in the order of their paths.
   *
   * @param roots only what is in and below these
   */
  static List<String> of(StorageRules rules, List<String> roots) {
    NavigableSet<String> placed = new TreeSet<>();
    rules.placements().forEach(placement -> placed.add(placement.path()));
    NavigableSet<String> all = new TreeSet<>();
    for (String root : roots) {
      if (rules.placementOf(root).isPresent()) {
        all.add(root);
      } else {
        // Whatever is below it: the character after a slash ends the range.
        String above = root.equals("/") ? "/" : root + "/";
        String after = above.substring(0, above.length() - 1) + (char) ('/' + 1);
        all.addAll(placed.subSet(above, true, after, false));
      }
    }
    return all.stream().filter(path -> !isBelowOneOf(path, all)).toList();
  }

  private static boolean isBelowOneOf(String path, Set<String> directories) {
    String at = path;
    while (!at.equals("/")) {
      int slash = at.lastIndexOf('/');
      at = slash == 0 ? "/" : at.substring(0, slash);
      if (directories.contains(at)) {
        return true;
      }
    }
    return false;
  }
}
