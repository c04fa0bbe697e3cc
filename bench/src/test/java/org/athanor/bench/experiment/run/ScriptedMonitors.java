// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.athanor.bench.monitor.HeldMemory;
import org.athanor.bench.monitor.MonitoredTrial;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.results.NodeUse;
import org.athanor.results.Reading;
import org.athanor.results.Total;
import org.athanor.results.Unit;

/** Monitors that report the CPU time of other programs that the test has chosen. */
record ScriptedMonitors(List<Double> others, Consumer<String> events) implements RunMonitors {
  /** The nodes have not so much. */
  static final long REFUSED_BYTES = 65L << 20;

  @Override
  public Map<String, String> unavailable(String node) {
    return Map.of("energy", "powercap: no such directory");
  }

  @Override
  public MonitoredTrial begin(List<Node> nodes, Set<Mark> marks, Path results, Path trial) {
    events.accept("monitors begin");
    return new MonitoredTrial() {
      @Override
      public List<NodeUse> end() {
        events.accept("monitors end");
        double other = others.isEmpty() ? 0 : others.remove(0);
        return nodes.stream().map(node -> use(node, other, results.relativize(trial))).toList();
      }

      @Override
      public void close() {
        // Nothing is open.
      }
    };
  }

  @Override
  public HeldMemory holdMemory(List<Node> nodes, long bytes) throws IOException {
    if (bytes == REFUSED_BYTES) {
      throw new IOException("memory of a cannot be made warm: it is full");
    }
    events.accept("hold " + bytes + " bytes of " + nodes.size());
    return new HeldMemory() {
      @Override
      public void release() {
        events.accept("release memory");
      }

      @Override
      public void close() {
        events.accept("free memory");
      }
    };
  }

  private static NodeUse use(Node node, double other, Path trial) {
    Map<Total, Reading> totals = new TreeMap<>();
    for (Total total : Total.values()) {
      totals.put(total, Reading.unavailable("not measured in this test"));
    }
    totals.put(Total.CPU_OTHER, Reading.of(other, Unit.SECONDS));
    return new NodeUse(node.name(), totals, trial + "/samples-" + node.name() + ".csv");
  }

  @Override
  public void close() {
    events.accept("monitors close");
  }
}
