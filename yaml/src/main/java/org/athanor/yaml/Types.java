// SPDX-License-Identifier: Apache-2.0
package org.athanor.yaml;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.athanor.yaml.text.ByteRate;
import org.athanor.yaml.text.ByteSize;
import org.athanor.yaml.text.Decimals;
import org.athanor.yaml.text.Frequency;
import org.athanor.yaml.text.TimeSpan;

/** The types of values that most formats need. */
public final class Types {
  /** A number with more digits after the point is shown with a power of ten. */
  private static final int MOST_DIGITS = 6;

  private Types() {}

  /**
   * A text that is not blank.
   *
   * @param what description of the text, such as {@code a path}
   */
  public static ValueType<String> text(String what) {
    return ValueType.ofText(what, text -> Optional.of(text).filter(some -> !some.isBlank()));
  }

  /** A name that can be part of a file name. */
  public static ValueType<String> name() {
    return ValueType.ofText(
        "a name of at most 64 letters, digits, '-', '_' and '.', a letter or digit first",
        text -> Optional.of(text).filter(some -> some.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,63}")));
  }

  /**
   * A whole number from {@code min} to {@code max}; without an upper bound if that is {@link
   * Integer#MAX_VALUE}.
   */
  public static ValueType<Integer> integer(int min, int max) {
    return ValueType.ofText(
        max == Integer.MAX_VALUE
            ? "a number, " + min + " or more"
            : "a number from " + min + " to " + max,
        text -> number(text).filter(n -> n >= min && n <= max).map(Long::intValue));
  }

  /** A whole number of at most 18 digits. */
  public static ValueType<Long> number() {
    return ValueType.ofText("a whole number", Types::number);
  }

  private static Optional<Long> number(String text) {
    return text.matches("[+-]?\\d{1,18}") ? Optional.of(Long.valueOf(text)) : Optional.empty();
  }

  /**
   * A number, with or without a fraction and a power of ten, from {@code min} to {@code max}, both
   * not negative; without an upper bound if that is {@link Double#MAX_VALUE}.
   */
  public static ValueType<Double> decimal(double min, double max) {
    return ValueType.ofText(
        max == Double.MAX_VALUE
            ? "a number such as 2.5, " + shown(min) + " or more"
            : "a number from " + shown(min) + " to " + shown(max),
        text ->
            Decimals.parse(text)
                .map(BigDecimal::doubleValue)
                .filter(number -> number >= min && number <= max));
  }

  private static String shown(double number) {
    BigDecimal exact = new BigDecimal(Double.toString(number)).stripTrailingZeros();
    return exact.scale() <= MOST_DIGITS ? exact.toPlainString() : exact.toString();
  }

  /** {@code true} or {@code false}, in lower case. */
  public static ValueType<Boolean> bool() {
    return ValueType.ofText(
        "true or false",
        text ->
            switch (text) {
              case "true" -> Optional.of(true);
              case "false" -> Optional.of(false);
              default -> Optional.empty();
            });
  }

  /**
   * A number of bytes, see {@link ByteSize}.
   *
   * @param min the smallest allowed size, such as {@code 256m}
   */
  public static ValueType<ByteSize> size(String min) {
    ByteSize minimum = ByteSize.of(min);
    return ValueType.ofText(
        "a size such as 512m or 1.5g, " + min + " or more",
        text -> ByteSize.parse(text).filter(size -> size.compareTo(minimum) >= 0));
  }

  /** A number of bytes per second above 0, see {@link ByteRate}. */
  public static ValueType<ByteRate> rate() {
    return ValueType.ofText(
        "a rate such as 118 MB/s or 1 Gbit/s, above 0",
        text -> ByteRate.parse(text).filter(rate -> rate.bytesPerSecond() > 0));
  }

  /** A number of cycles per second above 0, see {@link Frequency}. */
  public static ValueType<Frequency> frequency() {
    return ValueType.ofText(
        "a frequency such as 2.8 GHz, above 0",
        text -> Frequency.parse(text).filter(frequency -> frequency.hertz() > 0));
  }

  /** A duration from {@code min} to {@code max}, both such as {@code 90s}; see {@link TimeSpan}. */
  public static ValueType<Duration> duration(String min, String max) {
    Duration minimum = TimeSpan.parse(min).orElseThrow();
    Duration maximum = TimeSpan.parse(max).orElseThrow();
    return ValueType.ofText(
        "a time such as 90s or 1h30m, from " + min + " to " + max,
        text ->
            TimeSpan.parse(text)
                .filter(time -> time.compareTo(minimum) >= 0 && time.compareTo(maximum) <= 0));
  }

  /** A percentage, read as a share from 0 to 1. */
  public static ValueType<Double> percent() {
    return ValueType.ofText(
        "a percentage such as 10%, from 0% to 100%",
        text -> {
          if (!text.matches("\\d{1,3}(\\.\\d{1,6})?\\s*%")) {
            return Optional.empty();
          }
          String digits = text.substring(0, text.length() - 1).strip();
          double share = new BigDecimal(digits).movePointLeft(2).doubleValue();
          return Optional.of(share).filter(some -> some <= 1);
        });
  }

  /** A constant of an enumeration by its name in lower case. */
  public static <E extends Enum<E>> ValueType<E> oneOf(Class<E> type) {
    return oneOf(type, constant -> constant.name().toLowerCase(Locale.ROOT));
  }

  /**
   * A constant of an enumeration by its id.
   *
   * @param id returns a constant's id, different for each
   */
  public static <E extends Enum<E>> ValueType<E> oneOf(Class<E> type, Function<E, String> id) {
    return oneOf(List.of(type.getEnumConstants()), id);
  }

  /**
   * One of some values by its id.
   *
   * @param values at least one
   * @param id returns a value's id, different for each
   */
  public static <T> ValueType<T> oneOf(List<T> values, Function<T, String> id) {
    List<String> ids = values.stream().map(id).toList();
    String allowed = String.join(" or ", ids);
    return new ValueType<>(
        allowed,
        place ->
            place
                .text(allowed)
                .flatMap(
                    text -> {
                      int index = ids.indexOf(text);
                      if (index < 0) {
                        place.reportUnknown("value", ids);
                        return Optional.empty();
                      }
                      return Optional.of(values.get(index));
                    }));
  }

  /**
   * A list of at least one value; a single value counts as a list of one. Wrong items are reported
   * and left out, so the result may be empty.
   *
   * @param type type of the items
   * @param what description of the list
   */
  public static <T> ValueType<List<T>> listOf(ValueType<T> type, String what) {
    return new ValueType<>(
        what,
        place -> {
          List<T> values = new ArrayList<>();
          List<Place> items = place.items();
          if (items.isEmpty()) {
            place.report("must be " + what);
            return Optional.empty();
          }
          for (Place item : items) {
            type.read(item).ifPresent(values::add);
          }
          return Optional.of(values);
        });
  }

  /** A mapping with arbitrary keys and scalar values. */
  public static ValueType<Map<String, String>> settings() {
    String what = "keys and values";
    return new ValueType<>(
        what,
        place ->
            place
                .keys()
                .map(
                    keys -> {
                      Map<String, String> settings = new LinkedHashMap<>();
                      keys.forEach(
                          (key, value) ->
                              value
                                  .text("a text or a number")
                                  .ifPresent(text -> settings.put(key, text)));
                      return settings;
                    }));
  }

  /**
   * Any value, which the caller reads.
   *
   * @param what description of the value, such as {@code a list of nodes}
   */
  public static ValueType<Place> place(String what) {
    return new ValueType<>(what, Optional::of);
  }
}
