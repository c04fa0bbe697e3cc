// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.file;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.athanor.results.Secrets;
import org.athanor.yaml.Key;
import org.athanor.yaml.NamedEntry;
import org.athanor.yaml.Place;
import org.athanor.yaml.Problem;
import org.athanor.yaml.Section;
import org.athanor.yaml.Types;
import org.athanor.yaml.YamlNode;
import org.athanor.yaml.YamlNode.Entry;
import org.athanor.yaml.YamlNode.Mapping;
import org.athanor.yaml.YamlNode.Scalar;

/**
 * The key {@code matrix} of a framework or workload: each combination of the values of its axes
 * makes a variant, an entry of its own with a label of its own. An axis is a key of the entry, or
 * one of its {@code settings}. The variants are read like entries that the user has written, so
 * every value is checked as usual, at its line.
 */
final class Matrix {
  /** Largest number of variants of an entry. */
  static final int MOST = 100;

  /** Keys that cannot vary, or whose values would not be seen in results. */
  private static final Set<String> FIXED =
      Set.of(
          Keys.LABEL.name(), Keys.HOOKS.name(), Keys.MATRIX.name(), Keys.WORKLOAD_TIMEOUT.name());

  private final NamedEntry entry;
  private final Place matrix;
  private final Map<String, Place> body;

  private Matrix(NamedEntry entry, Place matrix, Map<String, Place> body) {
    this.entry = entry;
    this.matrix = matrix;
    this.body = body;
  }

  /**
   * The values of an axis.
   *
   * @param name of the key or setting
   * @param setting whether it is one of the settings
   */
  record Axis(String name, boolean setting, List<Scalar> values) {}

  /**
   * The variants of an entry, in the order of the file: the last axis varies fastest. An entry
   * without a matrix, or with a wrong one, has one variant.
   *
   * @param keys that the entry may have
   */
  static List<NamedEntry> variants(NamedEntry entry, List<Key<?>> keys) {
    Optional<Map<String, Place>> body =
        entry.body().node() instanceof Mapping ? entry.body().keys() : Optional.empty();
    Place matrix = body.map(places -> places.get(Keys.MATRIX.name())).orElse(null);
    if (matrix == null) {
      return List.of(entry);
    }
    return new Matrix(entry, matrix, body.get()).variants(keys);
  }

