// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A machine on which commands can be run: this one, a host over SSH, or a host that is a network
 * namespace of this machine; see {@link Nodes}. Thread-safe.
 *
 * <p>Every process that is started here has a {@link Mark}. Whoever knows the mark can find and end
 * the processes, even after the process that started them was killed.
 */
public interface Node extends AutoCloseable {

  /** Unique among the nodes of a cluster; fit for a file name. */
  String name();

  /** The text from which {@link Nodes#of(String)} makes this node. */
  default String specification() {
    return name();
  }

  /** The host name or address at which the other nodes reach its daemons. */
  String address();

  /**
   * This node, whose daemons others reach at another of its addresses. Closing it closes this node.
   *
   * @param other a host name or address of the node
   */
  default Node at(String other) {
    return new NodeAtAddress(this, other);
  }

  /** Whether every path of the node is the same file on this machine. */
  boolean hasFilesOfThisMachine();

  /**
   * Starts a command without a shell, with the environment of a login on that node instead of this
   * process's own. The process has a session of its own. If it has a log, it survives the end of
   * the terminal and of this JVM.
   *
   * @throws IOException if it cannot be started, or has not started after a minute, for example
   *     because a login shell waits for input; the message names node and program
   */
  NodeProcess start(Mark mark, Command command) throws IOException;

  /**
   * Runs a short command to its end and returns its output. If it has not ended {@code timeout}
   * after this call, it is ended and the call fails.
   *
   * @throws CommandTimeoutException if the command takes longer
   */
  CommandResult run(Mark mark, Command command, Duration timeout)
      throws IOException, InterruptedException;

  /**
   * Copies a local file or directory tree to an absolute path of the node, replacing what is there.
   * Does nothing if the local path is the same file on the node.
   */
  void copyTo(Path local, String remote) throws IOException, InterruptedException;

  /** Copies a file or directory tree of the node to a local path, replacing what is there. */
  void copyFrom(String remote, Path local) throws IOException, InterruptedException;

  /** Hardware and software of the node. */
  SystemInfo system() throws IOException, InterruptedException;

  /**
   * Ends every process of the mark, children included: by SIGTERM, and after {@code grace} by
   * SIGKILL. Returns the number of processes that were ended.
   *
   * @throws IOException if some do not end, or cannot be searched for
   */
  int endAll(Mark mark, Duration grace) throws IOException, InterruptedException;

  /** Closes connections. Processes that have a log go on; others lose their pipes. */
  @Override
  default void close() {}
}
