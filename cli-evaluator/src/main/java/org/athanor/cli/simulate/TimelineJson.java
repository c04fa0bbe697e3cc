// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.simulate;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.athanor.cli.simulated.DeviceNames;
import org.athanor.simulator.run.NodeTimeline;
import org.athanor.simulator.run.Timeline;
import org.athanor.storage.tier.DeviceType;

/** A time line of the whole cluster as members of an object: a number for each bucket. */
final class TimelineJson {
  private final Timeline timeline;

  private TimelineJson(Timeline timeline) {
    this.timeline = timeline;
  }

  static Map<String, Object> of(Timeline timeline) {
    TimelineJson json = new TimelineJson(timeline);
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("bucketSeconds", timeline.bucketSeconds());
    members.put("endSeconds", timeline.endSeconds());
    int cores = timeline.nodes().stream().mapToInt(NodeTimeline::cores).sum();
    members.put("processorUse", json.perSecond(NodeTimeline::coreSeconds, cores));
    Map<String, Object> devices = new LinkedHashMap<>();
    for (DeviceType type : DeviceType.values()) {
      int count =
          timeline.nodes().stream().mapToInt(node -> node.devices().getOrDefault(type, 0)).sum();
      if (count > 0) {
        devices.put(DeviceNames.of(type), json.perSecond(node -> worked(node, type), count));
      }
    }
    members.put("deviceUse", devices);
    members.put("networkBytesPerSecond", json.perSecond(NodeTimeline::receivedBytes, 1));
    members.put("runningMaps", json.perSecond(NodeTimeline::mapSeconds, 1));
    members.put("runningReduces", json.perSecond(NodeTimeline::reduceSeconds, 1));
    return members;
  }

  private static List<Double> worked(NodeTimeline node, DeviceType type) {
    return node.deviceSeconds()
        .getOrDefault(type, Collections.nCopies(node.coreSeconds().size(), 0.0));
  }

  private List<Double> perSecond(Function<NodeTimeline, List<Double>> amounts, double units) {
    return IntStream.range(0, timeline.buckets())
        .mapToObj(i -> timeline.sum(i, amounts) / timeline.seconds(i) / units)
        .toList();
  }
}
