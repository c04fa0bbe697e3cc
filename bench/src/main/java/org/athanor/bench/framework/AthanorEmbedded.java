// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.bench.workload.Api;
import org.athanor.cluster.artifact.JavaRange;
import org.athanor.cluster.hadoop.ConfigurationText;

/** Athanor's engine in the driver's JVM: {@code athanor run JAR}. This build, or another one. */
final class AthanorEmbedded implements Framework {

  static final String MODE = "embedded";

  private static final JavaRange JAVA = new JavaRange(17, Integer.MAX_VALUE);
  private static final int MIN_MEMORY = 512;
  static final String LOCAL_DIRECTORIES = "mapreduce.cluster.local.dir";

  private final JavaHome java;
  private final JvmSpec jvm;
  private final Map<String, String> settings;
  private final Optional<Path> home;
  private final String version;

  /**
   * @param request whose home is that of another build of Athanor, instead of this one
   * @param version version of this Athanor
   */
  AthanorEmbedded(FrameworkRequest request, JavaHome java, String version) {
    this.java = java;
    this.jvm = request.jvm();
    this.settings = request.settings();
    this.home = request.home();
    this.version = home.isPresent() ? AthanorLauncher.version(home.get()).orElseThrow() : version;
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

  /** The launcher of a source tree builds what is outdated, so it is started before. */
  @Override
  public Optional<String> build(Site site) throws IOException, InterruptedException {
    if (home.isEmpty()) {
      return Optional.empty();
    }
    install(site);
    return Optional.of(
        BuildHash.of(
            site.master(), site.mark(), home.get(), AthanorLauncher.PARTS, BuildHash.DEEP));
  }

  @Override
  public Api api() {
    return Api.MAPREDUCE;
  }

  @Override
  public List<String> problems(Site site) throws IOException, InterruptedException {
    List<String> problems =
        new ArrayList<>(
            home.isEmpty()
                ? AthanorLauncher.problems(site, settings, LOCAL_DIRECTORIES)
                : AthanorLauncher.problems(site, launcher(site), settings, LOCAL_DIRECTORIES));
    problems.addAll(LocalMode.problems(site, AthanorLauncher.KIND, MODE));
    jvm.problem(derivedHeap(site)).ifPresent(problems::add);
    problems.addAll(jvm.overridden(AthanorLauncher.PROPERTIES));
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
    AthanorLauncher.install(site, launcher(site), java, launcherEnvironment(site));
  }

  private Path launcher(Site site) {
    return home.map(path -> path.resolve(AthanorLauncher.NAME))
        .orElse(site.installation().launcher());
  }

  private Map<String, String> launcherEnvironment(Site site) {
    return AthanorLauncher.environment(jvm.heap(derivedHeap(site)) + "m", jvm);
  }

  private static int derivedHeap(Site site) {
    Shares shares = Shares.of(site);
    return shares.heap(shares.nodeMemory());
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
    environment.putAll(launcherEnvironment(site));
    return new ClientDeployment(
        workspace,
        environment,
        program -> AthanorLauncher.command(launcher(site), program),
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
