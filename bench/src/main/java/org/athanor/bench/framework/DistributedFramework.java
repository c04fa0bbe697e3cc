// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.athanor.bench.workload.Api;
import org.athanor.cluster.Node;

/** What frameworks with a distribution and a Java have in common. */
abstract class DistributedFramework implements Framework {

  private static final long MEBIBYTE = 1 << 20;

  final Choice choice;
  private final Api api;

  DistributedFramework(Choice choice, Api api) {
    this.choice = choice;
    this.api = api;
  }

  @Override
  public final String kind() {
    return choice.kind();
  }

  @Override
  public final String mode() {
    return choice.mode();
  }

  @Override
  public String version() {
    return choice.source().version();
  }

  @Override
  public final Api api() {
    return api;
  }

  /** Least memory on each node with which it starts and a task can work, in mebibytes. */
  abstract int leastMemory(Site site);

  /** Whether one process on one node is all it is. */
  abstract boolean local();

  @Override
  public List<String> problems(Site site) throws IOException, InterruptedException {
    List<String> problems = new ArrayList<>(choice.source().problems(site));
    if (local() && site.nodes().size() > 1) {
      problems.add(
          String.format(
              Locale.ROOT,
              "%s, mode %s: runs on one node, not on %d; take another mode, or sizes: [1]",
              kind(),
              mode(),
              site.nodes().size()));
    }
    long memory = site.memoryBytesPerNode() / MEBIBYTE;
    if (memory < leastMemory(site)) {
      problems.add(
          String.format(
              Locale.ROOT,
              "%s, mode %s: %d MB of memory on each node for %d cores; must be %d MB or more",
              kind(),
              mode(),
              memory,
              site.coresPerNode(),
              leastMemory(site)));
    }
    for (Node node : site.nodes()) {
      choice
          .java()
          .problem(node, site.mark(), choice.source().title(), choice.source().java())
          .ifPresent(problems::add);
    }
    return problems;
  }

  @Override
  public void install(Site site) throws IOException, InterruptedException {
    choice.source().install(site);
  }
}
