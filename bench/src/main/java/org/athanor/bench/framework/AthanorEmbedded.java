// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.athanor.bench.workload.Api;
import org.athanor.cluster.artifact.JavaRange;
import org.athanor.cluster.hadoop.ConfigurationText;

/** Athanor's engine in the driver's JVM: {@code athanor run JAR}. */
final class AthanorEmbedded implements Framework {

  static final String MODE = "embedded";

  private static final JavaRange JAVA = new JavaRange(17, Integer.MAX_VALUE);
  private static final int MIN_MEMORY = 512;
  static final String LOCAL_DIRECTORIES = "mapreduce.cluster.local.dir";

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
    return AthanorLauncher.KIND;
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
    List<String> problems =
        new ArrayList<>(AthanorLauncher.problems(site, settings, LOCAL_DIRECTORIES));
    problems.addAll(LocalMode.problems(site, AthanorLauncher.KIND, MODE));
    if (Shares.of(site).nodeMemory() < MIN_MEMORY) {
      problems.add(
          "athanor, mode embedded: "
              + Shares.of(site).nodeMemory()
              + " MB of memory; must be "
              + MIN_MEMORY
              + " MB or more");
    }
    java.problem(site.master(), site.mark(), "Athanor", JAVA).ifPresent(problems::add);
    return problems;
  }

  @Override
  public void install(Site site) throws IOException, InterruptedException {
    AthanorLauncher.install(site, java, heap(site));
  }

  private static String heap(Site site) {
    Shares shares = Shares.of(site);
    return shares.heap(shares.nodeMemory()) + "m";
  }

  @Override
  public String processes(NodeShare share) {
    return Shares.of(share, 1).wholeNode();
  }

  @Override
  public Deployment deploy(Site site) throws IOException, InterruptedException {
    Shares shares = Shares.of(site);
    Workspace workspace = Workspace.reserve(site, "athanor-embedded");
    workspace.publish(configuration(site, shares, workspace));
    Map<String, String> environment = new LinkedHashMap<>();
    environment.put("JAVA_HOME", java.on(site.master()));
    environment.put("HADOOP_CONF_DIR", workspace.configuration().toString());
    environment.put(AthanorLauncher.HEAP, heap(site));
    return new ClientDeployment(
        workspace,
        environment,
        program -> AthanorLauncher.command(site, program),
        new AthanorOutput(),
        Processes.NONE);
  }

  private Map<String, String> configuration(Site site, Shares shares, Workspace workspace) {
    Map<String, String> keys = settings(site, shares, workspace);
    settings.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(setting -> keys.put(setting.getKey(), setting.getValue()));
    Map<String, String> files = new LinkedHashMap<>();
    files.putAll(MapReduceSettings.siteFiles(site, workspace));
    files.put("mapred-site.xml", ConfigurationText.xml(keys));
    return files;
  }

  /** {@code mapred-site.xml} of jobs in one JVM. */
  static Map<String, String> settings(Site site, Shares shares, Workspace workspace) {
    Map<String, String> keys = new LinkedHashMap<>();
    keys.put("athanor.deploy", "embedded");
    keys.put("mapreduce.job.reduces", "" + shares.totalTasks());
    keys.put(AthanorLauncher.THREADS, "" + shares.tasks());
    keys.putAll(MapReduceSettings.spill(site, workspace));
    return keys;
  }
}
