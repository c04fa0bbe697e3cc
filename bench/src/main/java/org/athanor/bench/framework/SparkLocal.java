// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.athanor.bench.workload.Api;

/** Spark in the driver's JVM: {@code local[cores]}. */
final class SparkLocal extends DistributedFramework {

  /** Spark refuses heaps below 471 MB. */
  private static final int MIN_MEMORY = 1024;

  private static final String MEMORY = "spark.driver.memory";
  private static final String JAVA_OPTIONS = "spark.driver.extraJavaOptions";

  SparkLocal(Choice choice) {
    super(choice, Api.SPARK);
  }

  @Override
  int minMemory(Site site) {
    return MIN_MEMORY;
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
  public List<String> problems(Site site) throws IOException, InterruptedException {
    List<String> problems = new ArrayList<>(super.problems(site));
    if (choice.jvm().heap().isPresent() && choice.settings().containsKey(MEMORY)) {
      problems.add(JvmSpec.HEAP + ": settings have " + MEMORY + ", too; remove one of the two");
    }
    if (choice.jvm().text().isPresent() && choice.settings().containsKey(JAVA_OPTIONS)) {
      problems.add(
          JvmSpec.OPTIONS + ": settings have " + JAVA_OPTIONS + ", too; remove one of the two");
    }
    return problems;
  }

  @Override
  public Deployment deploy(Site site) throws IOException, InterruptedException {
    Shares shares = Shares.of(site);
    Workspace workspace = Workspace.reserve(site, "spark-local");
    Map<String, String> keys =
        SparkHome.common(site, shares, workspace, "local[" + shares.tasks() + "]");
    keys.put(MEMORY, choice.jvm().heap(largestHeap(shares)) + "m");
    choice.jvm().text().ifPresent(options -> keys.put(JAVA_OPTIONS, options));
    workspace.publish(Map.of("spark-defaults.conf", SparkHome.defaults(choice.override(keys))));
    SparkHome spark =
        new SparkHome(
            choice.source().locate(site).home(), choice.java().on(site.master()), workspace);
    return new ClientDeployment(
        workspace,
        spark.environment(site.master().address()),
        spark::submit,
        new SparkOutput(SparkEventLog.of(site, workspace)::take),
        Processes.NONE);
  }
}
