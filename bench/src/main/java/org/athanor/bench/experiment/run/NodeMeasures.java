// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.athanor.agent.Monitor;
import org.athanor.bench.experiment.Experiment;
import org.athanor.results.Better;
import org.athanor.results.MeasureInfo;
import org.athanor.results.MeasureInfo.Kind;
import org.athanor.results.MonitorInfo;
import org.athanor.results.NodeUse;
import org.athanor.results.Reading;
import org.athanor.results.Results.NodeInfo;
import org.athanor.results.Total;
import org.athanor.results.Unit;

/**
 * Measures of whole trials that are sums over the nodes that worked, and ratios of such sums, of
 * what only some experiments measure: the power of whole nodes, requests of file systems, chosen
 * events. If one node lacks a reading, there is no sum, with that node's reason. Immutable.
 */
final class NodeMeasures {
  private final List<Measure> measures;

  private NodeMeasures(List<Measure> measures) {
    this.measures = List.copyOf(measures);
  }

  /** A measure, and how it follows from what the nodes used. */
  private record Measure(MeasureInfo info, Function<List<NodeUse>, Reading> formula) {}

  /** The reading of one node, or why there is none. */
  private interface OfNode extends Function<NodeUse, Optional<Reading>> {}

  /**
   * The measures of an experiment.
   *
   * @param nodes with what is unavailable on them; of file systems that no node has mounted there
   *     are no measures
   * @param declared by monitors of the user; of their totals there are sums
   */
  static NodeMeasures of(Experiment experiment, List<NodeInfo> nodes, List<MonitorInfo> declared) {
    List<Measure> all = new ArrayList<>();
    if (!experiment.power().isEmpty()) {
      add(
          all,
          Kind.RESULT,
          "node_energy",
          "Energy of whole nodes",
          Unit.JOULES,
          Better.LESS,
          "by meters outside the nodes, all workers",
          sum(Unit.JOULES, NodeMeasures::energy));
      add(
          all,
          Kind.RESULT,
          "node_power",
          "Mean power of whole nodes",
          Unit.WATTS,
          Better.LESS,
          "by meters outside the nodes, all workers",
          sum(Unit.WATTS, NodeMeasures::power));
    }
    fileSystem(
        all,
        experiment,
        nodes,
        Monitor.DISK,
        "disk",
        "Disks",
        List.of(Total.DISK_READ, Total.DISK_WRITTEN, Total.DISK_READS, Total.DISK_WRITES),
        Optional.empty());
    fileSystem(
        all,
        experiment,
        nodes,
        Monitor.LUSTRE,
        "lustre",
        "Lustre",
        List.of(Total.LUSTRE_READ, Total.LUSTRE_WRITTEN, Total.LUSTRE_READS, Total.LUSTRE_WRITES),
        Optional.of(Total.LUSTRE_METADATA));
    fileSystem(
        all,
        experiment,
        nodes,
        Monitor.NFS,
        "nfs",
        "NFS",
        List.of(Total.NFS_READ, Total.NFS_WRITTEN, Total.NFS_READS, Total.NFS_WRITES),
        Optional.of(Total.NFS_METADATA));
    Set<String> ids = new HashSet<>();
    for (String event : experiment.events()) {
      String id = "event_" + event.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_");
      while (!ids.add(id)) {
        id += "_2";
      }
      add(
          all,
          Kind.NODE_COUNTER,
          id,
          event,
          Unit.COUNT,
          Better.NEITHER,
          "hardware events of all processes, all workers",
          sum(Unit.COUNT, use -> Optional.ofNullable(use.events().get(event))));
    }
    for (MonitorInfo monitor : declared) {
      for (MeasureInfo total : monitor.totals()) {
        Total key = Total.declared(total.id(), total.label(), total.unit());
        all.add(new Measure(total, sum(key)));
      }
    }
    return new NodeMeasures(all);
  }

