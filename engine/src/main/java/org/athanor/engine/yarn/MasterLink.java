// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobPriority;
import org.athanor.engine.job.SubmittedJob;
import org.athanor.engine.skew.ReduceLoad;

/** The client's connection to the master of a session. Thread-safe. */
interface MasterLink extends AutoCloseable {
  /** Finds the master, which may move. */
  interface Locator {
    InetSocketAddress locate() throws IOException;
  }

  /** Makes connections. */
  interface Connector {
    /**
     * Begins to connect to a master.
     *
     * @param session the configuration of the session
     * @throws IOException if this process can make no connections, in one line
     */
    MasterLink connect(Locator master, byte[] secret, Configuration session) throws IOException;
  }

  /**
   * Submits a job, and returns once the master has taken it.
   *
   * @throws IOException if it has refused the job, or cannot be reached; one line
   */
  void submit(SubmittedJob job) throws IOException;

  void setPriority(JobID job, JobPriority priority);

  /**
   * Returns what the reducers of a job have seen, by the index of the reduce, as far as the master
   * tells within a few seconds.
   */
  Map<Integer, ReduceLoad.Shape> shapes(JobID job);

  /** Returns whether the master has not been given up. */
  boolean isOpen();

  /** Returns whether there is a connection; if not, one is being made. */
  boolean isConnected();

  /** Says that no more jobs come, and ends the connection. */
  @Override
  void close();
}
