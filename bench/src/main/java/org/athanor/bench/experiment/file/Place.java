// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.file;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.bench.experiment.Problem;
import org.athanor.bench.experiment.file.YamlNode.Entry;
import org.athanor.bench.experiment.file.YamlNode.Mapping;
import org.athanor.bench.experiment.file.YamlNode.Scalar;
import org.athanor.bench.experiment.file.YamlNode.Sequence;
import org.athanor.bench.words.Nearest;

/**
 * A value of the file with its position, so that a problem can name file, line and key.
 *
 * @param line line of the key, or of the value in a list; 0 if the value is not in the file
 * @param path keys from the top level, such as {@code frameworks.spark.mode}; empty for the
 *     document
 */
record Place(String file, int line, String path, YamlNode node, List<Problem> problems) {

  /** Reports a problem of this value. */
  void report(String what) {
    problems.add(new Problem(file, line, subject() + ": " + what));
  }

  /**
   * How problems name this value: {@code key=value}, or the key alone if the value is null, a list
   * or a mapping.
   */
  String subject() {
    String value = node instanceof Scalar scalar && !isNull() ? scalar.shown() : "";
    if (path.isEmpty()) {
      return value.isEmpty() ? "the file" : value;
    }
    return value.isEmpty() ? path : path + "=" + value;
  }

  /** Reports that a required key below this place is missing. */
  void reportMissing(String key, String what) {
    String subject = path.isEmpty() ? key : path + "." + key;
    problems.add(new Problem(file, line, subject + ": " + what));
  }

  /** Reports an unknown word, with the allowed words and the nearest of them. */
  void reportUnknown(String thing, Collection<String> allowed) {
    report(unknown(thing, node instanceof Scalar scalar ? scalar.text() : path, allowed));
  }

  static String unknown(String thing, String word, Collection<String> allowed) {
    return "unknown "
        + thing
        + "; allowed "
        + String.join(", ", allowed)
        + Nearest.hint(word, allowed);
  }

  Place child(Entry entry) {
    String childPath = path.isEmpty() ? entry.key() : path + "." + entry.key();
    return new Place(file, entry.line(), childPath, entry.value(), problems);
  }

  /** Whether a key has no value. */
  boolean isNull() {
    return node instanceof Scalar scalar && scalar.isNull();
  }

  /**
   * The text of the value. Returns empty and reports a problem if the value is null, a list or a
   * mapping.
   */
  Optional<String> text(String allowed) {
    if (node instanceof Scalar scalar && !scalar.isNull()) {
      return Optional.of(scalar.text());
    }
    report((isNull() ? "has no value; " : "") + "must be " + allowed);
    return Optional.empty();
  }

  /** The items of the list; a single value counts as a list of one. */
  List<Place> items() {
    if (!(node instanceof Sequence sequence)) {
      return isNull() ? List.of() : List.of(this);
    }
    List<Place> items = new ArrayList<>();
    for (YamlNode item : sequence.items()) {
      items.add(new Place(file, item.line(), path, item, problems));
    }
    return items;
  }

  /**
   * The keys of the mapping, in order, and their places. Returns empty and reports a problem if the
   * value is not a mapping. A key that occurs twice is reported; its first value counts.
   */
  Optional<Map<String, Place>> keys() {
    if (isNull()) {
      return Optional.of(Map.of());
    }
    if (!(node instanceof Mapping mapping)) {
      report("must be keys and values");
      return Optional.empty();
    }
    Map<String, Place> keys = new LinkedHashMap<>();
    for (Entry entry : mapping.entries()) {
      Place known = keys.putIfAbsent(entry.key(), child(entry));
      if (known != null) {
        child(entry).report("the key is already set in line " + known.line());
      }
    }
    return Optional.of(keys);
  }
}
