// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;

/** A living process of this machine, and what is known about it. */
final class Tracked implements Closeable {

  /** To whom a process belongs. */
  enum Owner {
    /** To the framework: it has the trial's mark, or its parent is such a process. */
    FRAMEWORK,
    /**
     * To the framework or the agent of another node that is on this machine too (a network
     * namespace).
     */
    OTHER_NODE,
    /** To this agent: the agent itself, what it started, and what has its mark. */
    AGENT,
    /** To the evaluator: its process, and what it started without the mark. */
    RUNNER,
    KERNEL,
    OTHER
  }

  final int pid;

  /** The last reading of it. */
  ProcessStat stat;

  /** Its {@code ATHANOR_MARK}, or null. */
  String mark;

  /** Null if it is not known yet, or must be determined again. */
  Owner owner;

  /** Whether the process is known not to run a JVM. */
  boolean noJvm;

  /** Whether the process has been moved into the accounting group. */
  boolean grouped;

  /** {@link System#nanoTime} of the first reading. */
  final long firstSeen;

  /** The process's {@code stat}. Reading an open one fails once this very process has ended. */
  private FileChannel file;

  Tracked(ProcessStat stat, long firstSeen) {
    this.pid = stat.pid();
    this.stat = stat;
    this.firstSeen = firstSeen;
  }

  /** Reads the process again; false if it has ended. */
  boolean look(Host host, Reader reader) {
    try {
      if (file == null) {
        file = Reader.open(host.proc().resolve(pid + "/stat"));
      }
      ProcessStat now = ProcessStat.parse(reader.readPiece(file));
      if (!now.same(stat)) {
        return false;
      }
      stat = now;
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void close() {
    if (file != null) {
      KernelFiles.close(file);
      file = null;
    }
  }
}
