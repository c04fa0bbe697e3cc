// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.athanor.bench.workload.Api;
import org.athanor.cluster.hadoop.ConfigurationText;

/** Hive whose jobs run in the JVM of its command line: by Hadoop, or by Athanor's engine. */
final class HiveLocal extends HadoopBased {

  static final String MODE = "local";
  static final String ATHANOR_MODE = "athanor-embedded";

  private static final int MIN_MEMORY = 1024;

  HiveLocal(Choice choice, Source hadoop) {
    super(choice, Api.HIVE, hadoop);
  }

  private boolean onAthanor() {
    return mode().equals(ATHANOR_MODE);
  }

  @Override
  int minMemory(Site site) {
    return MIN_MEMORY;
  }

  @Override
  List<String> ownProperties() {
    return HiveHome.PROPERTIES;
  }

  @Override
  boolean local() {
    return true;
  }

  @Override
  public String processes(NodeShare share) {
    Shares shares = Shares.of(share, 1);
    return onAthanor()
        ? shares.wholeNode()
        : "1 process of " + shares.nodeMemory() + " MB, for 1 task at once";
  }

  @Override
  public List<String> problems(Site site) throws IOException, InterruptedException {
    List<String> problems = new ArrayList<>(super.problems(site));
    if (onAthanor()) {
      problems.addAll(
          AthanorLauncher.problems(site, choice.settings(), AthanorEmbedded.LOCAL_DIRECTORIES));
    }
    return problems;
  }

  @Override
  public Deployment deploy(Site site) throws IOException, InterruptedException {
    Shares shares = Shares.of(site);
    Workspace workspace = Workspace.reserve(site, "hive-local");
    workspace.publish(configuration(site, shares, workspace));
    String java = choice.java().on(site.master());
    List<String> classPath = new ArrayList<>();
    classPath.add(workspace.configuration().toString());
    if (onAthanor()) {
      classPath.add(AthanorLauncher.engine(site));
    }
    classPath.addAll(hadoop.locate(site).classPath());
    classPath.addAll(choice.source().locate(site).classPath());
    HiveHome hive =
        new HiveHome(
            workspace,
            java + "/bin/java",
            choice.jvm().line(shares.heap(shares.nodeMemory())),
            classPath);
    Map<String, String> environment =
        hive.environment(
            Map.of("JAVA_HOME", java, "HADOOP_CONF_DIR", workspace.configuration().toString()));
    hive.makeMetastore(site, environment);
    return new ClientDeployment(
        workspace, environment, hive::command, new HiveOutput(), Processes.NONE);
  }

  /** The files of the configuration directory. */
  Map<String, String> configuration(Site site, Shares shares, Workspace workspace) {
    Map<String, String> keys =
        onAthanor()
            ? AthanorEmbedded.settings(site, shares, workspace)
            : MapReduceSettings.local(site, shares, workspace);
    if (onAthanor()) {
      keys.put("mapreduce.framework.name", AthanorLauncher.KIND);
    } else {
      // Tasks that Hadoop runs at once in one JVM would share the operators of their query, which
      // are in a static map of Hive, and lose rows. Athanor's tasks have classes of their own.
      keys.put("mapreduce.local.map.tasks.maximum", "1");
      keys.put("mapreduce.local.reduce.tasks.maximum", "1");
    }
    Map<String, String> files = new LinkedHashMap<>();
    files.putAll(MapReduceSettings.siteFiles(site, workspace));
    files.put(
        "mapred-site.xml", ConfigurationText.xml(HiveHome.settings(choice.override(keys), false)));
    files.putAll(HiveHome.files(HiveHome.site(choice, workspace, List.of())));
    return files;
  }
}
