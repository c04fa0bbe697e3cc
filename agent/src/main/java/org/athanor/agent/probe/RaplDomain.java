// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import java.util.List;
import org.athanor.results.Metric;
import org.athanor.results.Total;

/** A part of the processors that has energy counters, one in each package. */
enum RaplDomain {
  PACKAGE("package-", Metric.POWER_PACKAGE, Total.ENERGY_PACKAGE),
  CORES("core", Metric.POWER_CORES, Total.ENERGY_CORES),
  UNCORE("uncore", Metric.POWER_UNCORE, Total.ENERGY_UNCORE),
  DRAM("dram", Metric.POWER_DRAM, Total.ENERGY_DRAM);

  static final List<RaplDomain> ALL = List.of(values());

  /** The prefix of the names of its zones. */
  final String prefix;

  @SuppressWarnings("ImmutableEnumChecker") // immutable, which Error Prone cannot see
  final Metric power;

  @SuppressWarnings("ImmutableEnumChecker") // immutable, too
  final Total energy;

  RaplDomain(String prefix, Metric power, Total energy) {
    this.prefix = prefix;
    this.power = power;
    this.energy = energy;
  }
}
