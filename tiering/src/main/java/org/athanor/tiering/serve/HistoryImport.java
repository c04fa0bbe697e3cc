// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.serve;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.athanor.storage.popularity.Coalescer;
import org.athanor.tiering.audit.AuditEvent;
import org.athanor.tiering.history.AuditLogs;
import org.athanor.tiering.history.FileUse;
import org.athanor.tiering.plan.Learner;
import org.athanor.tiering.plan.Periods;
import org.athanor.tiering.plan.PlanSettings;

/**
 * Lets a daemon know, before its first start, what audit logs say that are not beside its own: its
 * first start reads those. Nothing is counted twice: events are taken up to the first one that the
 * daemon's own logs have.
 */
public final class HistoryImport {
  private static final int PAIRS = 1 << 20;
  private static final int EVENTS_PER_PROGRESS = 100_000;

  private final Learner learner;
  private final Periods periods;
  private final FileUse use;
  private long accesses;

  /**
   * What is imported.
   *
   * @param plan predictor, period and window, as the daemon will have them
   * @param history the logs to import, each with the older files beside it
   * @param logs those that the daemon will follow
   * @param zone of the NameNodes' JVMs
   * @param state the daemon's directory
   * @param maxFiles that are remembered, from 1
   */
  public record Settings(
      PlanSettings plan,
      List<Path> history,
      List<Path> logs,
      ZoneId zone,
      Path state,
      int maxFiles) {
    public Settings {
      history = List.copyOf(history);
      logs = List.copyOf(logs);
    }
  }

  /**
   * What was imported.
   *
   * @param events that were taken
   * @param leftToDaemon events that are not older than the daemon's own logs
   * @param malformedLines that could not be read, or say what cannot be
   * @param accesses that counted
   * @param files that are known now
   * @param first time of the first event that was taken
   * @param last time of the last one
   * @param notices one line for each place where lines are or may be lost
   */
  public record Result(
      long events,
      long leftToDaemon,
      long malformedLines,
      long accesses,
      int files,
      Instant first,
      Instant last,
      List<String> notices) {
    public Result {
      notices = List.copyOf(notices);
    }
  }

  private HistoryImport(Settings settings, long nowMillis) {
    learner = Learner.create(settings.plan(), settings.maxFiles());
    periods = new Periods(settings.plan().period(), learner::endOfPeriod);
    use =
        new FileUse(
            new Coalescer(settings.plan().window().toMillis(), PAIRS),
            new Learning(learner, periods, () -> nowMillis, () -> accesses++, (from, to) -> {}));
  }

  /**
   * Imports. The state is written as a whole when all has been read.
   *
   * @param nowMillis the time, in milliseconds since 1970: later events end no period
   * @param progress told the number of events, every now and then
   * @throws IOException if the daemon runs or has run with this state, a log cannot be read, or has
   *     nothing to import; with one line, and nothing is changed
   */
  public static Result run(Settings settings, long nowMillis, LongConsumer progress)
      throws IOException {
    try (StateFile file = new StateFile(settings.state())) {
      Optional<StateFile.Loaded> loaded = file.load(settings.plan(), settings.maxFiles());
      if (loaded.isPresent()) {
        throw new IOException(
            settings.state()
                + ": has what was learnt until "
                + Instant.ofEpochMilli(loaded.get().state().latest())
                + "; older logs can be imported before the first start only: give another"
                + " directory, or delete "
                + settings.state().resolve("state")
                + " to begin again");
      }
      HistoryImport all = new HistoryImport(settings, nowMillis);
      Result result = all.read(settings, progress);
      StoredState state =
          StoredState.begin(settings.logs().size())
              .withPeriod(all.periods.end(), all.periods.latest());
      file.store(all.learner, state, settings.plan());
      return result;
    }
  }

  private Result read(Settings settings, LongConsumer progress) throws IOException {
    Optional<Instant> end;
    try (AuditLogs own = new AuditLogs(settings.logs(), settings.zone())) {
      end = own.next().map(AuditEvent::time);
    }
    long events = 0;
    long left = 0;
    long impossible = 0;
    Instant first = Instant.EPOCH;
    Instant last = Instant.EPOCH;
    try (AuditLogs logs = new AuditLogs(settings.history(), settings.zone())) {
      for (Optional<AuditEvent> event = logs.next(); event.isPresent(); event = logs.next()) {
        Instant time = event.get().time();
        if (end.isPresent() && !time.isBefore(end.get())) {
          left++;
          continue;
        }
        first = events == 0 ? time : first;
        last = time.isAfter(last) ? time : last;
        try {
          use.accept(event.get());
        } catch (IllegalArgumentException e) {
          impossible++; // such as one of "//"
        }
        if (++events % EVENTS_PER_PROGRESS == 0) {
          progress.accept(events);
        }
      }
      if (events == 0) {
        throw new IOException(
            "nothing to import: the logs have no event"
                + end.map(time -> " before " + time + ", with which the daemon's own begin")
                    .orElse(""));
      }
      return new Result(
          events,
          left,
          logs.counts().malformed() + impossible,
          accesses,
          learner.files(),
          first,
          last,
          logs.notices());
    }
  }
}
