// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import java.util.Map;
import java.util.TreeMap;

/** The settings of a file. */
final class Settings {
  private final Map<String, String> values = new TreeMap<>();

  Settings set(String key, Object value) {
    values.put(key, value.toString());
    return this;
  }

  /** Where a daemon listens. */
  Settings listen(Daemon daemon, Port... ports) {
    for (Port port : ports) {
      set(port.key(), daemon.at(port));
    }
    return this;
  }

  Settings setAll(Map<String, String> others) {
    values.putAll(others);
    return this;
  }

  /** As Hadoop reads it. */
  String xml() {
    return ConfigurationText.xml(values);
  }
}
