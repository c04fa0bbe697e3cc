// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.athanor.bench.workload.Api;

/**
 * Athanor's engine on YARN: {@code athanor run JAR} starts a session, which is an ApplicationMaster
 * and Workers on each node, and ends it with the driver. The containers get the engine's jars from
 * this build, and Hadoop's from the nodes.
 */
final class AthanorYarn extends YarnFramework {

  static final String MODE = "yarn";

  static final String LOCAL_DIRECTORIES = "yarn.nodemanager.local-dirs";
  private static final String CLIENT_HEAP = HadoopYarn.CLIENT_HEAP + "m";

  private final String version;

  /**
   * @param choice has Hadoop's distribution as its source
   * @param version version of this Athanor, the only one that can run
   */
  AthanorYarn(Choice choice, String version) {
    super(choice, Api.MAPREDUCE, choice.source());
    this.version = version;
  }

  @Override
  public String version() {
    return version;
  }

  @Override
  public List<String> problems(Site site) throws IOException, InterruptedException {
    List<String> problems = new ArrayList<>(super.problems(site));
    problems.addAll(AthanorLauncher.problems(site, choice.settings(), LOCAL_DIRECTORIES));
    return problems;
  }

  @Override
  public void install(Site site) throws IOException, InterruptedException {
    super.install(site);
    AthanorLauncher.install(site, launcher(site), choice.java(), clientEnvironment());
  }

  private static Path launcher(Site site) {
    return site.installation().launcher();
  }

  private static Map<String, String> clientEnvironment() {
    return AthanorLauncher.environment(CLIENT_HEAP, JvmSpec.DEFAULT);
  }

  @Override
  public String processes(NodeShare share) {
    return Shares.of(share, 1).threaded("Worker");
  }

  @Override
  public Deployment deploy(Site site) throws IOException, InterruptedException {
    Workspace workspace = Workspace.create(site, "athanor-yarn", Map.of());
    YarnCluster yarn =
        YarnCluster.start(
            site, workspace, choice, hadoop.locate(site), choice.override(settings(site)));
    Map<String, String> environment = new LinkedHashMap<>(yarn.environment());
    environment.putAll(clientEnvironment());
    return new ClientDeployment(
        workspace,
        environment,
        program -> AthanorLauncher.command(launcher(site), program),
        new AthanorOutput(),
        yarn);
  }

  /**
   * Settings of sessions. A Worker gets the memory that as many tasks as it has threads have in
   * MapReduce.
   */
  static Map<String, String> settings(Site site) {
    Shares shares = Shares.of(site);
    Map<String, String> keys = new LinkedHashMap<>(HadoopYarn.taskSettings(site));
    keys.put("mapreduce.framework.name", "athanor");
    keys.put("athanor.deploy", "yarn");
    keys.put("athanor.yarn.workers", "" + shares.totalProcesses());
    keys.put("athanor.yarn.worker.memory", shares.process() + "m");
    keys.put(AthanorLauncher.THREADS, "" + shares.threads());
    return keys;
  }
}
