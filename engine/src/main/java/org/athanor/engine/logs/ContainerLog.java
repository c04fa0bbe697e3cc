// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.logs;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log files of one container, each made when there is something for it. Whatever was written is
 * in the file: nothing is buffered. A file that cannot be written is given up with a warning.
 * Thread-safe.
 */
final class ContainerLog {
  private static final Logger LOG = LoggerFactory.getLogger(ContainerLog.class);

  /** Threads that an attempt starts work for it, too. */
  private static final InheritableThreadLocal<ContainerLog> CURRENT =
      new InheritableThreadLocal<>();

  /** A file, by the name it has in Hadoop. */
  enum Kind {
    STDOUT,
    STDERR,
    SYSLOG;

    private String fileName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Path directory;

  @GuardedBy("this")
  private final Map<Kind, OutputStream> files = new EnumMap<>(Kind.class);

  @GuardedBy("this")
  private boolean ended;

  ContainerLog(Path directory) {
    this.directory = directory;
  }

  /** Of the calling thread; null if it works for no container. */
  static ContainerLog current() {
    return CURRENT.get();
  }

  /** Makes this the log of the calling thread. */
  void beginHere() {
    CURRENT.set(this);
  }

  /** Ends {@link #beginHere} and this log: threads that are left over have none. */
  void endHere() {
    CURRENT.remove();
    end();
  }

  void write(Kind kind, byte[] bytes, int offset, int length) {
    IOException failure = tryToWrite(kind, bytes, offset, length);
    if (failure != null) {
      // Without the lock, which this warning's way to its destinations may need, too.
      LOG.warn("{} is incomplete: {}", directory.resolve(kind.fileName()), failure.toString());
    }
  }

  private synchronized IOException tryToWrite(Kind kind, byte[] bytes, int offset, int length) {
    if (ended) {
      return null;
    }
    try {
      OutputStream file = files.get(kind);
      if (file == null) {
        Files.createDirectories(directory);
        // Not of a channel, which an interrupt of the thread would close.
        file = new FileOutputStream(directory.resolve(kind.fileName()).toFile(), true);
        files.put(kind, file);
      }
      file.write(bytes, offset, length);
      return null;
    } catch (IOException e) {
      ended = true;
      return e;
    }
  }

  private synchronized void end() {
    ended = true;
    for (OutputStream file : files.values()) {
      try {
        file.close();
      } catch (IOException e) {
        LOG.warn("{}: a log cannot be closed: {}", directory, e.toString());
      }
    }
    files.clear();
  }
}
