// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.keep;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hdfs.inotify.Event;
import org.apache.hadoop.hdfs.inotify.EventBatch;

/**
 * Finds in the changes of a namespace which numbers of replicas were set for some files. A file's
 * path is the one that it had at its {@link Progress.Raised#since}; changes before that do not
 * concern it. Files may have had the same path, one after the other.
 */
final class ReplicaHistory {
  private final Map<Long, List<Integer>> set = new HashMap<>();
  private final Map<Long, Long> since = new HashMap<>();

  /** The numbers of the files, by their paths at the change that was seen last. */
  private final Map<String, Set<Long>> byPath = new HashMap<>();

  ReplicaHistory(List<Progress.Raised> raised) {
    for (Progress.Raised file : raised) {
      add(file.path(), file.id());
      since.put(file.id(), file.since());
      set.put(file.id(), new ArrayList<>());
    }
  }

  private void add(String path, long id) {
    byPath.computeIfAbsent(path, key -> new LinkedHashSet<>()).add(id);
  }

  /** Takes the next changes. */
  void accept(EventBatch batch) {
    long change = batch.getTxid();
    for (Event event : batch.getEvents()) {
      if (event instanceof Event.MetadataUpdateEvent update
          && update.getMetadataType() == Event.MetadataUpdateEvent.MetadataType.REPLICATION) {
        for (long id : byPath.getOrDefault(update.getPath(), Set.of())) {
          if (change > since.get(id)) {
            set.get(id).add(update.getReplication());
          }
        }
      } else if (event instanceof Event.RenameEvent rename) {
        take(rename.getDstPath(), change); // what it overwrites
        take(rename.getSrcPath(), change)
            .forEach((below, ids) -> ids.forEach(id -> add(rename.getDstPath() + below, id)));
      } else if (event instanceof Event.UnlinkEvent unlink) {
        take(unlink.getPath(), change);
      }
    }
  }

  /**
   * Takes away the files that a change concerns, which are at a path or below it.
   *
   * @return their numbers, by their paths below that one
   */
  private Map<String, Set<Long>> take(String path, long change) {
    Map<String, Set<Long>> taken = new HashMap<>();
    byPath.forEach(
        (one, ids) -> {
          if (one.startsWith(path) && (one.length() == path.length() || isBelow(one, path))) {
            Set<Long> concerned = new LinkedHashSet<>(ids);
            concerned.removeIf(id -> change <= since.get(id));
            ids.removeAll(concerned);
            taken.put(one.substring(path.length()), concerned);
          }
        });
    byPath.values().removeIf(Set::isEmpty);
    return taken;
  }

  private static boolean isBelow(String one, String path) {
    return one.charAt(path.length()) == '/';
  }

  /** The numbers that were set, in the order of time, by the numbers of the files. */
  Map<Long, List<Integer>> set() {
    return set;
  }
}
