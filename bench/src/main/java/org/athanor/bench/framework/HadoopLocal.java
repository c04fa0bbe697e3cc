// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.athanor.bench.workload.Api;
import org.athanor.cluster.artifact.Distribution;
import org.athanor.cluster.hadoop.ConfigurationText;

/**
 * Hadoop MapReduce in the client's JVM ({@code mapreduce.framework.name=local}), with as many
 * concurrent tasks as a node may run.
 */
final class HadoopLocal extends DistributedFramework {

  private static final int MIN_MEMORY = 512;

  HadoopLocal(Choice choice) {
    super(choice, Api.MAPREDUCE);
  }

  @Override
  int minMemory(Site site) {
    return MIN_MEMORY;
  }

  @Override
  List<String> ownProperties() {
    return HadoopClient.PROPERTIES;
  }

  @Override
  boolean local() {
    return true;
  }

  @Override
  public String processes(NodeShare share) {
    return Shares.of(share, 1).wholeNode();
  }

  @Override
  public Deployment deploy(Site site) throws IOException, InterruptedException {
    Shares shares = Shares.of(site);
    Distribution hadoop = choice.source().locate(site);
    Workspace workspace = Workspace.reserve(site, "hadoop-local");
    workspace.publish(configuration(site, shares, workspace));
    String java = choice.java().on(site.master());
    List<String> classPath = new ArrayList<>();
    classPath.add(workspace.configuration().toString());
    classPath.addAll(hadoop.classPath());
    HadoopClient client =
        new HadoopClient(
            java + "/bin/java",
            choice.jvm().line(shares.heap(shares.nodeMemory())),
            workspace.temporary(),
            classPath);
    return new ClientDeployment(
        workspace,
        Map.of("JAVA_HOME", java, "HADOOP_CONF_DIR", workspace.configuration().toString()),
        client::command,
        new MapReduceOutput(),
        Processes.NONE);
  }

  private Map<String, String> configuration(Site site, Shares shares, Workspace workspace) {
    Map<String, String> files = new LinkedHashMap<>();
    files.putAll(MapReduceSettings.siteFiles(site, workspace));
    files.put(
        "mapred-site.xml",
        ConfigurationText.xml(choice.override(MapReduceSettings.local(site, shares, workspace))));
    files.put("log4j.properties", ConfigurationText.log4j("INFO,console"));
    return files;
  }
}
