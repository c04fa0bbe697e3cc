// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.keep;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.inotify.Event;
import org.apache.hadoop.hdfs.inotify.EventBatch;

/** Finds in the changes of a namespace which numbers of replicas were set for some files. */
final class ReplicaHistory {
  private final Map<Long, List<Integer>> set = new HashMap<>();
  private final Map<Long, Progress.Raised> files = new HashMap<>();

  /** The numbers of the files, by their paths at the change that was seen last. */
  private Map<String, Long> byPath = new HashMap<>();

  ReplicaHistory(List<Progress.Raised> raised) {
    for (Progress.Raised file : raised) {
      byPath.put(file.path(), file.id());
      files.put(file.id(), file);
      set.put(file.id(), new ArrayList<>());
    }
  }

  /** Takes the next changes. */
  void accept(EventBatch batch) {
    for (Event event : batch.getEvents()) {
      if (event instanceof Event.MetadataUpdateEvent update
          && update.getMetadataType() == Event.MetadataUpdateEvent.MetadataType.REPLICATION) {
        Long id = byPath.get(update.getPath());
        if (id != null && batch.getTxid() > files.get(id).since()) {
          set.get(id).add(update.getReplication());
        }
      } else if (event instanceof Event.RenameEvent rename) {
        rename(rename.getSrcPath(), rename.getDstPath());
      } else if (event instanceof Event.UnlinkEvent unlink) {
        byPath.remove(unlink.getPath());
      }
    }
  }

  private void rename(String from, String to) {
    Map<String, Long> renamed = new HashMap<>();
    byPath.forEach(
        (path, id) -> {
          boolean isIn = path.equals(from) || path.startsWith(from + "/");
          renamed.put(isIn ? to + path.substring(from.length()) : path, id);
        });
    byPath = renamed;
  }

  /** The numbers that were set, in the order of time, by the numbers of the files. */
  Map<Long, List<Integer>> set() {
    return set;
  }
}
