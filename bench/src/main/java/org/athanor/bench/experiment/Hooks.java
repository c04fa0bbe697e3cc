// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The commands of the user that belong to a framework or to a workload.
 *
 * @param commands hook → command for a shell; without those that the file does not name
 * @param timeout time limit of each command
 * @param environment variables of the commands, in addition to those that name the trial; the
 *     values may be secret
 */
public record Hooks(Map<Hook, String> commands, Duration timeout, Map<String, String> environment) {
  /** No commands. */
  public static final Hooks NONE = new Hooks(Map.of(), Duration.ofMinutes(10), Map.of());

  public Hooks {
    commands = Map.copyOf(commands);
    environment = Map.copyOf(environment);
  }

  /** The command of a hook; empty if there is none. */
  public Optional<String> command(Hook hook) {
    return Optional.ofNullable(commands.get(hook));
  }
}
