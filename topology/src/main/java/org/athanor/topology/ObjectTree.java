// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** All objects of a topology by depth and by type. Immutable, thread-safe. */
final class ObjectTree {
  private final TopologyObject root;
  private final List<List<TopologyObject>> levels = new ArrayList<>();
  private final Map<Integer, List<TopologyObject>> virtualLevels = new HashMap<>();
  private final Map<ObjectType, List<TopologyObject>> byType = new EnumMap<>(ObjectType.class);

  /** Builds the levels and connects all objects below the root with this tree. */
  ObjectTree(TopologyObject root) {
    this.root = root;
    Map<Integer, List<TopologyObject>> byDepth = new HashMap<>();
    root.subtree()
        .forEach(
            object -> {
              object.setTree(this);
              byDepth.computeIfAbsent(object.depth(), d -> new ArrayList<>()).add(object);
            });
    for (int depth = 0; byDepth.containsKey(depth); depth++) {
      levels.add(ordered(byDepth.remove(depth)));
    }
    byDepth.forEach((depth, objects) -> virtualLevels.put(depth, ordered(objects)));
    for (List<TopologyObject> level : levels) {
      byType.merge(level.get(0).type(), level, ObjectTree::concat);
    }
    for (List<TopologyObject> level : virtualLevels.values()) {
      byType.put(level.get(0).type(), level);
    }
  }

  private static List<TopologyObject> ordered(List<TopologyObject> objects) {
    return objects.stream().sorted(Comparator.comparingInt(TopologyObject::logicalIndex)).toList();
  }

  private static List<TopologyObject> concat(List<TopologyObject> a, List<TopologyObject> b) {
    List<TopologyObject> both = new ArrayList<>(a);
    both.addAll(b);
    return List.copyOf(both);
  }

  TopologyObject root() {
    return root;
  }

  int depth() {
    return levels.size();
  }

  /** Returns the objects at a depth, which may be negative; empty if the depth does not exist. */
  List<TopologyObject> level(int depth) {
    return depth >= 0 && depth < levels.size()
        ? levels.get(depth)
        : virtualLevels.getOrDefault(depth, List.of());
  }

  /** Returns all objects of a type. Groups at several depths are ordered by depth. */
  List<TopologyObject> objects(ObjectType type) {
    return byType.getOrDefault(type, List.of());
  }

  /** Returns the depths that have objects of this type, ascending. */
  List<Integer> depths(ObjectType type) {
    return objects(type).stream().map(TopologyObject::depth).distinct().toList();
  }

  /** Returns the object; throws if it belongs to another tree. */
  TopologyObject checkOwn(TopologyObject object) {
    if (object.tree() != this) {
      throw new IllegalArgumentException(
          object + " belongs to another topology; find its counterpart in this one by gpIndex()");
    }
    return object;
  }
}
