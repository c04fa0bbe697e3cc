// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.apply;

import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.athanor.tiering.plan.StoragePolicy;

/** What carrying out a plan needs of an HDFS. */
public interface Hdfs {
  /** The file as it is now; empty if there is none with this path. */
  Optional<FileState> state(String path) throws IOException;

  /** Gives a file a storage policy of its own; HOT takes it away if its directory has HOT. */
  void setPolicy(String path, StoragePolicy policy) throws IOException;

  /** Sets the number of replicas that a file shall have. HDFS makes or deletes them later. */
  void setReplicas(String path, int replicas) throws IOException;

  /** The space of each storage type, by its name; types without volumes may be left out. */
  Map<String, TierUse> tiers() throws IOException;

  /** Whether DataNodes are away, which may come back with what they store. */
  boolean hasDeadNodes() throws IOException;

  /**
   * Why nothing should be moved now, in one line; empty if something may be: the NameNode is in
   * safe mode, or blocks are missing.
   */
  Optional<String> reasonToWait() throws IOException;

  /**
   * Moves the replicas of files to where their policies want them. Returns when that was done, or
   * no replica can be moved any more: who wants to know must look at the files.
   *
   * @throws IOException if it could not be tried; with one line that says why
   */
  void move(Collection<String> paths) throws IOException, InterruptedException;
}
