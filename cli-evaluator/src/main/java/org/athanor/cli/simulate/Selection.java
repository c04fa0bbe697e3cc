// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.simulate;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.athanor.cli.usage.UsageException;
import org.athanor.simulator.file.Variant;
import org.athanor.yaml.text.Nearest;

/** The variants that {@code --only} names: by a whole name, or by values of the matrix. */
final class Selection {
  private Selection() {}

  /**
   * Selects variants, in their order.
   *
   * @param only names or values; all variants if empty
   * @throws UsageException if one of them selects nothing
   */
  static List<Variant> of(List<Variant> variants, List<String> only) throws UsageException {
    for (String each : only) {
      if (variants.stream().noneMatch(variant -> selects(each, variant))) {
        throw new UsageException("--only=" + each + ": " + unknown(each, variants));
      }
    }
    return variants.stream()
        .filter(variant -> only.isEmpty() || only.stream().anyMatch(each -> selects(each, variant)))
        .toList();
  }

  private static boolean selects(String text, Variant variant) {
    String wanted = text.replace(" ", "");
    return variant.name().equals(wanted)
        || ("," + variant.name() + ",").contains("," + wanted + ",");
  }

  private static String unknown(String text, List<Variant> variants) {
    Set<String> values = new LinkedHashSet<>();
    variants.forEach(variant -> values.addAll(Arrays.asList(variant.name().split(","))));
    return Nearest.unknown("variant", text.replace(" ", ""), values);
  }
}
