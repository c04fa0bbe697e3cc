// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.athanor.bench.workload.Api;

/** Hadoop MapReduce on YARN: a container for each task and one for the ApplicationMaster. */
final class HadoopYarn extends YarnFramework {

  /** Heap of the client, which computes splits and waits, in mebibytes. */
  static final int CLIENT_HEAP = 512;

  /** Options of the JVM of such a client. */
  static final List<String> CLIENT_OPTIONS = List.of("-Xmx" + CLIENT_HEAP + "m");

  HadoopYarn(Choice choice) {
    super(choice, Api.MAPREDUCE, choice.source());
  }

  /**
   * Settings of jobs whose default file system is the local one. Before a task runs, Hadoop sets
   * the working directory of that file system to that of the client, so relative names of cached
   * files, such as that of TeraSort's partitions, are not found: these files are in the container's
   * directory. Jars that a client adds are not copied from a file system to itself, so the
   * directory of copies that tasks get by a wildcard would be empty.
   */
  static Map<String, String> taskSettings(Site site) {
    return site.filesystem().startsWith("file:")
        ? Map.of("mapreduce.job.working.dir", ".", "mapreduce.client.libjars.wildcard", "false")
        : Map.of();
  }

  @Override
  public String processes(NodeShare share) {
    return Shares.of(share, 1).single();
  }

  @Override
  public Deployment deploy(Site site) throws IOException, InterruptedException {
    Workspace workspace = Workspace.create(site, "hadoop-yarn", Map.of());
    YarnCluster yarn =
        YarnCluster.start(
            site, workspace, choice, hadoop.locate(site), choice.override(taskSettings(site)));
    HadoopClient client =
        new HadoopClient(
            yarn.environment().get("JAVA_HOME") + "/bin/java",
            CLIENT_OPTIONS,
            workspace.temporary(),
            Arrays.asList(yarn.classPath().split(":", -1)));
    return new ClientDeployment(
        workspace, yarn.environment(), client::command, new MapReduceOutput(yarn.history()), yarn);
  }
}
