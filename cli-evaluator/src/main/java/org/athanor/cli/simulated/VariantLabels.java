// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.simulated;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.athanor.simulator.cluster.ClusterSpec;
import org.athanor.simulator.file.Variant;

/**
 * Variants as frameworks of an experiment: a label for each, and its number of nodes. Variants that
 * differ in the number of nodes only have the same label, so the report shows how they scale.
 */
final class VariantLabels {
  private static final String NODES = "count";

  /** The label of variants that differ in nothing but the number of nodes. */
  private static final String ONLY = "simulated";

  private final Map<String, String> labels = new LinkedHashMap<>();
  private final boolean scales;

  VariantLabels(List<Variant> variants) {
    Set<String> seen = new HashSet<>();
    scales =
        variants.stream().map(VariantLabels::nodes).distinct().count() > 1
            && variants.stream()
                .allMatch(
                    each -> seen.add(label(each.name(), withoutNodes(each)) + "\n" + nodes(each)));
    variants.forEach(each -> labels.put(each.name(), label(each.name(), settings(each))));
  }

  /** The label of a variant: its values of the matrix, but for the number of nodes. */
  String of(Variant variant) {
    return labels.get(variant.name());
  }

  /** What all variants with the label of this one have of the matrix: key and value. */
  Map<String, String> settings(Variant variant) {
    return scales ? withoutNodes(variant) : values(variant);
  }

  static int nodes(Variant variant) {
    ClusterSpec cluster = variant.scenario().cluster();
    return cluster.racks().stream().mapToInt(rack -> rack.nodes().size()).sum();
  }

  private static Map<String, String> withoutNodes(Variant variant) {
    Map<String, String> values = values(variant);
    values.remove(NODES);
    return values;
  }

  /** With spaces, so that a page can break it. The option {@code --only} takes it as well. */
  private static String label(String name, Map<String, String> values) {
    if (!name.contains("=")) {
      return name;
    }
    List<String> texts = new ArrayList<>();
    values.forEach((key, value) -> texts.add(key + "=" + value));
    return texts.isEmpty() ? ONLY : String.join(", ", texts);
  }

  /** What the variant has of the matrix: key and value; empty if the file has none. */
  private static Map<String, String> values(Variant variant) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String part : parts(variant.name())) {
      int equals = part.indexOf('=');
      if (equals > 0) {
        values.put(part.substring(0, equals), part.substring(equals + 1));
      }
    }
    return values;
  }

  /** The parts between commas that are not in brackets. */
  private static List<String> parts(String name) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    int from = 0;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c == '{' || c == '[') {
        depth++;
      } else if (c == '}' || c == ']') {
        depth--;
      } else if (c == ',' && depth == 0) {
        parts.add(name.substring(from, i));
        from = i + 1;
      }
    }
    parts.add(name.substring(from));
    return parts;
  }
}
