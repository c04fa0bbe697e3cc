// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.bench.workload.Program;
import org.athanor.cluster.Command;
import org.athanor.cluster.CommandResult;

/** This build of Athanor, which runs drivers with {@code athanor run}. Stateless. */
final class AthanorLauncher {

  static final String KIND = "athanor";

  /** The environment variable with the largest heap of the launcher's JVM. */
  static final String HEAP = "ATHANOR_HEAP";

  /** The setting for the devices of intermediate data: {@code any}, {@code ssd}, {@code disk}. */
  static final String TIER = "athanor.intermediate.tier";

  /** The setting for the engine's threads, by default as many as there are processors. */
  static final String THREADS = "athanor.threads";

  /** At its first start the launcher builds what is missing and writes its start-up archive. */
  private static final Duration FIRST_START_TIMEOUT = Duration.ofMinutes(10);

  private AthanorLauncher() {}

  /**
   * Reasons why it cannot run on a site.
   *
   * @param settings in the engine's and Hadoop's keys
   * @param localDirectories the key of the local directories in this mode
   */
  static List<String> problems(Site site, Map<String, String> settings, String localDirectories) {
    List<String> problems = new ArrayList<>(AthanorKeys.problems(settings.keySet()));
    tierProblem(settings, localDirectories).ifPresent(problems::add);
    Path launcher = site.installation().launcher();
    if (!Files.isExecutable(launcher)) {
      problems.add("athanor: " + launcher + ": not an executable file; reinstall Athanor");
    }
    return problems;
  }

  /** By default the only local directory is in that of the experiment, on whatever device it is. */
  private static Optional<String> tierProblem(
      Map<String, String> settings, String localDirectories) {
    String tier = settings.getOrDefault(TIER, "any");
    long directories =
        Arrays.stream(settings.getOrDefault(localDirectories, "").split(","))
            .filter(directory -> !directory.isBlank())
            .count();
    return tier.equals("any") || directories > 1
        ? Optional.empty()
        : Optional.of(
            "settings: "
                + localDirectories
                + ": must name a local directory on an SSD and one on a disk, separated by a comma,"
                + " so that intermediate data can be placed ("
                + TIER
                + "="
                + tier
                + ")");
  }

  /**
   * Starts it once, so that no trial has to build anything.
   *
   * @param heap largest heap of the trials; archives differ by the kind of heap
   */
  static void install(Site site, JavaHome java, String heap)
      throws IOException, InterruptedException {
    String launcher = site.installation().launcher().toString();
    Command first =
        new Command(
            List.of(launcher, "--version"),
            Map.of("JAVA_HOME", java.on(site.master()), HEAP, heap),
            Optional.empty(),
            Optional.empty());
    CommandResult result = site.master().run(site.mark(), first, FIRST_START_TIMEOUT);
    if (result.status() != 0) {
      throw new IOException(launcher + " --version failed: " + result.errors().strip());
    }
  }

  /**
   * The jars of the engine, for drivers that the launcher does not run: an entry of class paths.
   */
  static String engine(Site site) {
    return site.installation().lib().resolve("engine") + "/*";
  }

  /** The command line for a program. */
  static List<String> command(Site site, Program program) {
    List<String> command = new ArrayList<>();
    command.addAll(List.of(site.installation().launcher().toString(), "run", "--json"));
    program.settings().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(
            setting -> {
              command.add("-D");
              command.add(setting.getKey() + "=" + setting.getValue());
            });
    command.add(program.jar().toString());
    command.addAll(HadoopClient.driver(program, Map.of()));
    return command;
  }
}
