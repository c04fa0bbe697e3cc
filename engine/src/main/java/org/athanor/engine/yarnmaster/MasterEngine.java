// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarnmaster;

import org.athanor.engine.fleet.WorkerProcesses;
import org.athanor.engine.job.JobService;
import org.athanor.engine.transport.FrameHandler;

/** The engine of a session, as its ApplicationMaster runs it. Thread-safe. */
interface MasterEngine extends AutoCloseable {
  /** Is told why the session is to end, on any thread. */
  interface Listener {
    /** A Worker has connected. */
    void joined(int worker);

    /**
     * The session is to end, because there is no client any more, or it cannot go on.
     *
     * @param reason one line
     * @param failed whether something is wrong
     */
    void end(String reason, boolean failed);
  }

  /** Returns the session's jobs, for clients. */
  JobService jobs();

  /** Returns the handler of a connection that a Worker or a client has opened. */
  FrameHandler accepted();

  /** Begins to take jobs, and to use Workers; called once. */
  void begin(WorkerProcesses workers, Listener listener);

  /** Kills the jobs that run, waits for them to clean up, and ends the Workers. */
  @Override
  void close();
}
