// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.simulated;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.athanor.cluster.SystemInfo;
import org.athanor.results.AmountText;
import org.athanor.results.Results.NodeInfo;
import org.athanor.results.Unit;
import org.athanor.simulator.cluster.NodeSpec;
import org.athanor.simulator.run.NodeTimeline;
import org.athanor.simulator.run.Scenario;
import org.athanor.simulator.run.Timeline;

/** Descriptions of simulated nodes. Nodes of variants that are not equal have different names. */
final class SimulatedNodes {
  private static final String NONE = "simulated";

  /** Monitor → why it does not work. */
  private static final Map<String, String> UNAVAILABLE =
      Map.of(
          "disk", "the model counts the time that devices work, not bytes",
          "memory", "simulated nodes have no memory",
          "energy", "the model has energies of whole runs only",
          "jvm", "simulated nodes have no JVMs",
          "perf", "simulated processors have no counters");

  private final Map<String, SystemInfo> systems = new LinkedHashMap<>();

  /** The names of the nodes of a time line, in its order; describes them. */
  List<String> names(Scenario scenario, Timeline timeline) {
    List<NodeSpec> specs =
        scenario.cluster().racks().stream().flatMap(rack -> rack.nodes().stream()).toList();
    List<String> names = new ArrayList<>();
    for (int i = 0; i < timeline.nodes().size(); i++) {
      NodeTimeline node = timeline.nodes().get(i);
      SystemInfo system =
          system(node.cores(), node.nodes() == 1 ? describe(specs.get(i)) : describe(specs));
      names.add(name(node.name(), system));
    }
    return names;
  }

  private String name(String wanted, SystemInfo system) {
    String name = wanted;
    for (int i = 2; !systems.getOrDefault(name, system).equals(system); i++) {
      name = wanted + " (" + i + ")";
    }
    systems.put(name, system);
    return name;
  }

  List<NodeInfo> all() {
    List<NodeInfo> nodes = new ArrayList<>();
    systems.forEach((name, system) -> nodes.add(new NodeInfo(name, system, UNAVAILABLE)));
    return nodes;
  }

  private static SystemInfo system(int cores, String model) {
    return new SystemInfo(
        NONE,
        NONE,
        NONE,
        NONE,
        model,
        cores,
        0,
        Optional.empty(),
        Optional.of("simulation"),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static String describe(NodeSpec node) {
    Map<String, Long> devices =
        node.devices().stream()
            .collect(
                Collectors.groupingBy(
                    device -> DeviceNames.of(device.type()), TreeMap::new, Collectors.counting()));
    String text =
        devices.entrySet().stream()
            .map(each -> each.getValue() + " " + each.getKey())
            .collect(Collectors.joining(", "));
    return "simulated "
        + node.name()
        + ", "
        + AmountText.prefixed(node.cyclesPerSecond(), "Hz")
        + ", "
        + AmountText.of(node.linkBytesPerSecond(), Unit.BYTES_PER_SECOND)
        + (text.isEmpty() ? "" : ", " + text);
  }

  /** Nodes that are equal are described once, with their number. */
  private static String describe(List<NodeSpec> nodes) {
    return nodes.stream()
        .collect(
            Collectors.groupingBy(
                SimulatedNodes::describe, LinkedHashMap::new, Collectors.counting()))
        .entrySet()
        .stream()
        .map(each -> each.getValue() + " × " + each.getKey())
        .collect(Collectors.joining("; "));
  }
}
