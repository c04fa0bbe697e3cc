// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.athanor.yaml.Place;
import org.athanor.yaml.YamlNode;
import org.athanor.yaml.YamlNode.Mapping;
import org.athanor.yaml.YamlNode.Scalar;
import org.athanor.yaml.YamlNode.Sequence;

/** The key {@code matrix}: paths into the file, and the values that they have in variants. */
final class Matrix {
  private static final int MAX_VARIANTS = 1000;

  /**
   * A document of a variant.
   *
   * @param name of the variant; empty if the matrix has no keys
   */
  record Variation(String name, YamlNode document) {}

  private final Map<String, List<Place>> valuesByPath;

  private Matrix(Map<String, List<Place>> valuesByPath) {
    this.valuesByPath = valuesByPath;
  }

  /** Reads the matrix of a document; one without keys if there is none. */
  static Matrix of(Place document) {
    return document
        .keys()
        .map(keys -> keys.get(Keys.MATRIX.name()))
        .map(Matrix::read)
        .orElseGet(Matrix::none);
  }

  /** Reads the matrix. What is wrong with it is reported and left out. */
  private static Matrix read(Place place) {
    Map<String, List<Place>> values = new LinkedHashMap<>();
    long variants = 1;
    for (Map.Entry<String, Place> each : place.keys().orElse(Map.of()).entrySet()) {
      List<Place> items = each.getValue().items();
      if (items.isEmpty()) {
        each.getValue().report("must be a list of values");
      } else if (each.getKey().equals(Keys.NAME.name())
          || each.getKey().split("\\.", -1)[0].equals(Keys.MATRIX.name())) {
        each.getValue().report("cannot be different in variants");
      } else {
        variants = Math.min(Integer.MAX_VALUE, variants * items.size());
        values.put(each.getKey(), distinct(items));
      }
    }
    if (variants > MAX_VARIANTS) {
      place.report(variants + " variants; must be at most " + MAX_VARIANTS);
      return none();
    }
    return new Matrix(values);
  }

  private static List<Place> distinct(List<Place> items) {
    Set<String> seen = new HashSet<>();
    List<Place> distinct = new ArrayList<>();
    for (Place item : items) {
      if (seen.add(text(item.node()))) {
        distinct.add(item);
      } else {
        item.report(text(item.node()) + " occurs twice");
      }
    }
    return distinct;
  }

  static Matrix none() {
    return new Matrix(Map.of());
  }

  /** Whether variants differ in the value of a path. */
  boolean varies(String path) {
    return valuesByPath.containsKey(path);
  }

  /** The documents of all variants; the last path of the matrix changes fastest. */
  List<Variation> variations(YamlNode document) {
    List<Variation> all = List.of(new Variation("", document));
    for (Map.Entry<String, List<Place>> each : valuesByPath.entrySet()) {
      List<Variation> more = new ArrayList<>();
      for (Variation variation : all) {
        for (Place value : each.getValue()) {
          // Problems of the value are those of its path, not of the matrix.
          Place at =
              new Place(value.file(), value.line(), each.getKey(), value.node(), value.problems());
          String name = shortest(each.getKey()) + "=" + text(value.node());
          more.add(
              new Variation(
                  variation.name().isEmpty() ? name : variation.name() + "," + name,
                  new Replacement(each.getKey(), at).in(variation.document())));
        }
      }
      all = more;
    }
    return all;
  }

  /** The shortest end of a path that no other path of the matrix ends with. */
  private String shortest(String path) {
    String end = path.substring(path.lastIndexOf('.') + 1);
    while (!end.equals(path) && isAmbiguous(end)) {
      end = path.substring(path.lastIndexOf('.', path.length() - end.length() - 2) + 1);
    }
    return end.replace(" ", "");
  }

  private boolean isAmbiguous(String end) {
    return valuesByPath.keySet().stream()
            .filter(path -> path.equals(end) || path.endsWith("." + end))
            .count()
        > 1;
  }

  /** A value in one word. */
  private static String text(YamlNode value) {
    if (value instanceof Mapping mapping) {
      return mapping.entries().stream()
          .map(entry -> entry.key().replace(" ", "") + ":" + text(entry.value()))
          .collect(Collectors.joining(",", "{", "}"));
    }
    if (value instanceof Sequence sequence) {
      return sequence.items().stream().map(Matrix::text).collect(Collectors.joining(",", "[", "]"));
    }
    return value instanceof Scalar scalar ? scalar.text().replace(" ", "") : "";
  }
}
