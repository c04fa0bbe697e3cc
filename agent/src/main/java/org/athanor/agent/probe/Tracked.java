// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;

/** A process of this machine, as long as it lives. */
final class Tracked implements Closeable {

  /** Whose it is. */
  enum Owner {
    /** The framework's: it carries the trial's mark, or its parent is such a process. */
    FRAMEWORK,
    /** It carries the mark too, but belongs to another node that is on this machine as well. */
    OTHER_NODE,
    /** This agent, and what it started. */
    AGENT,
    /** The evaluator itself, and what it started without the mark. */
    RUNNER,
    KERNEL,
    OTHER
  }

  final int pid;

  /** The last look at it. */
  ProcessStat stat;

  /** Its {@code ATHANOR_MARK}, or null. */
  String mark;

  /** Null until it is known, or to be found out again. */
  Owner owner;

  /** Whether it is known to run no JVM. */
  boolean noJvm;

  /** Whether it is in the accounting group, if there is one. */
  boolean grouped;

  /** {@link System#nanoTime} of the first look. */
  final long firstSeen;

  /** Open as long as its times matter: reading it fails when this very process has ended. */
  private FileChannel file;

  Tracked(ProcessStat stat, long firstSeen) {
    this.pid = stat.pid();
    this.stat = stat;
    this.firstSeen = firstSeen;
  }

  /** Looks at it again; false if it has ended. */
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
