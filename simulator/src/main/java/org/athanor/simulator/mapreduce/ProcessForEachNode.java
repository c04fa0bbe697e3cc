// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** All tasks of a job that run on a node have one process, which starts with the first of them. */
final class ProcessForEachNode implements Processes {
  private final Map<Integer, NodeProcess> processes = new HashMap<>();

  @Override
  public void begin(Attempt attempt) {
    processes.computeIfAbsent(attempt.node(), node -> new NodeProcess()).join(attempt);
  }

  @Override
  public void leave(Attempt attempt) {
    NodeProcess process = processes.get(attempt.node());
    if (process != null) {
      process.leave(attempt);
    }
  }

  /** If the node comes back, a new process starts. */
  @Override
  public void lose(int node) {
    processes.remove(node);
  }

  private static final class NodeProcess {
    private final Set<Attempt> waiting = new LinkedHashSet<>();
    private Attempt starter;
    private boolean runs;

    void join(Attempt attempt) {
      if (runs) {
        attempt.begin();
        return;
      }
      waiting.add(attempt);
      if (starter == null) {
        start(attempt);
      }
    }

    /** The process starts as a step of an attempt. */
    private void start(Attempt attempt) {
      starter = attempt;
      attempt.startProcess(this::started);
    }

    private void started() {
      runs = true;
      starter = null;
      new ArrayList<>(waiting).forEach(Attempt::begin);
      waiting.clear();
    }

    void leave(Attempt attempt) {
      waiting.remove(attempt);
      if (attempt == starter) {
        starter = null;
        waiting.stream().findFirst().ifPresent(this::start);
      }
    }
  }
}
