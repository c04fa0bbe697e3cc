// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.session;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.hadoop.mapreduce.split.JobSplit.TaskSplitMetaInfo;
import org.athanor.engine.coordinator.Locality;

/** Finds where the input of a job's maps is. Asks for the rack of each host once. One thread. */
final class InputPlaces {
  private final UnaryOperator<String> racks;
  private final Map<String, String> known = new HashMap<>();

  /**
   * @param racks returns the rack of a host
   */
  InputPlaces(UnaryOperator<String> racks) {
    this.racks = racks;
  }

  /** Returns where the input is that the splits describe; one split for each map. */
  Locality of(List<TaskSplitMetaInfo> splits, long waitMillis) {
    return new Locality(splits.stream().map(this::input).toList(), waitMillis);
  }

  private Locality.Input input(TaskSplitMetaInfo split) {
    List<String> hosts = Arrays.stream(split.getLocations()).distinct().toList();
    List<String> rackNames =
        hosts.stream().map(host -> known.computeIfAbsent(host, racks)).distinct().toList();
    return new Locality.Input(hosts, rackNames);
  }
}
