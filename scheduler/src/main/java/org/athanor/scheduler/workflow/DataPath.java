// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.workflow;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.PatternSyntaxException;

/**
 * A path that a job reads or writes, as its names from the top. A name may be a pattern ({@code *},
 * {@code ?}, {@code [a-c]}, {@code {a,b}}).
 *
 * @param names from the top; those of its scheme and host, if it has them, are the first
 */
public record DataPath(List<String> names) {

  /** The path with a text such as {@code /a/b-*}. */
  public static DataPath of(String path) {
    return new DataPath(
        Arrays.stream(path.split("/", -1)).filter(name -> !name.isEmpty()).toList());
  }

  /**
   * Whether a file could be at or below both paths. Two patterns in the same place count as if they
   * had a name in common.
   */
  public boolean overlaps(DataPath other) {
    int shared = Math.min(names.size(), other.names.size());
    for (int i = 0; i < shared; i++) {
      if (!mayBeEqual(names.get(i), other.names.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean mayBeEqual(String a, String b) {
    if (isPattern(a)) {
      return isPattern(b) || matches(a, b);
    }
    return isPattern(b) ? matches(b, a) : a.equals(b);
  }

  /** Whether a name, or a path, is a pattern. */
  static boolean isPattern(String name) {
    return name.chars().anyMatch(letter -> "*?[{".indexOf(letter) >= 0);
  }

  /** A malformed pattern matches only itself. */
  private static boolean matches(String pattern, String name) {
    try {
      return FileSystems.getDefault().getPathMatcher("glob:" + pattern).matches(Path.of(name));
    } catch (PatternSyntaxException malformed) {
      return pattern.equals(name);
    }
  }
}
