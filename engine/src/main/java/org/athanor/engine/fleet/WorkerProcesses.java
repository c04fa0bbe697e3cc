// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.fleet;

import java.util.Optional;
import org.athanor.engine.job.ContainerSize;

/**
 * Starts the processes of a session's Workers, as many as the session has, and others for those
 * that have ended. A process connects to the master by itself ({@link Fleet}). Thread-safe.
 */
public interface WorkerProcesses extends AutoCloseable {
  /** Returns the size of the processes' containers; empty if they have none. */
  default Optional<ContainerSize> containers() {
    return Optional.empty();
  }

  /** Is told what happens to the processes, on any thread. */
  interface Listener {
    /**
     * The process of a Worker has ended, for certain: none of its code runs any more. Its
     * connection may end later.
     *
     * @param reason one line
     * @param isByCluster whether the cluster ended it for reasons of its own; otherwise what ran in
     *     it may be the reason
     */
    void ended(int worker, String reason, boolean isByCluster);

    /**
     * No process can be started any more, so the session cannot go on.
     *
     * @param reason one line
     */
    void cannotStart(String reason);
  }

  /** Begins to start processes; called once. */
  void begin(Listener listener);

  /**
   * Ends a process surely, whatever it does. Returns at once; {@link Listener#ended} follows when
   * it is certain. Does nothing if the process has ended.
   */
  void kill(int worker);

  /** The node of a Worker is at fault, so others should not start there. Before {@link #kill}. */
  default void blame(int worker) {}

  /** Ends all processes and starts no more. Later calls do nothing. */
  @Override
  void close();
}
