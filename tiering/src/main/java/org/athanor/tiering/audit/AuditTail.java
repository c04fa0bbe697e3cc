// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.audit;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/**
 * Follows the audit log of a NameNode while it is written: history first, from the oldest file to
 * the newest, then what is appended. Survives rotation, compression, truncation and restarts: each
 * line is read once, or {@link AuditBatch#notices} says that lines are or may be lost. The log need
 * not exist yet.
 *
 * <p>Starts no thread and never waits: who calls {@link #poll} decides when. For one thread at a
 * time.
 */
public final class AuditTail implements Closeable {
  /** So many bytes of lines without events are read before a call returns, about 150,000 lines. */
  private static final long MOST_BYTES = 32L << 20;

  private final Path log;
  private final LogTail lines;
  private final AuditParser parser;
  private final Sink sink = new Sink();

  /**
   * Follows a log. Opens no file.
   *
   * @param log the file that the NameNode writes; its history is in the same directory
   * @param zone of the NameNode's JVM, for times without an offset
   * @param position where to begin: {@link AuditPosition#START}, or that of an earlier batch
   */
  public AuditTail(Path log, ZoneId zone, AuditPosition position) {
    this.log = log;
    this.lines = new LogTail(log, position.place());
    this.parser = new AuditParser(zone, sink.events::add);
    if (!position.equals(AuditPosition.START)) {
      parser.time().resume(position.time().toEpochMilli());
    }
  }

  /**
   * Reads lines that are there.
   *
   * @param maxEvents so many events are returned at most; at least 1
   * @throws IOException if a file cannot be read: nothing is lost, and the next call tries again
   */
  public AuditBatch poll(int maxEvents) throws IOException {
    if (maxEvents < 1) {
      throw new IllegalArgumentException("maxEvents=" + maxEvents + ": must be at least 1");
    }
    AuditCounts before = sink.counts;
    sink.most = maxEvents;
    boolean more = false;
    IOException failure = null;
    try {
      more = lines.poll(MOST_BYTES, sink, sink.notices::add);
    } catch (IOException e) {
      failure = e;
    }
    if (failure != null && parser.counts().equals(before)) {
      throw new IOException("audit log " + log + ": cannot be read: " + failure, failure);
    }
    // What was read before a failure is returned now; the next call meets the failure again.
    sink.counts = parser.counts();
    Instant time =
        parser.time().isKnown() ? Instant.ofEpochMilli(parser.time().millis()) : Instant.EPOCH;
    AuditBatch batch =
        new AuditBatch(
            sink.events,
            sink.counts.since(before),
            sink.notices,
            new AuditPosition(lines.position(), time),
            more || failure != null);
    sink.events.clear();
    sink.notices.clear();
    return batch;
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }

  /** Collects what one call reads. */
  private final class Sink implements LineSink {
    private final List<AuditEvent> events = new ArrayList<>();
    private final List<String> notices = new ArrayList<>();
    private AuditCounts counts = new AuditCounts(0, 0, 0);
    private int most;

    @Override
    public boolean line(byte[] buffer, int from, int to) {
      parser.line(buffer, from, to);
      return events.size() < most;
    }

    @Override
    public boolean tooLong() {
      notices.add(log + ": a line of more than " + LineBuffer.CAPACITY + " bytes was left out");
      parser.tooLong();
      return true;
    }
  }
}
