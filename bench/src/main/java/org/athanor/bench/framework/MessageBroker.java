// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A running message broker, of one or several processes. Closing it ends them and deletes their
 * data. One thread closes it; the other methods are thread-safe.
 */
public interface MessageBroker extends AutoCloseable {

  /** Addresses by which clients find it: {@code HOST:PORT,…}. */
  String bootstrap();

  /** Completes when one of its processes ends, also if {@link #close} ends it. */
  CompletableFuture<Void> anyEnd();

  /** Why the first process that has ended did, in one line; empty if all run. */
  Optional<String> dead() throws InterruptedException;

  /** Copies its logs to a directory of this machine. */
  void keepLogs(Path target) throws IOException, InterruptedException;

  @Override
  void close() throws IOException;
}
