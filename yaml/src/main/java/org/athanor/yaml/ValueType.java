// SPDX-License-Identifier: Apache-2.0
package org.athanor.yaml;

import java.util.Optional;
import java.util.function.Function;

/**
 * The type of a key's value. {@link Types} has those that most formats need.
 *
 * @param <T> Java type of the value
 * @param allowed description of the allowed values, such as {@code a size such as 512m or 1.5g}; in
 *     messages it follows "must be"
 */
public record ValueType<T>(String allowed, Reader<T> reader) {

  /**
   * Reads a value.
   *
   * @param <T> Java type of the value
   */
  public interface Reader<T> {
    /** Returns empty and reports a problem if the value is not of the type. */
    Optional<T> read(Place place);
  }

  /** Reads a value. Returns empty and reports a problem if the value is not of this type. */
  public Optional<T> read(Place place) {
    return reader.read(place);
  }

  /**
   * A type of scalar values.
   *
   * @param parse returns empty if the text is not allowed
   */
  public static <T> ValueType<T> ofText(String allowed, Function<String, Optional<T>> parse) {
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

  /**
   * A type of scalar values with a parser that says itself what is wrong.
   *
   * @param parse throws an {@link IllegalArgumentException} with the message to report if the text
   *     is not allowed
   */
  public static <T> ValueType<T> ofParser(String allowed, Function<String, T> parse) {
    return new ValueType<>(
        allowed,
        place ->
            place
                .text(allowed)
                .flatMap(
                    text -> {
                      try {
                        return Optional.of(parse.apply(text));
                      } catch (IllegalArgumentException wrong) {
                        place.report(wrong.getMessage());
                        return Optional.empty();
                      }
                    }));
  }
}
