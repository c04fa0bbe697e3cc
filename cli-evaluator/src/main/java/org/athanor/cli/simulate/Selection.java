// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.simulate;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.athanor.cli.usage.UsageException;
import org.athanor.yaml.text.Nearest;

/** The variants that {@code --only} names: by a whole name, or by values of it. */
final class Selection {
  private Selection() {}

  /**
   * Selects variants, in their order.
   *
   * @param name of a variant: values with commas between them
   * @param only names or values; all variants if empty
   * @throws UsageException if one of them selects nothing
   */
  static <T> List<T> of(List<T> variants, Function<T, String> name, List<String> only)
      throws UsageException {
    List<String> names = variants.stream().map(name).toList();
    for (String each : only) {
      if (names.stream().noneMatch(own -> selects(each, own))) {
        throw new UsageException("--only=" + each + ": " + unknown(each, names));
      }
    }
    return variants.stream()
        .filter(
            variant ->
                only.isEmpty()
                    || only.stream().anyMatch(each -> selects(each, name.apply(variant))))
        .toList();
  }

  private static boolean selects(String text, String name) {
    String wanted = text.replace(" ", "");
    return name.equals(wanted) || ("," + name + ",").contains("," + wanted + ",");
  }

  private static String unknown(String text, List<String> names) {
    Set<String> values = new LinkedHashSet<>();
    names.forEach(name -> values.addAll(Arrays.asList(name.split(","))));
    return Nearest.unknown("variant", text.replace(" ", ""), values);
  }
}
