// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.file;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.bench.experiment.file.Vocabulary.Option;
import org.athanor.yaml.Key;
import org.athanor.yaml.Section;
import org.athanor.yaml.Types;
import org.athanor.yaml.ValueType;
import org.athanor.yaml.text.ByteSize;
import org.athanor.yaml.text.Decimals;
import org.athanor.yaml.text.Nearest;
import org.athanor.yaml.text.TimeSpan;

/** Keys that only one kind of framework or workload has. */
final class Options {
  private Options() {}

  /** The keys that all kinds have, then those of one kind. */
  static List<Key<?>> with(List<Key<?>> common, List<Option> options) {
    List<Key<?>> keys = new ArrayList<>(common);
    for (Option option : options) {
      keys.add(key(option));
    }
    return keys;
  }

  static Key<String> key(Option option) {
    return new Key<>(option.name(), type(option), option.fallback(), option.text());
  }

  /** Reads the values as written, except that paths become absolute. */
  static Map<String, String> read(Section section, List<Option> options, Path directory) {
    Map<String, String> values = new LinkedHashMap<>();
    for (Option option : options) {
      section
          .get(key(option))
          .ifPresent(
              value ->
                  values.put(
                      option.name(),
                      option.type() == Vocabulary.OptionType.PATH
                          ? absolute(value, directory)
                          : value));
    }
    return values;
  }

  static String absolute(String path, Path directory) {
    return path.matches("[a-z][a-z0-9+.-]*:.*") || path.startsWith("/")
        ? path
        : directory.resolve(path).normalize().toString();
  }

  private static ValueType<String> type(Option option) {
    return switch (option.type()) {
      case TEXT -> Types.text("a text");
      case COUNT -> checked("a number, 1 or more", text -> text.matches("0*[1-9]\\d{0,17}"));
      case WHOLE -> checked("a whole number, 0 or more", text -> text.matches("\\d{1,18}"));
      case DECIMAL -> checked("a number, 0 or more", text -> Decimals.parse(text).isPresent());
      case SIZE -> size(option.words());
      case DURATION ->
          checked(
              "a time such as 90s or 1h30m",
              text -> TimeSpan.parse(text).filter(time -> !time.isZero()).isPresent());
      case BOOLEAN -> checked("true or false", text -> text.equals("true") || text.equals("false"));
      case PATH -> checked("a path or a URI", Options::isPath);
      case TEXTS -> {
        ValueType<List<String>> list = Types.listOf(Types.text("a text"), "a list of texts");
        yield new ValueType<>(
            list.allowed(), place -> list.read(place).map(texts -> String.join("\n", texts)));
      }
    };
  }

  private static ValueType<String> size(List<String> words) {
    String allowed =
        "a size such as 512m or 1.5g" + (words.isEmpty() ? "" : ", or " + String.join(", ", words));
    return ValueType.ofParser(
        allowed,
        text -> {
          if (words.contains(text)
              || ByteSize.parse(text).filter(size -> size.bytes() > 0).isPresent()) {
            return text;
          }
          throw new IllegalArgumentException("must be " + allowed + Nearest.hint(text, words));
        });
  }

  static boolean isPath(String text) {
    return !text.isBlank() && text.indexOf('\0') < 0;
  }

  private static ValueType<String> checked(
      String allowed, java.util.function.Predicate<String> good) {
    return ValueType.ofText(allowed, text -> Optional.of(text).filter(good));
  }
}
