// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.file;

import java.util.Optional;
import java.util.function.Function;

/**
 * What a key's value may be.
 *
 * @param <T> what it becomes
 * @param allowed in words, such as {@code a size such as 512m or 1.5g}
 */
record ValueType<T>(String allowed, Reader<T> reader) {

  /** Reads a value; empty, and reported, if it is not one of the type. */
  interface Reader<T> {
    Optional<T> read(Place place);
  }

  Optional<T> read(Place place) {
    return reader.read(place);
  }

  /** A type of values without parts. */
  static <T> ValueType<T> ofText(String allowed, Function<String, Optional<T>> parse) {
    return new ValueType<>(
        allowed,
        place ->
            place
                .text(allowed)
                .flatMap(
                    text -> {
                      Optional<T> value = parse.apply(text);
                      if (value.isEmpty()) {
                        place.wrong("must be " + allowed);
                      }
                      return value;
                    }));
  }
}
