// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the experiment says about a framework.
 *
 * @param settings in the framework's own keys; they override what is derived from the site
 */
record Choice(
    String kind, String mode, Source source, JavaHome java, Map<String, String> settings) {

  Choice {
    settings = Map.copyOf(settings);
  }

  /** Derived settings, and over them the user's. */
  Map<String, String> override(Map<String, String> derived) {
    Map<String, String> all = new LinkedHashMap<>(derived);
    // In a fixed order, so that files of two deployments can be compared.
    settings.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(setting -> all.put(setting.getKey(), setting.getValue()));
    return all;
  }
}
