// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.node;

import java.net.InetSocketAddress;
import java.util.List;
import org.apache.hadoop.mapred.JobID;
import org.athanor.engine.buffer.BufferPool;
import org.athanor.engine.exchange.OutputExchange;
import org.athanor.engine.run.Run;
import org.athanor.engine.run.SpillFile;
import org.athanor.engine.transport.FrameHandler;
import org.athanor.engine.transport.Transport;

/** Moves map output between this Worker and the others, for all jobs. Thread-safe. */
interface MapOutputExchange extends AutoCloseable {
  /** Returns the handler of a connection that another Worker has opened. */
  FrameHandler accepted();

  /** Names the transport by which others are reached; called once, before anything else. */
  void begin(Transport transport);

  void peerJoined(int worker, InetSocketAddress address);

  void peerLost(int worker);

  /**
   * Begins with a job.
   *
   * @param partitions the number of its reduces
   * @param pool memory for what arrives
   * @param spill takes what the pool does not
   */
  OfJob open(JobID job, int partitions, BufferPool pool, SpillFile spill, Listener listener);

  @Override
  void close();

  /** That of one job. */
  interface OfJob extends OutputExchange, AutoCloseable {
    /** Returns once nothing of the job is pushed or received any more; gives its memory back. */
    @Override
    void close();
  }

  /** Is told what arrives for a job. */
  interface Listener {
    /**
     * The output of a map is complete for an assignment.
     *
     * @param runs belong to the listener
     */
    void delivered(int assignment, int map, List<Run> runs);

    /** What is kept cannot be read, or what arrives cannot be stored; one line. */
    void failed(String reason);
  }
}
