// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.keep;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.storage.tier.Regions;
import org.athanor.tiering.api.RegionUse;
import org.athanor.tiering.apply.Failures;
import org.athanor.tiering.apply.HdfsTree;
import org.athanor.tiering.apply.Snapshots;
import org.athanor.tiering.apply.TierUse;

/** What keeping files whole needs of an HDFS whose NameNode has the plug-ins. */
public interface RuledHdfs {
  /** Takes files. */
  @FunctionalInterface
  interface Visitor {
    /** Takes one; returns whether more are wanted now. */
    boolean file(String path, RuledFile file) throws IOException;
  }

  /**
   * Visits files below a directory in the order of their paths, or a file. What is deleted
   * meanwhile is left out.
   *
   * @param position where an earlier call has stopped; empty for the beginning
   * @param entries files and directories to look at, at most, from 1
   * @return where it has stopped; empty if there is no more
   */
  String walk(String root, String position, int entries, Visitor visitor) throws IOException;

  /** The file as it is now; empty if there is none with this path. */
  Optional<RuledFile> file(String path) throws IOException;

  /**
   * A file that may have been renamed.
   *
   * @param path by which it can be reached now
   */
  record Found(String path, RuledFile file) {}

  /**
   * A file by its path, and if there is none or another one, by its number; empty if it was
   * deleted.
   *
   * @param path where it was seen last
   * @param id of the inode
   */
  default Optional<Found> find(String path, long id) throws IOException {
    for (String one : List.of(path, HdfsTree.pathOf(id))) {
      try {
        Optional<RuledFile> file = file(one).filter(found -> found.state().id() == id);
        if (file.isPresent()) {
          return file.map(found -> new Found(one, found));
        }
      } catch (IOException e) {
        if (!one.equals(path) || !Failures.isRefusal(e)) {
          throw e;
        }
        // Even to the superuser, if one of its directories is a file now.
      }
    }
    return Optional.empty();
  }

  /** Sets the number of replicas that a file shall have. HDFS makes or deletes them later. */
  void setReplicas(String path, int replicas) throws IOException;

  /** The number of the latest change of the namespace, from 0; later ones have higher numbers. */
  long latestChange() throws IOException;

  /**
   * The numbers of replicas that were set, by anybody, for files that may have been renamed: by the
   * numbers of the files, for each in the order of time, those after its {@link
   * Progress.Raised#since} only. Empty if HDFS does not know any more, or has too many changes to
   * look at them.
   */
  Optional<Map<Long, List<Integer>>> replicasSet(List<Progress.Raised> files) throws IOException;

  /** The space of each storage type, by its name. */
  Map<String, TierUse> tiers() throws IOException;

  /** Nodes and space of each region, and of nodes in none. */
  List<RegionUse> regions(Regions regions) throws IOException;

  /** How many blocks have too few replicas, so that HDFS makes some by itself. */
  long queuedBlocks() throws IOException;

  /** Why nothing should be changed now, in one line; empty if something may be. */
  Optional<String> reasonToWait() throws IOException;

  /** The snapshots that there are now. */
  Snapshots snapshots() throws IOException;
}
