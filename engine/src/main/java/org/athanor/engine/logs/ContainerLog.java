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
 * The log files of one container. Each is created at the first write to it. Writes are not
 * buffered. After a write has failed, with a warning, nothing more is written. Thread-safe.
 */
final class ContainerLog {
  private static final Logger LOG = LoggerFactory.getLogger(ContainerLog.class);

  /** The log of a thread; inherited by the threads that an attempt starts. */
  private static final InheritableThreadLocal<ContainerLog> CURRENT =
      new InheritableThreadLocal<>();

  /** The kinds of log files; Hadoop's file names are the same in lower case. */
  enum Kind {
    STDOUT,
    STDERR,
    SYSLOG;

    private String fileName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Path directory;
  private final String prefix;

  @GuardedBy("this")
  private final Map<Kind, OutputStream> files = new EnumMap<>(Kind.class);

  @GuardedBy("this")
  private boolean ended;

  /** A log whose files have Hadoop's names. */
  ContainerLog(Path directory) {
    this(directory, "");
  }

  /**
   * @param prefix the begin of the files' names
   */
  ContainerLog(Path directory, String prefix) {
    this.directory = directory;
    this.prefix = prefix;
  }

  private Path file(Kind kind) {
    return directory.resolve(prefix + kind.fileName());
  }

  /** Returns the log of the calling thread; null if it belongs to no container. */
  static ContainerLog current() {
    return CURRENT.get();
  }

  /** Makes this the log of the calling thread. */
  void beginHere() {
    CURRENT.set(this);
  }

  /** Closes this log, and ends what {@link #beginHere} began; later writes are ignored. */
  void endHere() {
    CURRENT.remove();
    end();
  }

  void write(Kind kind, byte[] bytes, int offset, int length) {
    IOException failure = tryToWrite(kind, bytes, offset, length);
    if (failure != null) {
      // Not under the lock: the log's appenders take their own locks, and may wait for this one.
      LOG.warn("{} is incomplete: {}", file(kind), failure.toString());
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
        // Not a stream of a channel, because an interrupt of the thread would close the channel.
        file = new FileOutputStream(file(kind).toFile(), true);
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
        LOG.warn("{}: a log file cannot be closed: {}", directory, e.toString());
      }
    }
    files.clear();
  }
}
