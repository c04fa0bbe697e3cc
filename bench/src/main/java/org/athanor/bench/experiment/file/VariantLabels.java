// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.file;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.athanor.bench.experiment.file.Matrix.Axis;
import org.athanor.yaml.YamlNode.Scalar;

/**
 * Labels of variants: that of the entry, and what distinguishes the variant. The first of these
 * forms counts whose labels are different from each other and not too long:
 *
 * <ol>
 *   <li>values, with the names of settings and of numbers: {@code terasort-1g}, {@code
 *       spark-partitions-200}
 *   <li>values: {@code spark-200}
 *   <li>numbers from 1: {@code spark-1}
 * </ol>
 */
final class VariantLabels {
  /** Longer labels do not fit into tables and figures. */
  private static final int LONGEST = 40;

  private static final int LONGEST_BASE = 58;
  private static final Pattern NUMBER_OR_FLAG = Pattern.compile("-?[\\d.]+|true|false");
  private static final Pattern CLASS = Pattern.compile("[a-z]\\w*(\\.[\\w$]+)+");

  private VariantLabels() {}

  /**
   * Returns a label for each row.
   *
   * @param rows a value for each axis
   */
  static List<String> of(String base, List<Axis> axes, List<List<Scalar>> rows) {
    List<String> names = names(axes);
    List<String> withNames = new ArrayList<>();
    List<String> values = new ArrayList<>();
    for (List<Scalar> row : rows) {
      StringBuilder withName = new StringBuilder(base);
      StringBuilder value = new StringBuilder(base);
      for (int i = 0; i < axes.size(); i++) {
        String text = row.get(i).text();
        String word = word(text);
        boolean named = axes.get(i).setting() || NUMBER_OR_FLAG.matcher(text).matches();
        withName.append('-').append(named ? names.get(i) + "-" : "").append(word);
        value.append('-').append(word);
      }
      withNames.add(withName.toString());
      values.add(value.toString());
    }
    String shortBase = base.substring(0, Math.min(LONGEST_BASE, base.length()));
    return usable(withNames)
        .or(() -> usable(values))
        .orElseGet(
            () ->
                IntStream.rangeClosed(1, rows.size()).mapToObj(n -> shortBase + "-" + n).toList());
  }

  private static Optional<List<String>> usable(List<String> labels) {
    return Optional.of(labels)
        .filter(all -> new HashSet<>(all).size() == all.size())
        .filter(all -> all.stream().allMatch(each -> each.length() <= LONGEST))
        .filter(all -> all.stream().noneMatch(each -> each.contains("--") || each.endsWith("-")));
  }

  /** The last parts of the axes' names, as many as make them different from each other. */
  private static List<String> names(List<Axis> axes) {
    List<String> full = axes.stream().map(Axis::name).toList();
    List<String> names = new ArrayList<>();
    for (String name : full) {
      String[] parts = name.split("\\.", -1);
      String end = parts[parts.length - 1];
      for (int from = parts.length - 2; from >= 0 && shared(end, full); from--) {
        end = String.join(".", Arrays.copyOfRange(parts, from, parts.length));
      }
      names.add(plain(end));
    }
    return names;
  }

  private static boolean shared(String end, List<String> names) {
    return names.stream().filter(name -> name.equals(end) || name.endsWith("." + end)).count() > 1;
  }

  /** The last part of a path or of a class's name; any other value as it is. */
  private static String word(String value) {
    String text = value.replaceFirst("/+$", "");
    if (text.contains("/")) {
      text = text.substring(text.lastIndexOf('/') + 1);
    } else if (CLASS.matcher(text).matches()) {
      text = text.substring(text.lastIndexOf('.') + 1);
    }
    return plain(text);
  }

  private static String plain(String text) {
    return text.replaceAll("[^A-Za-z0-9._]+", "-").replaceAll("^[-._]+|[-._]+$", "");
  }
}
