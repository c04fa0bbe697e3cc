// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import java.util.Map;
import java.util.TreeMap;

/** The settings of one configuration file. */
final class Settings {
  private final Map<String, String> values = new TreeMap<>();

  Settings set(String key, Object value) {
    values.put(key, value.toString());
    return this;
  }

  /** Sets the addresses on which a daemon listens. */
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

  /** The file's content, in Hadoop's XML format. */
  String xml() {
    return ConfigurationText.xml(values);
  }
}
