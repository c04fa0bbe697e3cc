// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.localize;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;

/**
 * Results of comparisons of files or directories. A result counts as "different" as soon as one of
 * the two has been replaced or, if it is a file, changed. Not thread-safe.
 */
final class Comparisons {
  private final BiPredicate<Path, Path> comparison;
  private final Map<Pair, Result> results = new HashMap<>();

  /**
   * @param comparison whether two files or directories have the same content
   */
  Comparisons(BiPredicate<Path, Path> comparison) {
    this.comparison = comparison;
  }

  /** Two files or directories to compare. */
  record Pair(Path one, Path other) {}

  private record Result(boolean same, Optional<Stamp> one, Optional<Stamp> other) {}

  /** Tells whether a file is still the one that was compared. */
  private record Stamp(Object key, long size, FileTime modified) {
    /** Returns the stamp of a file; empty if it does not exist. */
    static Optional<Stamp> of(Path file) {
      try {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        return Optional.of(
            new Stamp(attributes.fileKey(), attributes.size(), attributes.lastModifiedTime()));
      } catch (IOException missing) {
        return Optional.empty();
      }
    }
  }

  /**
   * Returns whether both had the same content and have not changed since the comparison; empty if
   * they have not been compared. Reads no content.
   */
  Optional<Boolean> same(Pair pair) {
    return Optional.ofNullable(results.get(pair))
        .map(
            result ->
                result.same
                    && result.one.equals(Stamp.of(pair.one))
                    && result.other.equals(Stamp.of(pair.other)));
  }

  /** Makes comparisons. Reads both files completely if their content is the same. */
  void make(Collection<Pair> pairs) {
    for (Pair pair : pairs) {
      Optional<Stamp> one = Stamp.of(pair.one);
      Optional<Stamp> other = Stamp.of(pair.other);
      results.put(pair, new Result(comparison.test(pair.one, pair.other), one, other));
    }
  }
}
