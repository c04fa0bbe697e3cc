// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.rules;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.athanor.storage.tier.Tier;

/** The keys and values of a text, and the problems found in it. */
final class Entries {
  private static final Pattern NUMBER = Pattern.compile("\\d+(\\.\\d+)?([eE][+-]?\\d+)?");
  private static final Pattern WHOLE = Pattern.compile("\\d{1,18}");

  /** Control characters, and separators of lines and paragraphs. */
  private static final Pattern UNSHOWABLE = Pattern.compile("[\\p{Cc}\\p{Zl}\\p{Zp}]");

  private static final int MAX_SHOWN = 60;

  /** The line of a missing key. */
  private static final int NO_LINE = Integer.MAX_VALUE;

  /** Characters of an unknown key that are compared with known ones. */
  private static final int MAX_COMPARED = 100;

  private final Map<String, Entry> byKey = new LinkedHashMap<>();

  /** The keys that were asked for, whether the text has them or not. */
  private final Set<String> known = new TreeSet<>();

  /** Beginnings of keys that may be known: the names that they depend on are not valid. */
  private final List<String> unclear = new ArrayList<>();

  private final List<Problem> problems = new ArrayList<>();

  Entries(String text) {
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      String stripped = line.strip();
      if (!stripped.isEmpty() && !stripped.startsWith("#") && !stripped.startsWith("!")) {
        add(number, stripped);
      }
    }
  }

  private void add(int number, String line) {
    int equals = line.indexOf('=');
    if (equals <= 0) {
      problem(number, shown(line) + ": must be key=value, or begin with #");
      return;
    }
    String key = line.substring(0, equals).strip();
    Entry entry = new Entry(number, key, line.substring(equals + 1).strip());
    Entry first = byKey.putIfAbsent(key, entry);
    if (first != null) {
      problem(entry, "the key is in line " + first.line() + " already: must be there once");
    }
  }

  /** The entry of a key; empty if the text does not have it. */
  Optional<Entry> optional(String key) {
    known.add(key);
    return Optional.ofNullable(byKey.get(key));
  }

  /** The entry of a key; a problem if the text does not have it. */
  Optional<Entry> required(String key, String allowed) {
    Optional<Entry> entry = optional(key);
    if (entry.isEmpty()) {
      problems.add(new Problem(NO_LINE, key + " is missing: must be " + allowed));
    }
    return entry;
  }

  /** A number above zero. */
  Optional<Double> rate(String key, String unit) {
    String allowed = "a number above 0, in " + unit;
    return required(key, allowed).flatMap(entry -> number(entry, 0, Double.MAX_VALUE, allowed));
  }

  /** A number from a minimum to a maximum. Zero is never accepted. */
  Optional<Double> number(String key, double minimum, double maximum) {
    String allowed = "a number from " + plain(minimum) + " to " + plain(maximum);
    return required(key, allowed).flatMap(entry -> number(entry, minimum, maximum, allowed));
  }

  private Optional<Double> number(Entry entry, double minimum, double maximum, String allowed) {
    if (NUMBER.matcher(entry.value()).matches()) {
      double value = Double.parseDouble(entry.value());
      if (value > 0 && value >= minimum && value <= maximum) {
        return Optional.of(value);
      }
    }
    problem(entry, "must be " + allowed);
    return Optional.empty();
  }

  /** A whole number from a minimum to a maximum. */
  Optional<Long> whole(String key, long minimum, long maximum) {
    String allowed = "a whole number from " + minimum + " to " + maximum;
    Optional<Entry> entry = required(key, allowed);
    if (entry.isPresent() && WHOLE.matcher(entry.get().value()).matches()) {
      long value = Long.parseLong(entry.get().value());
      if (value >= minimum && value <= maximum) {
        return Optional.of(value);
      }
    }
    entry.ifPresent(wrong -> problem(wrong, "must be " + allowed));
    return Optional.empty();
  }

  /** The words between commas, different ones; none if the value is empty. */
  Optional<List<String>> words(Entry entry) {
    if (entry.value().isEmpty()) {
      return Optional.of(List.of());
    }
    List<String> words = new ArrayList<>();
    for (String word : entry.value().split(",", -1)) {
      words.add(word.strip());
    }
    if (words.contains("") || new HashSet<>(words).size() != words.size()) {
      problem(entry, "must be different names with a comma between two");
      return Optional.empty();
    }
    return Optional.of(words);
  }

  /** Names of tiers, regions or placements. */
  Optional<List<String>> names(Entry entry) {
    Optional<List<String>> names = words(entry);
    for (String name : names.orElse(List.of())) {
      if (!Tier.isName(name)) {
        problem(
            entry, "must be names that begin with a letter or digit, of letters, digits, - and _");
        return Optional.empty();
      }
    }
    return names;
  }

  void problem(Entry entry, String text) {
    problem(entry.line(), shown(entry.key()) + "=" + shown(entry.value()) + ": " + text);
  }

  private void problem(int line, String text) {
    problems.add(new Problem(line, oneLine("line " + line + ": " + text)));
  }

  boolean hasProblems() {
    return !problems.isEmpty();
  }

  /** Does not report unknown keys with this beginning. */
  void unclear(String prefix) {
    unclear.add(prefix);
  }

  /** Reports each key that was not asked for. */
  void reportUnknownKeys() {
    for (Entry entry : byKey.values()) {
      if (!known.contains(entry.key()) && unclear.stream().noneMatch(entry.key()::startsWith)) {
        problem(entry, "unknown key (the nearest known one is " + nearest(entry.key()) + ")");
      }
    }
  }

  private String nearest(String key) {
    String start = key.substring(0, Math.min(key.length(), MAX_COMPARED));
    Map<String, Integer> distances = new HashMap<>();
    known.forEach(other -> distances.put(other, distance(start, other)));
    return Collections.min(
        known, Comparator.<String>comparingInt(distances::get).thenComparing(other -> other));
  }

  /** Number of characters to insert, delete or replace. */
  private static int distance(String one, String other) {
    int[] row = new int[other.length() + 1];
    for (int j = 0; j <= other.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= other.length(); j++) {
        int replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[other.length()];
  }

  /** All problems, in the order of lines; missing keys come last. */
  RulesException exception() {
    return new RulesException(
        problems.stream()
            .sorted(Comparator.comparingInt(Problem::line))
            .map(Problem::text)
            .toList());
  }

  private static String plain(double value) {
    return RulesText.number(value);
  }

  /** A text that is not too long. */
  static String shown(String text) {
    return text.length() > MAX_SHOWN ? text.substring(0, MAX_SHOWN) + "..." : text;
  }

  /** The text with question marks for characters that end a line, or that cannot be shown. */
  static String oneLine(String text) {
    return UNSHOWABLE.matcher(text).replaceAll("?");
  }

  /** A line of the text. */
  record Entry(int line, String key, String value) {}

  private record Problem(int line, String text) {}
}
