// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.file;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.athanor.bench.experiment.Hook;
import org.athanor.bench.experiment.Hooks;
import org.athanor.yaml.Place;
import org.athanor.yaml.Section;

/** Reads the key {@code hooks} of a framework or workload. */
final class HooksReader {
  /** Variables with this prefix name the trial. */
  private static final String RESERVED = "ATHANOR_";

  private HooksReader() {}

  /** The hooks of an entry; none if it has no such key. */
  static Hooks read(Section entry) {
    Optional<Place> place = entry.place(Keys.HOOKS);
    if (place.isEmpty()) {
      return Hooks.NONE;
    }
    Section section = entry.below(Keys.HOOKS, Keys.HOOK);
    Map<Hook, String> commands = new EnumMap<>(Hook.class);
    section.get(Keys.SETUP).ifPresent(command -> commands.put(Hook.SETUP, command));
    section.get(Keys.PREPARE).ifPresent(command -> commands.put(Hook.PREPARE, command));
    section.get(Keys.CLEANUP).ifPresent(command -> commands.put(Hook.CLEANUP, command));
    Duration timeout = section.get(Keys.HOOK_TIMEOUT).orElse(Hooks.NONE.timeout());
    Map<String, String> environment = section.get(Keys.ENVIRONMENT).orElse(Map.of());
    for (String name : environment.keySet()) {
      if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
        variable(section, name, "is no name of a variable: use letters, digits and '_'");
      } else if (name.startsWith(RESERVED)) {
        variable(section, name, "is set by Athanor; choose another name");
      }
    }
    return new Hooks(commands, timeout, environment);
  }

  private static void variable(Section section, String name, String what) {
    section.place(Keys.ENVIRONMENT).ifPresent(place -> place.report(name + " " + what));
  }
}
