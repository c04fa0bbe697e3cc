// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli;

import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.athanor.cli.usage.UsageException;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The commands of other modules, for {@code athanor --help} only: the name of each and the first
 * line of its description. The launcher starts them with other class paths.
 */
public final class LauncherCommands {
  /** Those of the module {@code cli-evaluator}. */
  public static final Map<String, String> EVALUATOR =
      Map.of(
          "advise", "Says how an application is best run: framework, settings, cluster, storage.",
          "bench", "Compares frameworks, versions, settings and machines by experiment.",
          "cluster", "Starts and stops Hadoop's own daemons on this machine or on others.",
          "profile", "Shows the catalogue of application runs.",
          "simulate",
              "Simulates MapReduce jobs on a cluster of any size, and compares variants of it.");

  /** Those of the module {@code cli-storage}. */
  public static final Map<String, String> STORAGE =
      Map.of(
          "storage",
          "Decides which files of an HDFS deserve SSD, more replicas, or archive storage.");

  /** Those of the module {@code cli-scheduler}. */
  public static final Map<String, String> SCHEDULER =
      Map.of("schedule", "Runs workflows of jobs on several unlike clusters.");

  private LauncherCommands() {}

  /** The names of all. */
  public static Set<String> names() {
    return all().keySet();
  }

  private static SortedMap<String, String> all() {
    SortedMap<String, String> all = new TreeMap<>(EVALUATOR);
    all.putAll(STORAGE);
    all.putAll(SCHEDULER);
    return all;
  }

  static void addTo(CommandLine athanor) {
    all()
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
