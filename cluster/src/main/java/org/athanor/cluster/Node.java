// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A machine on which commands can be run: this one, a host over SSH, or a host that is a network
 * namespace of this machine; see {@link Nodes}. Thread-safe.
 *
 * <p>Everything started here belongs to a {@link Mark}, so that it can be found and ended by
 * whoever knows the mark, also after the starter was killed.
 */
public interface Node extends AutoCloseable {

  /** Unique among the nodes of a cluster; fit for a file name. */
  String name();

  /** What {@link Nodes#of(String)} makes this node from. */
  default String specification() {
    return name();
  }

  /** The host name or address at which the other nodes reach its daemons. */
  String address();

  /** Whether every path there is the same file here. */
  boolean hasFilesOfThisMachine();

  /**
   * Starts a command without a shell and without this process's own environment beyond what a login
   * on that node has. The process has a session of its own: neither a terminal nor the end of this
   * JVM ends it, as long as it has a log.
   *
   * @throws IOException if it cannot be started, or has not been after a minute, as where a login
   *     shell waits for something; the message names node and program
   */
  NodeProcess start(Mark mark, Command command) throws IOException;

  /**
   * Runs a short command to its end and returns its output; ends it and fails after {@code
   * timeout}, its start included.
   *
   * @throws CommandTimeoutException if it takes longer
   */
  CommandResult run(Mark mark, Command command, Duration timeout)
      throws IOException, InterruptedException;

  /**
   * Copies a local file or directory tree to an absolute path of the node, replacing what is there.
   * A local path that is the same file on the node stays as it is.
   */
  void copyTo(Path local, String remote) throws IOException, InterruptedException;

  /** Copies a file or directory tree of the node to a local path, replacing what is there. */
  void copyFrom(String remote, Path local) throws IOException, InterruptedException;

  /** What this node is. */
  SystemInfo system() throws IOException, InterruptedException;

  /**
   * Ends every process of the mark, children included: SIGTERM, after {@code grace} SIGKILL.
   * Returns how many had to be ended.
   *
   * @throws IOException if some do not end, or cannot be looked for
   */
  int endAll(Mark mark, Duration grace) throws IOException, InterruptedException;

  /** Gives back connections. Processes that have a log go on; others lose their pipes. */
  @Override
  default void close() {}
}
