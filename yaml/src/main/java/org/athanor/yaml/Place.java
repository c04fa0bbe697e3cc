// SPDX-License-Identifier: Apache-2.0
package org.athanor.yaml;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.yaml.YamlNode.Entry;
import org.athanor.yaml.YamlNode.Mapping;
import org.athanor.yaml.YamlNode.Scalar;
import org.athanor.yaml.YamlNode.Sequence;
import org.athanor.yaml.text.Nearest;

/**
 * A value of a file with its position, so that a problem can name file, line and key.
 *
 * @param file the file as the user named it
 * @param line line of the key, or of the value in a list; 0 if the value is not in the file
 * @param path keys from the top level, such as {@code frameworks.spark.mode}; empty for the
 *     document
 * @param problems the list to which problems are added; all places of a file share it
 */
public record Place(String file, int line, String path, YamlNode node, List<Problem> problems) {

  /** Reports a problem of this value. */
  public void report(String what) {
    problems.add(new Problem(file, line, subject() + ": " + what));
  }

  /**
   * How problems name this value: {@code key=value}, or the key alone if the value is null, a list
   * or a mapping.
   */
  public String subject() {
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

  /**
   * Reports that the value is an unknown word, with the allowed words and the nearest of them.
   *
   * @param thing what the word should name, such as {@code framework}
   */
  public void reportUnknown(String thing, Collection<String> allowed) {
    report(Nearest.unknown(thing, node instanceof Scalar scalar ? scalar.text() : path, allowed));
  }

  private Place child(Entry entry) {
    String childPath = path.isEmpty() ? entry.key() : path + "." + entry.key();
    return new Place(file, entry.line(), childPath, entry.value(), problems);
  }

  private boolean isNull() {
    return node instanceof Scalar scalar && scalar.isNull();
  }

  /**
   * The text of the value. Returns empty and reports a problem if the value is null, a list or a
   * mapping.
   *
   * @param allowed description of the allowed values; in the message it follows "must be"
   */
  public Optional<String> text(String allowed) {
    if (node instanceof Scalar scalar && !scalar.isNull()) {
      return Optional.of(scalar.text());
    }
    report((isNull() ? "has no value; " : "") + "must be " + allowed);
    return Optional.empty();
  }

  /** The items of the list; a single value counts as a list of one, and null as an empty list. */
  public List<Place> items() {
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
   * The keys of the mapping, in order, and their places; null counts as an empty mapping. Returns
   * empty and reports a problem if the value is not a mapping. A key that occurs twice is reported;
   * its first value counts.
   */
  public Optional<Map<String, Place>> keys() {
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
