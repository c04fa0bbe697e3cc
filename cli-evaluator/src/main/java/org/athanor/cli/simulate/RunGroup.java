// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.simulate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.athanor.cli.sweep.VariantRun;
import org.athanor.report.statistics.Sample;

/**
 * The runs of a variant with different seeds.
 *
 * @param runs one or more
 */
record RunGroup(List<VariantRun> runs) {

  /** The runs of each variant, in the order of the variants. */
  static List<RunGroup> of(List<VariantRun> runs) {
    Map<String, List<VariantRun>> byName = new LinkedHashMap<>();
    for (VariantRun run : runs) {
      byName.computeIfAbsent(run.variant().name(), unused -> new ArrayList<>()).add(run);
    }
    return byName.values().stream().map(RunGroup::new).toList();
  }

  String name() {
    return runs.get(0).variant().name();
  }

  VariantRun first() {
    return runs.get(0);
  }

  /** A value of all runs. */
  Sample sample(ToDoubleFunction<VariantRun> value) {
    return Sample.of(runs.stream().mapToDouble(value).toArray());
  }

  double median(ToDoubleFunction<VariantRun> value) {
    return sample(value).median();
  }
}
