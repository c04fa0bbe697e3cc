// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.report;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.athanor.engine.yarn.SessionState;

/**
 * Follows the sessions on YARN for the progress display: lines to keep, each once, and what the
 * newest session waits for. Asks the cluster at most once in {@link #INTERVAL}. For one thread.
 */
final class SessionLines {
  static final Duration INTERVAL = Duration.ofSeconds(1);

  private final SessionSource source;
  private final LongSupplier nanoTime;
  private final Set<String> shown = new HashSet<>();
  private List<SessionState> last = List.of();
  private long askedAt;
  private boolean asked;
  private boolean hasWorked;

  SessionLines(SessionSource source, LongSupplier nanoTime) {
    this.source = source;
    this.nanoTime = nanoTime;
  }

  /** Asks the cluster, if the last answer is old. Keeps that answer if there is no other. */
  void ask() {
    long now = nanoTime.getAsLong();
    if (asked && now - askedAt < INTERVAL.toNanos()) {
      return;
    }
    try {
      last = source.sessions();
    } catch (IOException e) {
      // The display shows less then; the job fails by itself if the cluster stays away.
    }
    asked = true;
    askedAt = nanoTime.getAsLong();
  }

  /** Returns the lines that have become known since the last call. */
  List<String> newLines() {
    List<String> lines = new ArrayList<>();
    for (SessionState session : last) {
      lines.add(SessionText.place(session));
      SessionText.page(session).ifPresent(lines::add);
    }
    lines.removeIf(line -> !shown.add(line));
    return lines;
  }

  /** A task has begun. */
  void worked() {
    hasWorked = true;
  }

  /** What the newest session waits for. */
  Optional<String> waiting() {
    return last.isEmpty()
        ? Optional.empty()
        : SessionText.waiting(last.get(last.size() - 1), hasWorked);
  }
}
