// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.driver;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.athanor.cli.UsageException;

/**
 * Settings that each configuration of the driver starts from; the driver may change them. In the
 * order given; a later value of a key wins.
 *
 * @param values key to value
 */
public record JobSettings(Map<String, String> values) {
  private static final String FRAMEWORK = "mapreduce.framework.name";
  private static final String OURS = "athanor.";

  public JobSettings {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  /**
   * Reads {@code key=value} words; jobs run on Athanor unless one of them says otherwise.
   *
   * @param knownKeys keys that may start with {@code athanor.}; if empty, all may
   * @throws UsageException if a word has no key, or a key that Athanor does not know
   */
  public static JobSettings parse(List<String> words, Collection<String> knownKeys)
      throws UsageException {
    Map<String, String> values = new LinkedHashMap<>();
    values.put(FRAMEWORK, "athanor");
    for (String word : words) {
      int equals = word.indexOf('=');
      if (equals <= 0 || word.substring(0, equals).isBlank()) {
        throw new UsageException("-D " + word + ": must be key=value");
      }
      String key = word.substring(0, equals).strip();
      requireKnown(key, knownKeys);
      values.put(key, word.substring(equals + 1));
    }
    return new JobSettings(values);
  }

  private static void requireKnown(String key, Collection<String> knownKeys) throws UsageException {
    if (!key.startsWith(OURS) || knownKeys.isEmpty() || knownKeys.contains(key)) {
      return;
    }
    throw new UsageException(
        "-D " + key + ": no such key; the nearest is " + NearestName.of(key, knownKeys));
  }
}
