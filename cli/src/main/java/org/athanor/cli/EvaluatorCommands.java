// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.athanor.cli.usage.UsageException;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The commands of the module {@code cli-evaluator}, for {@code athanor --help} only. The launcher
 * starts them with another class path.
 */
public final class EvaluatorCommands {
  /** The name of each command and the first line of its description. */
  public static final Map<String, String> COMMANDS =
      Map.of(
          "bench", "Compares frameworks, versions, settings and machines by experiment.",
          "cluster", "Starts and stops Hadoop's own daemons on this machine or on others.",
          "profile", "Shows the catalogue of application runs.");

  private EvaluatorCommands() {}

  static void addTo(CommandLine athanor) {
    new TreeMap<>(COMMANDS)
        .forEach(
            (name, description) -> {
              CommandSpec spec = CommandSpec.wrapWithoutInspection(refusal(name));
              spec.usageMessage().description(description);
              athanor.addSubcommand(name, new CommandLine(spec));
            });
  }

  private static Callable<Integer> refusal(String name) {
    return () -> {
      throw new UsageException(name + ": must be started by the script athanor");
    };
  }
}
