// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.keep;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.athanor.storage.rules.PlacementRule;
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
    TreeSet<String> all = new TreeSet<>();
    for (PlacementRule placement : rules.placements()) {
      for (String root : roots) {
        if (isIn(placement.path(), root)) {
          all.add(placement.path());
        } else if (isIn(root, placement.path())) {
          all.add(root);
        }
      }
    }
    List<String> outer = new ArrayList<>();
    for (String path : all) {
      if (all.stream().noneMatch(other -> !other.equals(path) && isIn(path, other))) {
        outer.add(path);
      }
    }
    return outer;
  }

  private static boolean isIn(String path, String directory) {
    return directory.equals("/")
        || path.equals(directory)
        || (path.startsWith(directory) && path.charAt(directory.length()) == '/');
  }
}
