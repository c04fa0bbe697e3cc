// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import java.util.ArrayList;
import java.util.List;
import org.athanor.yaml.Place;
import org.athanor.yaml.YamlNode;
import org.athanor.yaml.YamlNode.Entry;
import org.athanor.yaml.YamlNode.Mapping;
import org.athanor.yaml.YamlNode.Scalar;
import org.athanor.yaml.YamlNode.Sequence;
import org.athanor.yaml.text.Nearest;

/**
 * Puts a value into a document, at a path of keys with dots between them: {@code hdfs.placement}. A
 * list of mappings is entered by the {@code name} of one of them: {@code jobs.sort.maps}. The value
 * keeps its line, so that what is wrong with it is reported where it stands.
 */
final class Replacement {
  private static final String NAME = "name";

  private final String path;
  private final Place place;

  /**
   * Makes a replacement.
   *
   * @param path keys and names, with dots between them
   * @param place of the value, which problems are reported at
   */
  Replacement(String path, Place place) {
    this.path = path;
    this.place = place;
  }

  /**
   * Returns a copy of the document with the value. Reports a problem and returns the document as it
   * is if the path leads nowhere; a section at the top of the document is made if it is missing.
   */
  YamlNode in(YamlNode document) {
    return in(document, List.of(path.split("\\.", -1)), true);
  }

  private YamlNode in(YamlNode node, List<String> keys, boolean top) {
    if (keys.isEmpty()) {
      return place.node();
    }
    if (node instanceof Mapping mapping) {
      return inMapping(mapping, keys, top);
    }
    if (node instanceof Sequence sequence) {
      return inSequence(sequence, keys);
    }
    place.report("there are no keys to set in; must be a path to a key of this file");
    return node;
  }

  private YamlNode inMapping(Mapping mapping, List<String> keys, boolean top) {
    List<String> rest = keys.subList(1, keys.size());
    List<Entry> entries = new ArrayList<>();
    boolean found = false;
    for (Entry entry : mapping.entries()) {
      boolean here = !found && entry.key().equals(keys.get(0));
      found |= here;
      entries.add(
          here ? new Entry(line(rest, entry), entry.key(), in(entry.value(), rest, false)) : entry);
    }
    if (found) {
      return new Mapping(mapping.line(), entries);
    }
    if (!rest.isEmpty() && !top) {
      place.report(
          Nearest.unknown(
              "key " + keys.get(0),
              keys.get(0),
              mapping.entries().stream().map(Entry::key).toList()));
      return mapping;
    }
    YamlNode value = in(new Mapping(place.line(), List.of()), rest, false);
    entries.add(new Entry(place.line(), keys.get(0), value));
    return new Mapping(mapping.line(), entries);
  }

  private int line(List<String> rest, Entry entry) {
    return rest.isEmpty() ? place.line() : entry.line();
  }

  private YamlNode inSequence(Sequence sequence, List<String> keys) {
    List<String> rest = keys.subList(1, keys.size());
    List<YamlNode> items = new ArrayList<>();
    List<String> names = new ArrayList<>();
    boolean found = false;
    for (YamlNode item : sequence.items()) {
      String name = nameOf(item);
      names.add(name);
      boolean here = !found && name.equals(keys.get(0));
      found |= here;
      items.add(here ? in(item, rest, false) : item);
    }
    if (!found) {
      place.report(Nearest.unknown("name " + keys.get(0), keys.get(0), names));
      return sequence;
    }
    return new Sequence(sequence.line(), items);
  }

  private static String nameOf(YamlNode item) {
    if (item instanceof Mapping mapping) {
      for (Entry entry : mapping.entries()) {
        if (entry.key().equals(NAME) && entry.value() instanceof Scalar scalar) {
          return scalar.text();
        }
      }
    }
    return "";
  }
}
