// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.athanor.bench.workload.Api;

/**
 * Spark on YARN in client mode: executors on each node and a small ApplicationMaster. The driver
 * runs in the client, on the first node.
 */
final class SparkYarn extends YarnFramework {

  private static final int MIN_MEMORY_PER_TASK = 1024;

  /** Spark's default of {@code spark.yarn.am.memory}, to which it adds {@link #MASTER_OVERHEAD}. */
  private static final int MASTER_HEAP = 512;

  private static final int MASTER_OVERHEAD = 384;

  SparkYarn(Choice choice, Source hadoop) {
    super(choice, Api.SPARK, hadoop);
  }

  @Override
  int minMemory(Site site) {
    return (site.share().tasks() + 1) * MIN_MEMORY_PER_TASK;
  }

  @Override
  public String processes(NodeShare share) {
    return Shares.of(share, 1).threaded("executor");
  }

  @Override
  public Deployment deploy(Site site) throws IOException, InterruptedException {
    Shares shares = Shares.of(site);
    String home = choice.source().locate(site).home().toString();
    Workspace workspace = Workspace.reserve(site, "spark-yarn");
    Map<String, String> keys = keys(site, shares, workspace, home);
    workspace.publish(Map.of("spark-defaults.conf", SparkHome.defaults(choice.override(keys))));
    YarnCluster yarn = YarnCluster.start(site, workspace, choice, hadoop.locate(site), Map.of());
    SparkHome spark =
        new SparkHome(
            choice.source().locate(site).home(), choice.java().on(site.master()), workspace);
    Map<String, String> environment = new LinkedHashMap<>(yarn.environment());
    environment.putAll(spark.environment(site.master().address()));
    environment.put("YARN_CONF_DIR", environment.get("HADOOP_CONF_DIR"));
    return new ClientDeployment(
        workspace,
        environment,
        spark::submit,
        new SparkOutput(SparkEventLog.of(site, workspace)::take),
        yarn);
  }

  static Map<String, String> keys(Site site, Shares shares, Workspace workspace, String home) {
    Map<String, String> keys = SparkHome.common(site, shares, workspace, "yarn");
    keys.put("spark.submit.deployMode", "client");
    // The jars are not uploaded, since they are at the same path on every node.
    keys.put("spark.yarn.jars", "local:" + home + "/jars/*");
    keys.put("spark.executor.instances", "" + shares.totalProcesses());
    keys.put("spark.executor.cores", "" + shares.threads());
    keys.put("spark.executor.memory", shares.heap(shares.process()) + "m");
    keys.put(
        "spark.yarn.am.memory",
        Math.min(MASTER_HEAP, shares.coordinator() - MASTER_OVERHEAD) + "m");
    keys.put(
        "spark.yarn.stagingDir",
        site.files().staging().orElseGet(() -> workspace.temporary().toUri().toString()));
    return keys;
  }
}
