// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.simulator.cluster.ClusterSpec;
import org.athanor.simulator.cluster.DeviceSpec;
import org.athanor.simulator.cluster.DeviceUse;
import org.athanor.simulator.cluster.NodeSpec;
import org.athanor.simulator.cluster.Power;
import org.athanor.simulator.cluster.RackSpec;
import org.athanor.simulator.cluster.Slots;
import org.athanor.yaml.Place;
import org.athanor.yaml.Section;

/** The key {@code cluster}. */
final class ClusterReader {
  /** Equal nodes; without a rack they are dealt to all. */
  private record Group(NodeSpec node, int count, Optional<Place> rackPlace, int rack) {}

  private static final int MOST_NODES = 1_000_000;
  private static final int MOST_DEVICES = 4_000_000;

  private ClusterReader() {}

  /**
   * Reads the cluster. Returns empty and reports problems if anything is wrong with it.
   *
   * @param hasJobs whether nodes must run tasks
   */
  static Optional<ClusterSpec> read(Place place, boolean hasJobs) {
    int before = place.problems().size();
    Section section = new Section(place, "the cluster", Keys.CLUSTERS);
    List<Group> groups = new ArrayList<>();
    Optional<Map<String, Place>> named = section.place(Keys.NODES).flatMap(Place::keys);
    named.orElse(Map.of()).forEach((name, at) -> group(name, at).ifPresent(groups::add));
    double uplink =
        section.get(Keys.UPLINK).map(r -> r.bytesPerSecond()).orElse(Double.POSITIVE_INFINITY);
    double core =
        section.get(Keys.CORE).map(r -> r.bytesPerSecond()).orElse(Double.POSITIVE_INFINITY);
    Optional<Integer> racks = section.get(Keys.RACKS);
    if (place.problems().size() > before) {
      return Optional.empty();
    }
    Place nodes = section.place(Keys.NODES).orElseThrow();
    checkTasksAndBlocks(groups, nodes, hasJobs);
    if (!hasMemoryFor(groups, nodes)) {
      return Optional.empty();
    }
    int count = racks.orElseGet(() -> groups.stream().mapToInt(Group::rack).max().orElse(1));
    List<RackSpec> dealt = deal(groups, Math.max(1, count), uplink, section, nodes);
    return place.problems().size() > before
        ? Optional.empty()
        : Optional.of(new ClusterSpec(dealt, core));
  }

  private static Optional<Group> group(String name, Place place) {
    int before = place.problems().size();
    Section section = new Section(place, "a node", Keys.NODE);
    int count = section.get(Keys.COUNT).orElse(1);
    int rack = section.get(Keys.RACK).orElse(0);
    Optional<Integer> cores = section.get(Keys.CORES);
    Optional<Double> clock = section.get(Keys.CLOCK).map(f -> f.hertz());
    Optional<Double> link = section.get(Keys.LINK).map(r -> r.bytesPerSecond());
    Slots slots = slots(section);
    Power power = power(section);
    List<DeviceSpec> devices = new ArrayList<>();
    section
        .place(Keys.DEVICES)
        .flatMap(Place::keys)
        .orElse(Map.of())
        .forEach((kind, at) -> devices.addAll(devices(at)));
    if (place.problems().size() > before) {
      return Optional.empty();
    }
    if (slots.total() > 0 && devices.stream().noneMatch(d -> d.use().storesIntermediateData())) {
      section
          .place(Keys.DEVICES)
          .orElse(place)
          .report("a node that runs tasks needs a device for their data: use local or all");
      return Optional.empty();
    }
    NodeSpec node =
        new NodeSpec(
            name,
            cores.orElseThrow(),
            clock.orElseThrow(),
            link.orElseThrow(),
            devices,
            slots,
            power);
    return Optional.of(new Group(node, count, section.place(Keys.RACK), rack));
  }

  private static Slots slots(Section node) {
    Optional<Integer> containers = node.get(Keys.CONTAINERS);
    Section section = node.below(Keys.SLOTS, Keys.SLOT);
    Optional<Integer> maps = section.get(Keys.MAPS_AT_ONCE);
    Optional<Integer> reduces = section.get(Keys.REDUCES_AT_ONCE);
    if (node.place(Keys.CONTAINERS).isPresent()) {
      node.place(Keys.SLOTS)
          .ifPresent(place -> place.report("a node has either containers or slots"));
    }
    return containers
        .map(Slots::containers)
        .orElseGet(() -> Slots.separate(maps.orElse(0), reduces.orElse(0)));
  }

  private static Power power(Section owner) {
    Section section = owner.below(Keys.POWER, Keys.POWERS);
    Optional<Double> idle = section.get(Keys.IDLE);
    Optional<Double> busy = section.get(Keys.BUSY);
    if (idle.isEmpty() || busy.isEmpty()) {
      return Power.NONE;
    }
    if (busy.get() < idle.get()) {
      section.place(Keys.BUSY).ifPresent(place -> place.report("must be as much as idle, or more"));
      return Power.NONE;
    }
    return new Power(idle.get(), busy.get());
  }

