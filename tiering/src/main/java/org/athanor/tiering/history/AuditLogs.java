// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.history;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import org.athanor.tiering.audit.AuditBatch;
import org.athanor.tiering.audit.AuditCounts;
import org.athanor.tiering.audit.AuditEvent;
import org.athanor.tiering.audit.AuditPosition;
import org.athanor.tiering.audit.AuditTail;

/**
 * All that audit logs have now: each with its history, from the oldest file on, and several, as of
 * two NameNodes of which one was active at a time, in the order of time. Memory: a few thousand
 * events for each log.
 */
public final class AuditLogs implements Closeable {
  private static final int BATCH = 4096;

  private final List<Source> sources = new ArrayList<>();
  private final PriorityQueue<Source> queue =
      new PriorityQueue<>(
          Comparator.comparing((Source source) -> source.head().time())
              .thenComparingInt(source -> source.number));
  private boolean begun;

  /** The log that had the last event; it is not in the queue. Null if there is none. */
  private Source last;

  /**
   * Opens no file yet.
   *
   * @param logs the files that the NameNodes write, or have written
   * @param zone of the NameNodes' JVMs, for times without an offset
   */
  public AuditLogs(List<Path> logs, ZoneId zone) {
    for (Path log : logs) {
      sources.add(new Source(log, zone, sources.size()));
    }
  }

  /**
   * The next event; empty at the end of all logs.
   *
   * @throws IOException if a file cannot be read; its message names the log
   */
  public Optional<AuditEvent> next() throws IOException {
    if (!begun) {
      begun = true;
      for (Source source : sources) {
        enqueue(source);
      }
    }
    if (last != null && last.fill()) {
      if (queue.isEmpty()) {
        return Optional.of(last.take());
      }
      queue.add(last);
    }
    last = queue.poll();
    return last == null ? Optional.empty() : Optional.of(last.take());
  }

  private void enqueue(Source source) throws IOException {
    if (source.fill()) {
      queue.add(source);
    }
  }

  /** What became of the lines that were read so far. */
  public AuditCounts counts() {
    long events = 0;
    long skipped = 0;
    long malformed = 0;
    for (Source source : sources) {
      events += source.events;
      skipped += source.skipped;
      malformed += source.malformed;
    }
    return new AuditCounts(events, skipped, malformed);
  }

  /** A line for each place where lines are or may be lost, so far. */
  public List<String> notices() {
    return sources.stream().flatMap(source -> source.notices.stream()).toList();
  }

  @Override
  public void close() throws IOException {
    IOException failure = null;
    for (Source source : sources) {
      try {
        source.tail.close();
      } catch (IOException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** One log, and the events of it that were read and not taken. */
  private static final class Source {
    private final AuditTail tail;
    private final int number;
    private final List<String> notices = new ArrayList<>();
    private List<AuditEvent> batch = List.of();
    private int next;
    private boolean ended;
    private long events;
    private long skipped;
    private long malformed;

    Source(Path log, ZoneId zone, int number) {
      this.tail = new AuditTail(log, zone, AuditPosition.START);
      this.number = number;
    }

    /** Whether there is an event, after reading more if necessary. */
    boolean fill() throws IOException {
      while (next == batch.size() && !ended) {
        AuditBatch read = tail.poll(BATCH);
        batch = read.events();
        next = 0;
        ended = !read.hasMore();
        notices.addAll(read.notices());
        events += read.counts().events();
        skipped += read.counts().skipped();
        malformed += read.counts().malformed();
      }
      return next < batch.size();
    }

    AuditEvent head() {
      return batch.get(next);
    }

    AuditEvent take() {
      return batch.get(next++);
    }
  }
}
