// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.simulated;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.athanor.results.Metric;
import org.athanor.results.Reading;
import org.athanor.results.SampleTable;
import org.athanor.results.SampleTable.Column;
import org.athanor.results.Total;
import org.athanor.results.Unit;
import org.athanor.simulator.run.NodeTimeline;
import org.athanor.simulator.run.Timeline;
import org.athanor.storage.tier.DeviceType;

/**
 * What a node of a {@link Timeline} did, as samples and totals of a measured node. Samples are of a
 * mean node if the time line has all nodes together; totals are of all of these.
 */
final class NodeSamples {
  private final Timeline timeline;
  private final NodeTimeline node;

  /** Whether the time line has what nodes sent: an aggregated shuffle counts receivers only. */
  private final boolean countsSent;

  NodeSamples(Timeline timeline, NodeTimeline node, boolean countsSent) {
    this.timeline = timeline;
    this.node = node;
    this.countsSent = countsSent;
  }

  /** A curve: amounts in buckets, and what they are multiplied with and divided by per second. */
  private record Curve(Metric metric, List<Double> amounts, double factor, double units) {}

  /** A row for each bucket. */
  SampleTable table() {
    List<Curve> curves = curves();
    List<double[]> rows = new ArrayList<>();
    for (int bucket = 0; bucket < timeline.buckets(); bucket++) {
      double[] row = new double[curves.size() + 1];
      row[0] = timeline.end(bucket);
      for (int i = 0; i < curves.size(); i++) {
        Curve curve = curves.get(i);
        double perSecond = curve.amounts().get(bucket) / timeline.seconds(bucket);
        row[i + 1] = curve.factor() * perSecond / curve.units();
      }
      rows.add(row);
    }
    return SampleTable.of(curves.stream().map(curve -> Column.of(curve.metric())).toList(), rows);
  }

  private List<Curve> curves() {
    List<Curve> curves = new ArrayList<>();
    curves.add(new Curve(Metric.CPU_USER, node.coreSeconds(), 100, node.cores()));
    for (DeviceType type : DeviceType.values()) {
      List<Double> worked = node.deviceSeconds().get(type);
      if (worked != null) {
        curves.add(new Curve(DeviceNames.busy(type), worked, 100, node.devices().get(type)));
      }
    }
    curves.add(new Curve(Metric.NETWORK_RECEIVED, node.receivedBytes(), 1, node.nodes()));
    if (countsSent) {
      curves.add(new Curve(Metric.NETWORK_SENT, node.sentBytes(), 1, node.nodes()));
    }
    curves.add(new Curve(Metric.TASKS_MAP, node.mapSeconds(), 1, node.nodes()));
    curves.add(new Curve(Metric.TASKS_REDUCE, node.reduceSeconds(), 1, node.nodes()));
    return curves;
  }

  /** The totals that a simulation has; why it does not have the others. */
  Map<Total, Reading> totals() {
    Map<Total, Reading> totals = new TreeMap<>();
    for (Total total : Total.values()) {
      totals.put(total, Reading.unavailable("is not simulated"));
    }
    totals.put(Total.CPU_OWN, Reading.of(sum(node.coreSeconds()), Unit.SECONDS));
    totals.put(Total.NETWORK_RECEIVED, Reading.of(sum(node.receivedBytes()), Unit.BYTES));
    totals.put(
        Total.NETWORK_SENT,
        countsSent
            ? Reading.of(sum(node.sentBytes()), Unit.BYTES)
            : Reading.unavailable("an aggregated shuffle counts what nodes receive only"));
    totals.put(
        Total.ENERGY_PACKAGE,
        node.joules() > 0
            ? Reading.of(node.joules(), Unit.JOULES)
            : Reading.unavailable("the scenario's nodes have no power"));
    return totals;
  }

  private static double sum(List<Double> amounts) {
    return amounts.stream().mapToDouble(Double::doubleValue).sum();
  }
}
