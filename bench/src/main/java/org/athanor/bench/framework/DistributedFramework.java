// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.athanor.bench.workload.Api;
import org.athanor.cluster.Node;

/** Base of the frameworks that have a distribution and run on a chosen Java. */
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
  public Optional<String> build(Site site) throws IOException, InterruptedException {
    return choice.source().build(site);
  }

  @Override
  public final Api api() {
    return api;
  }

  /**
   * Minimum memory of each node, in mebibytes, with which the framework starts and a task can run.
   */
  abstract int minMemory(Site site);

  /** Of a single process: the heap that its memory leaves, in mebibytes. */
  int largestHeap(Shares shares) {
    return shares.heap(shares.nodeMemory());
  }

  /** Of a single process: the system properties that its command line sets after the user's. */
  List<String> ownProperties() {
    return List.of();
  }

  /** Whether the framework is a single process on one node. */
  abstract boolean local();

  @Override
  public List<String> problems(Site site) throws IOException, InterruptedException {
    List<String> problems = new ArrayList<>(choice.source().problems(site));
    if (local()) {
      problems.addAll(LocalMode.problems(site, kind(), mode()));
      choice.jvm().problem(largestHeap(Shares.of(site))).ifPresent(problems::add);
      problems.addAll(choice.jvm().overridden(ownProperties()));
    }
    long memory = site.share().memoryBytes() / MEBIBYTE;
    if (memory < minMemory(site)) {
      problems.add(
          String.format(
              Locale.ROOT,
              "%s, mode %s: %d MB of memory on each node for %d tasks; must be %d MB or more",
              kind(),
              mode(),
              memory,
              site.share().tasks(),
              minMemory(site)));
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