  /**
   * Adds the measures of a file system or of disks.
   *
   * @param totals read and written bytes, read and write requests
   */
  private static void fileSystem(
      List<Measure> all,
      Experiment experiment,
      List<NodeInfo> nodes,
      Monitor monitor,
      String id,
      String label,
      List<Total> totals,
      Optional<Total> metadata) {
    Set<String> asked = experiment.monitors();
    if ((!asked.isEmpty() && !asked.contains(monitor.id()))
        || nodes.stream().allMatch(node -> node.unavailable().containsKey(monitor.id()))) {
      return;
    }
    String[] verbs = {"read", "written"};
    String[] requests = {"reads", "writes"};
    for (int i = 0; i < verbs.length; i++) {
      Function<List<NodeUse>, Reading> bytes = sum(totals.get(i));
      Function<List<NodeUse>, Reading> count = sum(totals.get(i + 2));
      if (metadata.isPresent()) {
        add(
            all,
            Kind.NODE_COUNTER,
            id + "_" + verbs[i],
            label + ", " + verbs[i],
            Unit.BYTES,
            Better.LESS,
            "bytes, all workers",
            bytes);
      }
      add(
          all,
          Kind.NODE_COUNTER,
          id + "_" + requests[i],
          label + ", " + requests[i],
          Unit.COUNT,
          Better.LESS,
          "requests, all workers",
          count);
      String none = "there were no " + requests[i];
      add(
          all,
          Kind.NODE_COUNTER,
          id + "_" + requests[i] + "_mean",
          label + ", mean of " + requests[i],
          Unit.BYTES,
          Better.NEITHER,
          "bytes / requests, sums of all workers",
          uses -> ratio(bytes.apply(uses), count.apply(uses), none));
    }
    metadata.ifPresent(
        total ->
            add(
                all,
                Kind.NODE_COUNTER,
                id + "_metadata",
                label + ", metadata operations",
                Unit.COUNT,
                Better.LESS,
                "operations, all workers",
                sum(total)));
  }

  private static void add(
      List<Measure> all,
      Kind kind,
      String id,
      String label,
      Unit unit,
      Better better,
      String meaning,
      Function<List<NodeUse>, Reading> formula) {
    all.add(new Measure(new MeasureInfo(id, label, unit, better, kind, meaning), formula));
  }

  private static Optional<Reading> energy(NodeUse use) {
    return use.power().map(power -> power.energy());
  }

  private static Optional<Reading> power(NodeUse use) {
    return use.power().map(power -> power.power());
  }

  private static Function<List<NodeUse>, Reading> sum(Total total) {
    return sum(total.unit(), use -> Optional.ofNullable(use.totals().get(total)));
  }

  private static Function<List<NodeUse>, Reading> sum(Unit unit, OfNode part) {
    return uses -> {
      double sum = 0;
      for (NodeUse use : uses) {
        Reading reading = part.apply(use).orElse(Reading.unavailable("was not measured"));
        if (reading instanceof Reading.Unavailable unavailable) {
          return Reading.unavailable(use.node() + ": " + unavailable.reason());
        }
        sum += ((Reading.Value) reading).amount();
      }
      return uses.isEmpty() ? Reading.unavailable("no node was measured") : Reading.of(sum, unit);
    };
  }

  private static Reading ratio(Reading part, Reading whole, String none) {
    if (part instanceof Reading.Value amount && whole instanceof Reading.Value count) {
      return count.amount() > 0
          ? Reading.of(amount.amount() / count.amount(), amount.unit())
          : Reading.unavailable(none);
    }
    return part instanceof Reading.Unavailable ? part : whole;
  }

  /** The declarations of the measures. */
  List<MeasureInfo> declarations() {
    return measures.stream().map(Measure::info).toList();
  }

  /** The measures of a trial. */
  Map<String, Reading> readings(List<NodeUse> uses) {
    List<NodeUse> workers = uses.stream().filter(NodeUse::works).toList();
    Map<String, Reading> readings = new TreeMap<>();
    measures.forEach(each -> readings.put(each.info().id(), each.formula().apply(workers)));
    return readings;
  }
}