  private List<NamedEntry> variants(List<Key<?>> keys) {
    int before = matrix.problems().size();
    List<Axis> axes = axes(keys);
    long product = 1;
    for (Axis axis : axes) {
      product = Math.min(Integer.MAX_VALUE, product * axis.values().size());
    }
    boolean right = matrix.problems().size() == before;
    if (right && axes.isEmpty()) {
      matrix.report("has no axes; must be keys with lists of values, such as size: [1g, 2g]");
    } else if (right && product > MOST) {
      matrix.report(
          "makes " + product + " variants; allowed are " + MOST + ", so use fewer values");
    }
    Optional<String> base = base();
    if (!right || axes.isEmpty() || product > MOST || base.isEmpty()) {
      return List.of(new NamedEntry(entry.kind(), entry.place(), variant(axes, first(axes), null)));
    }
    List<List<Scalar>> rows = List.of(List.of());
    for (Axis axis : axes) {
      rows =
          rows.stream()
              .flatMap(row -> axis.values().stream().map(value -> appended(row, value)))
              .toList();
    }
    List<String> labels = VariantLabels.of(base.get(), axes, rows);
    List<NamedEntry> variants = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      variants.add(
          new NamedEntry(entry.kind(), entry.place(), variant(axes, rows.get(i), labels.get(i))));
    }
    return variants;
  }

  private static List<Scalar> appended(List<Scalar> row, Scalar value) {
    List<Scalar> longer = new ArrayList<>(row);
    longer.add(value);
    return longer;
  }

  private static List<Scalar> first(List<Axis> axes) {
    return axes.stream().map(axis -> axis.values().get(0)).toList();
  }

  /**
   * The label of the entry, or its kind if it has none. Empty if the label is wrong: the only
   * variant then keeps it, and it is reported like that of any other entry.
   */
  private Optional<String> base() {
    Place label = body.get(Keys.LABEL.name());
    if (label == null) {
      return Optional.of(entry.kind());
    }
    List<Problem> unreported = new ArrayList<>();
    return Keys.LABEL
        .type()
        .read(new Place(label.file(), label.line(), label.path(), label.node(), unreported));
  }

  /** The axes that have values. Reports what is wrong with the others. */
  private List<Axis> axes(List<Key<?>> keys) {
    List<Key<?>> declared = new ArrayList<>();
    for (Key<?> key : keys) {
      if (!FIXED.contains(key.name())) {
        declared.add(new Key<>(key.name(), Types.place("a list of values"), "none", key.text()));
      }
    }
    Section section = new Section(matrix, Keys.MATRIX.name(), declared);
    List<Axis> axes = new ArrayList<>();
    for (Key<?> key : declared) {
      Optional<Place> place = section.place(key);
      if (place.isPresent() && key.name().equals(Keys.SETTINGS.name())) {
        Map<String, Place> set =
            Optional.ofNullable(body.get(key.name()))
                .filter(settings -> settings.node() instanceof Mapping)
                .flatMap(Place::keys)
                .orElse(Map.of());
        Map<String, Place> varied = place.get().keys().orElse(Map.of());
        String secrets = namedSecrets(set) + " " + namedSecrets(varied);
        varied.forEach((name, it) -> axis(name, true, secrets, it, set).ifPresent(axes::add));
      } else {
        place.flatMap(it -> axis(key.name(), false, "", it, body)).ifPresent(axes::add);
      }
    }
    return axes;
  }

  /**
   * The values of an axis; empty if they are wrong, which is reported.
   *
   * @param secrets regular expressions for further names of secrets
   * @param set what the entry sets outside the matrix
   */
  private static Optional<Axis> axis(
      String name, boolean setting, String secrets, Place place, Map<String, Place> set) {
    if (set.containsKey(name)) {
      place.report("must not also be set outside the matrix, in line " + set.get(name).line());
      return Optional.empty();
    }
    if (hasSecret(name, secrets, place)) {
      // A problem of the place itself would show a value that is not in a list.
      Mapping hidden = new Mapping(place.line(), List.of());
      new Place(place.file(), place.line(), place.path(), hidden, place.problems())
          .report("has secrets, which would be part of labels; set it outside the matrix");
      return Optional.empty();
    }
    List<Place> items = place.items();
    if (items.isEmpty()) {
      place.report("must be a list of values");
    }
    Map<String, Scalar> values = new LinkedHashMap<>();
    for (Place item : items) {
      if (item.text("a text or a number").isPresent() && item.node() instanceof Scalar value) {
        if (values.putIfAbsent(value.text(), value) != null) {
          item.report("occurs twice");
        }
      }
    }
    return values.isEmpty()
        ? Optional.empty()
        : Optional.of(new Axis(name, setting, List.copyOf(values.values())));
  }

  /** Whether a value of an axis is a secret, or contains one. */
  private static boolean hasSecret(String name, String secrets, Place place) {
    for (Place item : place.items()) {
      if (item.node() instanceof Scalar value) {
        Map<String, String> settings = new HashMap<>(Map.of(Secrets.HADOOP_KEY, secrets));
        settings.put(name, value.text());
        if (!Secrets.redacted(settings).get(name).equals(value.text())) {
          return true;
        }
      }
    }
    return false;
  }

  /** The regular expressions of settings for further names of secrets. */
  private static String namedSecrets(Map<String, Place> settings) {
    return Optional.ofNullable(settings.get(Secrets.HADOOP_KEY)).stream()
        .flatMap(place -> place.items().stream())
        .map(item -> item.node() instanceof Scalar value ? value.text() : "")
        .collect(Collectors.joining(" "));
  }

  /**
   * The keys and values of a variant.
   *
   * @param label of the variant, or null if it keeps that of the entry
   */
  private Place variant(List<Axis> axes, List<Scalar> row, String label) {
    Set<String> replaced = new HashSet<>(Set.of(Keys.MATRIX.name()));
    List<Entry> entries = new ArrayList<>();
    List<Entry> settings = new ArrayList<>();
    for (int i = 0; i < axes.size(); i++) {
      Scalar value = row.get(i);
      Entry set = new Entry(value.line(), axes.get(i).name(), value);
      (axes.get(i).setting() ? settings : entries).add(set);
      if (!axes.get(i).setting()) {
        replaced.add(axes.get(i).name());
      }
    }
    Place own = body.get(Keys.SETTINGS.name());
    if (!settings.isEmpty() && (own == null || own.node() instanceof Mapping)) {
      List<Entry> merged = new ArrayList<>(settings);
      if (own != null) {
        merged.addAll(0, ((Mapping) own.node()).entries());
      }
      int line = own == null ? matrix.line() : own.line();
      replaced.add(Keys.SETTINGS.name());
      entries.add(new Entry(line, Keys.SETTINGS.name(), new Mapping(line, merged)));
    }
    if (label != null) {
      Place given = body.get(Keys.LABEL.name());
      int line = given == null ? matrix.line() : given.line();
      replaced.add(Keys.LABEL.name());
      entries.add(new Entry(line, Keys.LABEL.name(), new Scalar(line, label, true)));
    }
    body.forEach(
        (name, place) -> {
          if (!replaced.contains(name)) {
            entries.add(new Entry(place.line(), name, place.node()));
          }
        });
    YamlNode node = new Mapping(entry.body().line(), entries);
    Place place = entry.body();
    return new Place(place.file(), place.line(), place.path(), node, place.problems());
  }
}
