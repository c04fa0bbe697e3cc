// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.config;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds keys of a job that begin like the engine's keys, but are unknown, so that their values have
 * no effect. A key that differs from a known one by a few letters is refused. Other keys cause a
 * warning only, because a job may have keys of its own. Thread-safe.
 */
public final class UnknownKeys {
  private static final Logger LOG = LoggerFactory.getLogger(UnknownKeys.class);
  private static final String PREFIX = "athanor.";

  /**
   * Prefixes of keys that are not the engine's: of programs that the evaluator runs, and of the
   * plug-ins of a NameNode, whose {@code hdfs-site.xml} clients may have.
   */
  private static final List<String> OTHERS = List.of("athanor.workloads.", "athanor.storage.");

  /** Maximum number of missing, additional or wrong letters of a key that counts as misspelt. */
  private static final int MAX_WRONG_LETTERS = 3;

  private static final Set<String> WARNED = ConcurrentHashMap.newKeySet();

  private UnknownKeys() {}

  /**
   * Checks all keys.
   *
   * @throws InvalidSettingException if a key is misspelt; the message names the first such key and
   *     the known key that is most similar
   */
  public static void check(Configuration conf) {
    Map<String, String> unknown = new TreeMap<>();
    for (Map.Entry<String, String> entry : conf) {
      String key = entry.getKey();
      if (key.startsWith(PREFIX)
          && OTHERS.stream().noneMatch(key::startsWith)
          && !EngineKeys.isKnown(key)) {
        unknown.put(key, entry.getValue());
      }
    }
    unknown.forEach(UnknownKeys::refuseOrWarn);
  }

  /** Lets the same warnings be given again, to another application in this JVM. */
  public static void forgetWarnings() {
    WARNED.clear();
  }

  private static void refuseOrWarn(String key, String value) {
    String nearest = EngineKeys.nearest(key).map(Setting::name).orElseThrow();
    if (EngineKeys.distance(key, nearest) <= MAX_WRONG_LETTERS) {
      throw new InvalidSettingException(
          key + "=" + value + ": no such key; the nearest is " + nearest);
    }
    if (WARNED.add(key)) {
      LOG.warn(
          "{}={}: not a key of Athanor, so it has no effect; the nearest key is {}",
          key,
          value,
          nearest);
    }
  }
}
