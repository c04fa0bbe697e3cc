// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.util.Optional;
import org.athanor.cluster.NodeProcess;

/**
 * What a workload needs beside the framework during one trial, such as a message broker and a load
 * generator. It runs from before the client's start until it is closed, which ends all of its
 * processes. The runner's thread calls the methods.
 */
public interface TrialService extends AutoCloseable {
  /** For a workload that needs nothing. */
  TrialService NONE =
      new TrialService() {
        @Override
        public void clientStarted(NodeProcess client) {}

        @Override
        public boolean endedClient() {
          return false;
        }

        @Override
        public void clientEnded() {}

        @Override
        public void keepLogs() {}

        @Override
        public Optional<String> failure() {
          return Optional.empty();
        }

        @Override
        public void close() {}
      };

  /** The client runs. From now on the service ends the client if it fails itself. */
  void clientStarted(NodeProcess client);

  /** Whether the service has ended the client, whose job may still run in the framework. */
  boolean endedClient();

  /** The client has ended: waits until the service has done what is left. */
  void clientEnded() throws IOException, InterruptedException;

  /**
   * Copies the service's logs to the trial's directory, after {@link #clientEnded}.
   *
   * @throws IOException if some cannot be kept, which says nothing about the trial
   */
  void keepLogs() throws IOException, InterruptedException;

  /** Why the service has failed, in one line; empty if it has not. */
  Optional<String> failure() throws InterruptedException;

  @Override
  void close() throws IOException;
}
