// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.driver;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.athanor.cli.usage.UsageException;
import org.athanor.engine.affinity.Affinity;
import org.athanor.engine.config.EngineKeys;
import org.athanor.engine.config.EngineSettings;
import org.athanor.engine.config.InvalidSettingException;
import org.athanor.engine.config.Setting;

/**
 * Settings that each configuration of the driver starts with; the driver may change them. They keep
 * their order; a later value of a key replaces an earlier one.
 *
 * @param values key to value
 */
public record JobSettings(Map<String, String> values) {
  private static final String FRAMEWORK = "mapreduce.framework.name";
  private static final String ATHANOR = "athanor";
  private static final String OURS = "athanor.";

  public JobSettings {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  /**
   * Reads {@code key=value} words; jobs run on Athanor unless one of them says otherwise.
   *
   * @throws UsageException if a word has no key, a key that Athanor does not know, or a value that
   *     the engine does not allow
   */
  public static JobSettings parse(List<String> words) throws UsageException {
    Map<String, String> values = new LinkedHashMap<>();
    values.put(FRAMEWORK, ATHANOR);
    for (String word : words) {
      int equals = word.indexOf('=');
      if (equals <= 0 || word.substring(0, equals).isBlank()) {
        throw new UsageException("-D " + word + ": must be key=value");
      }
      String key = word.substring(0, equals).strip();
      requireKnown(key);
      values.put(key, word.substring(equals + 1));
    }
    JobSettings settings = new JobSettings(values);
    settings.requireAllowedValues();
    values.remove(FRAMEWORK);
    HadoopNumbers.check("-D ", values);
    return settings;
  }

  /** Whether a key was given. */
  public boolean has(String key) {
    return values.containsKey(key);
  }

  /** These settings and another one. */
  public JobSettings with(String key, String value) {
    Map<String, String> more = new LinkedHashMap<>(values);
    more.put(key, value);
    return new JobSettings(more);
  }

  boolean runsOnAthanor() {
    return ATHANOR.equals(values.get(FRAMEWORK));
  }

  private static void requireKnown(String key) throws UsageException {
    if (!key.startsWith(OURS) || EngineKeys.isKnown(key)) {
      return;
    }
    String nearest = EngineKeys.nearest(key).map(Setting::name).orElseThrow();
    throw new UsageException("-D " + key + ": no such key; the nearest is " + nearest);
  }

  /** Checks Athanor's keys before the driver runs, so that it does no work in vain. */
  private void requireAllowedValues() throws UsageException {
    Configuration engine = new Configuration(false);
    values.forEach(
        (key, value) -> {
          if (key.startsWith(OURS)) {
            engine.set(key, value, "-D");
          }
        });
    Runtime machine = Runtime.getRuntime();
    try {
      EngineSettings settings =
          EngineSettings.of(engine, machine.maxMemory(), machine.availableProcessors());
      // Without this key, the configuration files decide how many threads there will be.
      if (values.containsKey(EngineKeys.THREADS.name())) {
        Affinity.check(settings);
      }
    } catch (InvalidSettingException e) {
      throw new UsageException(e.getMessage(), e);
    }
  }
}
