// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.figure;

import java.util.List;
import java.util.Locale;
import org.athanor.results.Metric;

/** What knows the power of a node. The two are never mixed: processors are a part of a node. */
public enum PowerSource {
  /** The counters of the processors: packages, and memory if all nodes have it. */
  PROCESSORS("power", "Power", List.of(Metric.POWER_PACKAGE, Metric.POWER_DRAM)),
  /** Meters outside of the nodes. */
  NODES("node-power", "Power of whole nodes", List.of(Metric.POWER_NODE));

  private final String file;
  private final String label;

  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  private final List<Metric> metrics;

  PowerSource(String file, String label, List<Metric> metrics) {
    this.file = file;
    this.label = label;
    this.metrics = metrics;
  }

  /** The name in tables: {@code processors}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The beginning of the names of files. */
  String file() {
    return file;
  }

  public String label() {
    return label;
  }

  /**
   * The metrics whose sum is the power.
   *
   * @param memory whether the power includes that of memory
   */
  List<Metric> metrics(boolean memory) {
    return memory ? metrics : metrics.subList(0, 1);
  }
}
