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
 * Comparisons of files or directories that are made at one time and used at another. A result is
 * valid as long as neither of the two was replaced or, if it is a file, written to. Used by one
 * thread at a time.
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

  /** What is compared. */
  record Pair(Path one, Path other) {}

  private record Result(boolean same, Optional<Stamp> one, Optional<Stamp> other) {}

  /** Tells whether a file is still the one that was compared. */
  private record Stamp(Object key, long size, FileTime modified) {
    /** Empty if there is no such file. */
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
   * Whether both have the same content; not if one has changed since the comparison. Reads no
   * content. Empty if they were not compared.
   */
  Optional<Boolean> same(Pair pair) {
    return Optional.ofNullable(results.get(pair))
        .map(
            result ->
                result.same
                    && result.one.equals(Stamp.of(pair.one))
                    && result.other.equals(Stamp.of(pair.other)));
  }

  /** Compares. May take long. */
  void make(Collection<Pair> pairs) {
    for (Pair pair : pairs) {
      Optional<Stamp> one = Stamp.of(pair.one);
      Optional<Stamp> other = Stamp.of(pair.other);
      results.put(pair, new Result(comparison.test(pair.one, pair.other), one, other));
    }
  }
}
