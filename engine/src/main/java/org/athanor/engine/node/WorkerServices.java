// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.node;

import java.io.IOException;
import java.util.concurrent.Executor;
import org.apache.hadoop.conf.Configuration;
import org.athanor.engine.exchange.Exchange;
import org.athanor.engine.job.JobSubmission;
import org.athanor.engine.job.SubmittedJob;
import org.athanor.engine.logs.JobLogs;
import org.athanor.engine.protocol.FromWorker;
import org.athanor.engine.site.Host;
import org.athanor.engine.transport.Connection;
import org.athanor.engine.worker.Worker;

/**
 * What the jobs of a Worker have in common.
 *
 * @param configuration that of this process
 * @param reader reads the jobs that the master has named
 * @param logs where the logs of attempts are kept
 * @param connection to the master
 * @param commits asks the master whether attempts may commit
 * @param tokens the file with the credentials of the jobs
 * @param closers runs what removes jobs
 * @param host the machine of this process
 * @param graceNanos from telling code to stop until its thread is abandoned
 */
record WorkerServices(
    Worker worker,
    Exchange exchange,
    Configuration configuration,
    Reader reader,
    JobLogs.Keeper logs,
    Connection connection,
    CommitQuestions commits,
    TokenFile tokens,
    Executor closers,
    Host host,
    long graceNanos) {

  /** Reads a job that was submitted. */
  @FunctionalInterface
  interface Reader {
    SubmittedJob read(JobSubmission submission) throws IOException, InterruptedException;
  }

  /** Sends a message to the master. */
  void tell(FromWorker message) {
    connection.send(message.toFrame());
  }
}
