// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The parts of a {@link FrameworkRequest} that frameworks with a distribution need.
 *
 * @param settings configuration in the framework's own keys, which overrides values derived from
 *     the site
 * @param jvm the JVM of a mode that is one process
 */
record Choice(
    String kind,
    String mode,
    Source source,
    JavaHome java,
    Map<String, String> settings,
    JvmSpec jvm) {

  Choice {
    settings = Map.copyOf(settings);
  }

  /** Returns derived settings, overridden by the user's. */
  Map<String, String> override(Map<String, String> derived) {
    Map<String, String> all = new LinkedHashMap<>(derived);
    // Sorted, so that files of two deployments can be compared.
    settings.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(setting -> all.put(setting.getKey(), setting.getValue()));
    return all;
  }
}
