// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.config;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds keys of a job that look like the engine's and are none: what somebody set by them would
 * have no effect. A key that differs from a known one by a few letters is refused; about others
 * there is a warning, since a job may have keys of its own. Thread-safe.
 */
public final class UnknownKeys {
  private static final Logger LOG = LoggerFactory.getLogger(UnknownKeys.class);
  private static final String PREFIX = "athanor.";

  /** Keys of the programs that the evaluator runs. */
  private static final String WORKLOADS = "athanor.workloads.";

  /** Letters that are missing, too many or wrong in what counts as misspelt. */
  private static final int MISSPELT = 3;

  private static final Set<String> WARNED = ConcurrentHashMap.newKeySet();

  private UnknownKeys() {}

  /**
   * Looks at all keys.
   *
   * @throws InvalidSettingException naming the first that is misspelt, and what it should be
   */
  public static void check(Configuration conf) {
    Map<String, String> unknown = new TreeMap<>();
    for (Map.Entry<String, String> entry : conf) {
      String key = entry.getKey();
      if (key.startsWith(PREFIX) && !key.startsWith(WORKLOADS) && !EngineKeys.isKnown(key)) {
        unknown.put(key, entry.getValue());
      }
    }
    unknown.forEach(UnknownKeys::refuseOrWarn);
  }

  private static void refuseOrWarn(String key, String value) {
    String nearest = EngineKeys.nearest(key).map(Setting::name).orElseThrow();
    if (EngineKeys.distance(key, nearest) <= MISSPELT) {
      throw new InvalidSettingException(
          key + "=" + value + ": no such key; the nearest is " + nearest);
    }
    if (WARNED.add(key)) {
      LOG.warn("{}={}: no key of Athanor, has no effect; the nearest is {}", key, value, nearest);
    }
  }
}
