// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment;

import java.util.Map;
import java.util.Optional;

/**
 * A framework as the experiment file names it.
 *
 * @param kind such as {@code spark}
 * @param label its name in results, unique in the experiment
 * @param mode such as {@code local} or {@code yarn}
 * @param version else the framework's default
 * @param home an installation on the nodes; else one is fetched
 * @param java home of the Java it runs on; else the nodes' own
 * @param settings configuration in the framework's own keys
 * @param options keys that only this kind has, such as the commands of an external framework
 */
public record FrameworkSpec(
    String kind,
    String label,
    String mode,
    Optional<String> version,
    Optional<String> home,
    Optional<String> java,
    Map<String, String> settings,
    Map<String, String> options) {

  public FrameworkSpec {
    settings = Map.copyOf(settings);
    options = Map.copyOf(options);
  }
}
