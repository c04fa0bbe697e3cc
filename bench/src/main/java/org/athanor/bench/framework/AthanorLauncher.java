// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.bench.workload.Program;
import org.athanor.cluster.Command;
import org.athanor.cluster.CommandResult;

/**
 * A build of Athanor, which runs drivers with {@code athanor run}: this one, or another one that an
 * experiment names. Stateless.
 */
final class AthanorLauncher {

  static final String KIND = "athanor";

  /** The environment variable with the largest heap of the launcher's JVM. */
  private static final String HEAP = "ATHANOR_HEAP";

  /** The environment variable with further options of that JVM. */
  private static final String OPTIONS = "ATHANOR_OPTS";

  /** The environment variable that says whether drivers may run in the user's session. */
  private static final String SESSION = "ATHANOR_SESSION";

  /** The launcher's name in a source tree and in an unpacked release. */
  static final String NAME = "athanor";

  /** The system properties that the launcher sets after those of {@link #OPTIONS}. */
  static final List<String> PROPERTIES = List.of("athanor.home", "athanor.examples.jar");

  /** What is in the home of a build: the launcher, and the jars of a release or a source tree. */
  static final List<String> PARTS = List.of(NAME, "lib", "target/dist");

  /** The setting for the devices of intermediate data: {@code any}, {@code ssd}, {@code disk}. */
  static final String TIER = "athanor.intermediate.tier";

  /** The setting for the engine's threads, by default as many as there are processors. */
  static final String THREADS = "athanor.threads";

  /** At its first start the launcher builds what is missing and writes its start-up archive. */
  private static final Duration FIRST_START_TIMEOUT = Duration.ofMinutes(10);

  private static final Duration TEST_TIMEOUT = Duration.ofMinutes(1);

  private AthanorLauncher() {}

  /**
   * The name of the directory of another build, which takes the place of a version: such a build
   * need not have one of its own. Empty for the root.
   */
  static Optional<String> version(Path home) {
    return Optional.ofNullable(home.toAbsolutePath().normalize().getFileName()).map(Path::toString);
  }

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

  /**
   * Reasons why another build cannot run on a site. It may know other keys, so they are not
   * checked.
   *
   * @param launcher its script, on the master
   */
  static List<String> problems(
      Site site, Path launcher, Map<String, String> settings, String localDirectories)
      throws IOException, InterruptedException {
    List<String> problems = new ArrayList<>();
    tierProblem(settings, localDirectories).ifPresent(problems::add);
    Command test = Command.of("test", "-x", launcher.toString());
    if (site.master().run(site.mark(), test, TEST_TIMEOUT).status() != 0) {
      problems.add(
          "home: has no executable file "
              + NAME
              + " on "
              + site.master().name()
              + "; must be a source tree or an unpacked release of Athanor");
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
   * @param launcher the script
   * @param variables of the trials' {@link #environment}; archives differ by the kind of heap
   */
  static void install(Site site, Path launcher, JavaHome java, Map<String, String> variables)
      throws IOException, InterruptedException {
    Map<String, String> environment = new LinkedHashMap<>(variables);
    environment.put("JAVA_HOME", java.on(site.master()));
    Command first =
        new Command(
            List.of(launcher.toString(), "--version"),
            environment,
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

  /**
   * The variables that the launcher reads. All of them are set, so that those of the user have no
   * effect on trials.
   *
   * @param heap the largest heap, such as {@code 4096m}
   */
  static Map<String, String> environment(String heap, JvmSpec jvm) {
    Map<String, String> environment = new LinkedHashMap<>();
    environment.put(HEAP, heap);
    environment.put(OPTIONS, jvm.text().orElse(""));
    environment.put(SESSION, "off");
    return environment;
  }

  /**
   * The command line for a program.
   *
   * @param launcher the script
   */
  static List<String> command(Path launcher, Program program) {
    List<String> command = new ArrayList<>();
    command.addAll(List.of(launcher.toString(), "run", "--json"));
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
