// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.file;

import java.util.Optional;
import java.util.function.Function;

/**
 * The type of a key's value.
 *
 * @param <T> Java type of the value
 * @param allowed description of the allowed values, such as {@code a size such as 512m or 1.5g}
 */
record ValueType<T>(String allowed, Reader<T> reader) {

  /** Reads a value. Returns empty and reports a problem if the value is not of the type. */
  interface Reader<T> {
    Optional<T> read(Place place);
  }

  Optional<T> read(Place place) {
    return reader.read(place);
  }

  /** A type of scalar values. */
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
                        place.report("must be " + allowed);
                      }
                      return value;
                    }));
  }
}
