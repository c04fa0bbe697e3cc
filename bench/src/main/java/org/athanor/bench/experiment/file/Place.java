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
 * A value of the file together with where it stands, for problems that people can act upon.
 *
 * @param line of its key, or of the value in a list; 0 if the file does not say it
 * @param path keys from the top, such as {@code frameworks.spark.mode}; empty for the document
 */
record Place(String file, int line, String path, YamlNode node, List<Problem> problems) {

  /** Reports that the value is not what it must be. */
  void wrong(String what) {
    problems.add(new Problem(file, line, subject() + ": " + what));
  }

  /** {@code key=value}; the key alone if the value has parts or is nothing. */
  String subject() {
    String value = node instanceof Scalar scalar && !isNothing() ? scalar.shown() : "";
    if (path.isEmpty()) {
      return value.isEmpty() ? "the file" : value;
    }
    return value.isEmpty() ? path : path + "=" + value;
  }

  /** Reports that a key below this place must be there and is not. */
  void missing(String key, String what) {
    String subject = path.isEmpty() ? key : path + "." + key;
    problems.add(new Problem(file, line, subject + ": " + what));
  }

  /** Reports an unknown word, with what is allowed and the nearest of it. */
  void unknown(String thing, Collection<String> allowed) {
    wrong(unknown(thing, node instanceof Scalar scalar ? scalar.text() : path, allowed));
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

  /** Whether it is a key without a value. */
  boolean isNothing() {
    return node instanceof Scalar scalar && scalar.isNothing();
  }

  /** Its text; empty, and reported, if it is a list, a mapping or nothing. */
  Optional<String> text(String allowed) {
    if (node instanceof Scalar scalar && !scalar.isNothing()) {
      return Optional.of(scalar.text());
    }
    wrong((isNothing() ? "has no value; " : "") + "must be " + allowed);
    return Optional.empty();
  }

  /** Its items; a single value is a list of one. */
  List<Place> items() {
    if (!(node instanceof Sequence sequence)) {
      return isNothing() ? List.of() : List.of(this);
    }
    List<Place> items = new ArrayList<>();
    for (YamlNode item : sequence.items()) {
      items.add(new Place(file, item.line(), path, item, problems));
    }
    return items;
  }

  /** Its keys and their places; empty, and reported, if it is none or a key is there twice. */
  Optional<Map<String, Place>> keys() {
    if (isNothing()) {
      return Optional.of(Map.of());
    }
    if (!(node instanceof Mapping mapping)) {
      wrong("must be keys and values");
      return Optional.empty();
    }
    Map<String, Place> keys = new LinkedHashMap<>();
    for (Entry entry : mapping.entries()) {
      Place known = keys.putIfAbsent(entry.key(), child(entry));
      if (known != null) {
        child(entry).wrong("the key is already in line " + known.line());
      }
    }
    return Optional.of(keys);
  }
}
