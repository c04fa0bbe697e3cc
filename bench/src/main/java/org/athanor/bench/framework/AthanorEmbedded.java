// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.bench.workload.Api;
import org.athanor.bench.workload.Program;
import org.athanor.cluster.Command;
import org.athanor.cluster.CommandResult;
import org.athanor.cluster.artifact.JavaRange;
import org.athanor.cluster.hadoop.ConfigurationText;

/** Athanor's engine in the driver's JVM: {@code athanor run JAR}. */
final class AthanorEmbedded implements Framework {

  static final String KIND = "athanor";
  static final String MODE = "embedded";

  private static final JavaRange JAVA = new JavaRange(17, Integer.MAX_VALUE);
  private static final int MIN_MEMORY = 512;

  /** At its first start the launcher builds what is missing and writes its start-up archive. */
  private static final Duration FIRST_START_TIMEOUT = Duration.ofMinutes(10);

  private final JavaHome java;
  private final Map<String, String> settings;
  private final String version;

  /**
   * @param version version of this Athanor, the only one that can run
   */
  AthanorEmbedded(JavaHome java, Map<String, String> settings, String version) {
    this.java = java;
    this.settings = Map.copyOf(settings);
    this.version = version;
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public String mode() {
    return MODE;
  }

  @Override
  public String version() {
    return version;
  }

  @Override
  public Api api() {
    return Api.MAPREDUCE;
  }

  @Override
  public List<String> problems(Site site) throws IOException, InterruptedException {
    List<String> problems = new ArrayList<>(AthanorKeys.problems(settings.keySet()));
    if (site.nodes().size() > 1) {
      problems.add(
          "athanor, mode embedded: runs on one node only, not on "
              + site.nodes().size()
              + "; set sizes: [1]");
    }
    if (Shares.of(site).nodeMemory() < MIN_MEMORY) {
      problems.add(
          "athanor, mode embedded: "
              + Shares.of(site).nodeMemory()
              + " MB of memory; must be "
              + MIN_MEMORY
              + " MB or more");
    }
    Path launcher = site.installation().launcher();
    if (!Files.isExecutable(launcher)) {
      problems.add("athanor: " + launcher + ": not an executable file; reinstall Athanor");
    }
    java.problem(site.master(), site.mark(), "Athanor", JAVA).ifPresent(problems::add);
    return problems;
  }

  @Override
  public void install(Site site) throws IOException, InterruptedException {
    String launcher = site.installation().launcher().toString();
    Command first =
        new Command(
            List.of(launcher, "--version"),
            Map.of("JAVA_HOME", java.on(site.master())),
            Optional.empty(),
            Optional.empty());
    CommandResult result = site.master().run(site.mark(), first, FIRST_START_TIMEOUT);
    if (result.status() != 0) {
      throw new IOException(launcher + " --version failed: " + result.errors().strip());
    }
  }

  @Override
  public Deployment deploy(Site site) throws IOException, InterruptedException {
    Shares shares = Shares.of(site);
    Workspace workspace = Workspace.reserve(site, "athanor-embedded");
    workspace.publish(configuration(site, shares, workspace));
    Map<String, String> environment = new LinkedHashMap<>();
    environment.put("JAVA_HOME", java.on(site.master()));
    environment.put("HADOOP_CONF_DIR", workspace.configuration().toString());
    environment.put("ATHANOR_HEAP", shares.heap(shares.nodeMemory()) + "m");
    return new ClientDeployment(
        workspace,
        environment,
        program -> command(site, program),
        new AthanorOutput(),
        Processes.NONE);
  }

  private Map<String, String> configuration(Site site, Shares shares, Workspace workspace) {
    Map<String, String> keys = new LinkedHashMap<>();
    keys.put("mapreduce.job.reduces", "" + shares.totalCores());
    settings.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(setting -> keys.put(setting.getKey(), setting.getValue()));
    Map<String, String> files = new LinkedHashMap<>();
    files.put("core-site.xml", ConfigurationText.xml(MapReduceSettings.core(site, workspace)));
    files.put("mapred-site.xml", ConfigurationText.xml(keys));
    return files;
  }

  private static List<String> command(Site site, Program program) {
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
