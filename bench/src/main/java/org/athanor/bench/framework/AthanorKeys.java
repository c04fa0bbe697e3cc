// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.athanor.yaml.text.Nearest;

/**
 * The names of the engine's own keys, as in docs/configuration.md. They are copied to a resource,
 * because the engine needs Hadoop, which is not on the evaluator's class path.
 */
final class AthanorKeys {
  static final String RESOURCE = "athanor-keys.txt";

  private static final String PREFIX = "athanor.";

  private AthanorKeys() {}

  /** All of them, in order. */
  static List<String> all() {
    try (InputStream in = AthanorKeys.class.getResourceAsStream(RESOURCE)) {
      return new String(in.readAllBytes(), UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(RESOURCE, e);
    }
  }

  /**
   * Reports unknown keys of the engine among settings, one line each. The engine would ignore them.
   */
  static List<String> problems(Collection<String> settings) {
    List<String> all = all();
    List<String> problems = new ArrayList<>();
    for (String key : new TreeSet<>(settings)) {
      if (key.startsWith(PREFIX) && !all.contains(key)) {
        problems.add("settings: " + key + ": " + Nearest.unknown("key", key, all));
      }
    }
    return problems;
  }
}
