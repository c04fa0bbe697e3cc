// SPDX-License-Identifier: Apache-2.0
package org.athanor.results;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.athanor.results.Results.FrameworkInfo;
import org.athanor.results.Results.LayoutInfo;
import org.athanor.results.Results.NodeInfo;
import org.athanor.results.Results.StorageInfo;
import org.athanor.results.Results.WorkloadInfo;

/**
 * Unique labels for the frameworks, workloads and nodes of several experiments. Items of the same
 * name get a suffix: the first property in which all of them differ. Each result has, for each
 * experiment, a label for each of its items.
 */
final class DistinctLabels {

  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);

  private DistinctLabels() {}

  static List<List<String>> frameworks(List<Results> experiments) {
    return label(
        experiments,
        Results::frameworks,
        FrameworkInfo::label,
        (results, info) -> results,
        List.of(
            (results, info) -> results.simulation().isPresent() ? "simulated" : "measured",
            (results, info) -> info.version(),
            (results, info) -> info.build().map(build -> "build " + build).orElse(""),
            (results, info) -> info.mode(),
            (results, info) -> "Java " + info.java(),
            (results, info) -> settings(info.settings()),
            (results, info) -> machine(results),
            (results, info) -> host(results),
            (results, info) -> results.coresPerNode() + " cores",
            (results, info) ->
                AmountText.of(results.memoryBytesPerNode(), Unit.BYTES) + " of memory",
            (results, info) -> results.layout().map(LayoutInfo::text).orElse(""),
            (results, info) -> results.filesystem()));
  }

  static List<List<String>> workloads(List<Results> experiments) {
    return label(
        experiments,
        Results::workloads,
        WorkloadInfo::label,
        // Experiments may have other numbers of workers.
        (results, info) -> info.withInputBytesBySize(Map.of()),
        List.of(
            (results, info) ->
                info.inputBytes().map(bytes -> AmountText.of(bytes, Unit.BYTES)).orElse(""),
            (results, info) -> info.kind(),
            (results, info) -> settings(info.settings()),
            (results, info) -> info.input()));
  }

  static List<List<String>> storages(List<Results> experiments) {
    return label(
        experiments,
        Results::storages,
        StorageInfo::label,
        (results, info) -> info,
        List.of((results, info) -> info.type(), (results, info) -> settings(info.settings())));
  }

  static List<List<String>> nodes(List<Results> experiments) {
    return label(
        experiments,
        Results::nodes,
        NodeInfo::name,
        (results, info) -> info,
        List.of((results, info) -> info.system().host()));
  }

  /** Items with the same name and the same {@code identity} are the same item and get one label. */
  private static <T> List<List<String>> label(
      List<Results> experiments,
      Function<Results, List<T>> items,
      Function<T, String> name,
      BiFunction<Results, T, Object> identity,
      List<BiFunction<Results, T, String>> properties) {
    List<BiFunction<Results, T, String>> all = new ArrayList<>(properties);
    all.add((results, item) -> results.name());
    all.add((results, item) -> DATE.format(results.started()));
    all.add((results, item) -> "experiment " + (experiments.indexOf(results) + 1));

    Map<String, Map<Object, Entry<T>>> named = new LinkedHashMap<>();
    for (Results results : experiments) {
      for (T item : items.apply(results)) {
        named
            .computeIfAbsent(name.apply(item), unused -> new LinkedHashMap<>())
            .putIfAbsent(identity.apply(results, item), new Entry<>(results, item));
      }
    }
    Map<String, Map<Object, String>> labels = new LinkedHashMap<>();
    named.forEach((label, entries) -> labels.put(label, distinct(label, entries, all)));
    return experiments.stream()
        .map(
            results ->
                items.apply(results).stream()
                    .map(
                        item ->
                            Objects.requireNonNull(labels.get(name.apply(item)))
                                .get(identity.apply(results, item)))
                    .toList())
        .toList();
  }

  private static <T> Map<Object, String> distinct(
      String label,
      Map<Object, Entry<T>> entries,
      List<BiFunction<Results, T, String>> properties) {
    Map<Object, String> labels = new LinkedHashMap<>();
    if (entries.size() == 1) {
      entries.keySet().forEach(key -> labels.put(key, label));
      return labels;
    }
    for (BiFunction<Results, T, String> property : properties) {
      labels.clear();
      entries.forEach(
          (key, entry) -> {
            String text = property.apply(entry.results(), entry.item());
            labels.put(key, text.isEmpty() ? label : label + " (" + text + ")");
          });
      if (new HashSet<>(labels.values()).size() == entries.size()) {
        return labels;
      }
    }
    throw new IllegalArgumentException("the same experiment was given twice: " + label);
  }

  private static String settings(Map<String, String> settings) {
    List<String> texts = new ArrayList<>();
    new TreeMap<>(settings).forEach((key, value) -> texts.add(key + "=" + value));
    return String.join(", ", texts);
  }

  private static String machine(Results results) {
    TreeSet<String> models = new TreeSet<>();
    results.nodes().forEach(node -> models.add(node.system().cpuModel()));
    return String.join(", ", models);
  }

  private static String host(Results results) {
    return results.nodes().isEmpty() ? "" : results.nodes().get(0).system().host();
  }

  private record Entry<T>(Results results, T item) {}
}
