// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;

/** A process on a node. Thread-safe. */
public interface NodeProcess {

  /** The process's id on its node. */
  long pid();

  OutputStream input();

  /** Standard output; empty if the command has a log. */
  InputStream output();

  /** Standard error; empty if the command has a log. */
  InputStream errors();

  /** Completes with the exit status; it is 128 + n after signal n. */
  CompletableFuture<Integer> exit();

  /** Waits for the end, at most {@code timeout}; empty if it still runs. */
  OptionalInt await(Duration timeout) throws InterruptedException;

  /**
   * Ends the process, but not its children: by SIGTERM, and after {@code grace} by SIGKILL. Returns
   * when it has ended.
   *
   * @throws IOException if the node cannot be reached
   */
  void end(Duration grace) throws IOException, InterruptedException;
}
