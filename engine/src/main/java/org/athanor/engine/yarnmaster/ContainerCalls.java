// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarnmaster;

import org.apache.hadoop.yarn.api.records.Container;
import org.athanor.engine.affinity.Seat;

/** What {@link YarnWorkers} asks of the cluster. No method blocks. Thread-safe. */
interface ContainerCalls {
  /** Asks for one more container. */
  void request();

  /** Asks for one container less, because one was allocated or none is needed. */
  void cancelRequest();

  /** Gives an allocated container back; whatever runs in it is killed when its node hears of it. */
  void release(Container container);

  /** Starts the process of a Worker, which has a seat on its node. */
  void start(Container container, int worker, Seat seat);

  /** Has a container's node kill the process. */
  void stop(Container container);

  /** Gets no more containers on a node. */
  void exclude(String host);

  /** Returns how many nodes the cluster has. */
  int nodes();
}