  private static List<DeviceSpec> devices(Place place) {
    int before = place.problems().size();
    Section section = new Section(place, "a device", Keys.DEVICE);
    int count = section.get(Keys.DEVICE_COUNT).orElse(1);
    var type = section.get(Keys.TYPE);
    var read = section.get(Keys.READ);
    var write = section.get(Keys.WRITE);
    var capacity = section.get(Keys.CAPACITY);
    double crowding = section.get(Keys.CROWDING).orElse(0.0);
    DeviceUse use = section.get(Keys.USE).orElse(DeviceUse.ALL);
    Power power = power(section);
    if (place.problems().size() > before) {
      return List.of();
    }
    DeviceSpec device =
        new DeviceSpec(
            type.orElseThrow(),
            read.orElseThrow().bytesPerSecond(),
            write.orElseThrow().bytesPerSecond(),
            crowding,
            capacity.orElseThrow().bytes(),
            use,
            power);
    return Collections.nCopies(count, device);
  }

  private static void checkTasksAndBlocks(List<Group> groups, Place nodes, boolean hasJobs) {
    if (hasJobs && groups.stream().noneMatch(group -> group.node().slots().maps() > 0)) {
      nodes.report("no node runs maps; at least one group must have containers or slots");
    }
    if (groups.stream().noneMatch(group -> stores(group.node()))) {
      nodes.report("no node stores blocks; at least one must have a device with use hdfs or all");
    }
  }

  /** Reports a cluster that is too large to be simulated, before it takes memory. */
  private static boolean hasMemoryFor(List<Group> groups, Place nodes) {
    long count = groups.stream().mapToLong(Group::count).sum();
    long devices =
        groups.stream()
            .mapToLong(group -> (long) group.count() * group.node().devices().size())
            .sum();
    if (count > MOST_NODES || devices > MOST_DEVICES) {
      nodes.report(
          "have "
              + count
              + " nodes with "
              + devices
              + " devices; must be at most "
              + MOST_NODES
              + " nodes with "
              + MOST_DEVICES
              + " devices in all");
      return false;
    }
    return true;
  }

  private static boolean stores(NodeSpec node) {
    return node.devices().stream().anyMatch(device -> device.use().storesBlocks());
  }

  private static List<RackSpec> deal(
      List<Group> groups, int racks, double uplink, Section section, Place nodes) {
    List<List<NodeSpec>> dealt = new ArrayList<>();
    for (int rack = 0; rack < racks; rack++) {
      dealt.add(new ArrayList<>());
    }
    int turn = 0;
    for (Group group : groups) {
      if (group.rack() > racks) {
        group
            .rackPlace()
            .ifPresent(place -> place.report("must be at most racks, which is " + racks));
        return List.of();
      }
      for (int i = 0; i < group.count(); i++) {
        int rack = group.rack() > 0 ? group.rack() - 1 : turn++ % racks;
        dealt.get(rack).add(group.node());
      }
    }
    for (int rack = 0; rack < racks; rack++) {
      if (dealt.get(rack).isEmpty()) {
        section
            .place(Keys.RACKS)
            .orElse(nodes)
            .report("rack " + (rack + 1) + " has no node; must have one or more");
        return List.of();
      }
    }
    List<String> locations = locations(section, racks);
    List<RackSpec> specs = new ArrayList<>();
    for (int rack = 0; rack < racks; rack++) {
      String location = locations.isEmpty() ? "" : locations.get(rack);
      specs.add(new RackSpec(dealt.get(rack), uplink, location));
    }
    return specs;
  }

  /** Those of all racks; none if they are by their numbers, or wrong, which is reported. */
  private static List<String> locations(Section section, int racks) {
    List<String> locations = section.get(Keys.LOCATIONS).orElse(List.of());
    Optional<Place> place = section.place(Keys.LOCATIONS);
    if (place.isEmpty() || locations.isEmpty()) {
      return List.of();
    }
    if (locations.size() != racks || new HashSet<>(locations).size() != racks) {
      place.get().report("must be " + racks + " different ones, one for each rack");
      return List.of();
    }
    long levels = locations.get(0).chars().filter(letter -> letter == '/').count();
    for (String location : locations) {
      if (!location.matches("(/[^/\\s]+)+")
          || location.chars().filter(letter -> letter == '/').count() != levels) {
        place
            .get()
            .report(
                "has "
                    + location
                    + "; must be like /east/rack1, all with the same number of slashes, as HDFS"
                    + " demands");
        return List.of();
      }
    }
    return locations;
  }
}
