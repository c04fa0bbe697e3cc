// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds objects by PUs and by their position in the tree. Pure functions. */
final class Traversal {
  private Traversal() {}

  static Optional<TopologyObject> covering(TopologyObject root, CpuSet cpus) {
    if (cpus.isEmpty() || !cpus.isIncludedIn(root.cpuset())) {
      return Optional.empty();
    }
    TopologyObject object = root;
    for (Optional<TopologyObject> child = Optional.of(root); child.isPresent(); ) {
      object = child.get();
      child = object.children().stream().filter(c -> cpus.isIncludedIn(c.cpuset())).findFirst();
    }
    return Optional.of(object);
  }

  static List<TopologyObject> intersecting(List<TopologyObject> objects, CpuSet cpus) {
    return objects.stream().filter(o -> o.hasSets() && o.cpuset().intersects(cpus)).toList();
  }

  static List<TopologyObject> inside(List<TopologyObject> objects, CpuSet cpus) {
    return objects.stream()
        .filter(o -> o.hasSets() && !o.cpuset().isEmpty() && o.cpuset().isIncludedIn(cpus))
        .toList();
  }

  static List<TopologyObject> largestInside(TopologyObject root, CpuSet cpus) {
    List<TopologyObject> objects = new ArrayList<>();
    addLargestInside(root, cpus, objects);
    return objects;
  }

  private static void addLargestInside(
      TopologyObject object, CpuSet cpus, List<TopologyObject> objects) {
    if (!object.cpuset().intersects(cpus)) {
      return;
    }
    if (object.cpuset().isIncludedIn(cpus)) {
      objects.add(object);
      return;
    }
    object.children().forEach(child -> addLargestInside(child, cpus, objects));
  }

  static TopologyObject commonAncestor(TopologyObject a, TopologyObject b) {
    List<TopologyObject> aboveB = Stream.concat(Stream.of(b), b.ancestors()).toList();
    return Stream.concat(Stream.of(a), a.ancestors())
        .filter(aboveB::contains)
        .findFirst()
        .orElseThrow();
  }

  static List<TopologyObject> closest(TopologyObject object, List<TopologyObject> level, int max) {
    List<TopologyObject> closest = new ArrayList<>();
    CpuSet seen = object.cpuset();
    for (TopologyObject ancestor : object.ancestors().toList()) {
      for (TopologyObject candidate : level) {
        if (closest.size() < max
            && candidate.cpuset().isIncludedIn(ancestor.cpuset())
            && !candidate.cpuset().isIncludedIn(seen)) {
          closest.add(candidate);
        }
      }
      seen = ancestor.cpuset();
    }
    return closest;
  }

  static CpuSet singlifyPerCore(List<TopologyObject> cores, CpuSet cpus, int which) {
    CpuSet result = cpus;
    for (TopologyObject core : cores) {
      CpuSet ofCore = core.cpuset().and(cpus);
      int pu = ofCore.first();
      for (int i = 0; i < which && pu >= 0; i++) {
        pu = ofCore.next(pu);
      }
      result = result.andNot(ofCore);
      if (pu >= 0) {
        result = result.with(pu);
      }
    }
    return result;
  }
}
