// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.power;

import java.time.Instant;

/**
 * What HDFS and YARN say about a node.
 *
 * @param storage of its DataNode
 * @param live whether HDFS hears of its DataNode
 * @param heard when HDFS heard of it last; the epoch if never
 * @param compute of its NodeManager
 * @param containers that run on it
 */
public record NodeHealth(
    Storage storage, boolean live, Instant heard, Compute compute, int containers) {

  /** Nobody knows the node. */
  public static final NodeHealth UNKNOWN =
      new NodeHealth(Storage.NONE, false, Instant.EPOCH, Compute.NONE, 0);

  /** What HDFS means to do with a DataNode. */
  public enum Storage {
    /** There is no DataNode of that name. */
    NONE,
    /** It is in service. */
    IN_SERVICE,
    /** It goes into maintenance. */
    ENTERING_MAINTENANCE,
    /** It is in maintenance. */
    IN_MAINTENANCE,
    /** It is being decommissioned, or is. */
    DECOMMISSION
  }

  /** What YARN means to do with a NodeManager; what may have containers first. */
  public enum Compute {
    /** It runs and gets containers. */
    RUNNING,
    /** It gets no containers, and those that run may end. */
    DRAINING,
    /** YARN has lost it, or it is unhealthy. */
    LOST,
    /** It has ended, or was decommissioned. */
    OUT,
    /** YARN knows none there, or has forgotten it. */
    NONE
  }

  /** Whether it does what a node that is on does. Without a NodeManager, none does. */
  boolean inService() {
    return live && storage == Storage.IN_SERVICE && compute == Compute.RUNNING;
  }

  /** Whether YARN has nothing on it any more; of a node that was in service before. */
  boolean drained() {
    return compute == Compute.OUT || compute == Compute.NONE;
  }
}
