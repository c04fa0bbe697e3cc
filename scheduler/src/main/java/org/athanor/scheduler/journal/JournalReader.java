// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.scheduler.run.Phase;
import org.athanor.scheduler.run.RunState;

/**
 * Reads a journal as it is at one moment, also while a scheduler writes it, which does not wait for
 * it. All lists are bounded by the caller. Not thread-safe.
 */
public final class JournalReader implements Closeable {
  private final Journal journal;

  private JournalReader(Journal journal) {
    this.journal = journal;
  }

  /** Begins to read; empty if nothing was ever run. */
  public static Optional<JournalReader> open(Path directory) throws IOException {
    Optional<Journal> journal = Journal.openToRead(directory);
    if (journal.isEmpty()) {
      return Optional.empty();
    }
    try {
      journal.get().hold();
      return Optional.of(new JournalReader(journal.get()));
    } catch (IOException e) {
      journal.get().close();
      throw e;
    }
  }

  /** The journal, for what it tells of one run. */
  public Journal journal() {
    return journal;
  }

  /** Runs, the newest first. */
  public List<RunSummary> runs(boolean ended, int most, int skip) throws IOException {
    List<RunSummary> runs = new ArrayList<>();
    for (RunSummary run :
        journal.rows(
            "SELECT * FROM run WHERE ended IS "
                + (ended ? "NOT NULL" : "NULL")
                + " ORDER BY submitted DESC, id DESC LIMIT ? OFFSET ?",
            row ->
                new RunSummary(
                    row.getString("id"),
                    row.getString("workflow"),
                    Instant.ofEpochMilli(row.getLong("submitted")),
                    Journal.time(row, "ended"),
                    row.getBoolean("killed"),
                    row.getBoolean("late"),
                    Map.of()),
            most,
            skip)) {
      runs.add(
          new RunSummary(
              run.id(),
              run.workflow(),
              run.submitted(),
              run.ended(),
              run.killed(),
              run.late(),
              phases("WHERE run = ?", run.id())));
    }
    return runs;
  }

  private Map<Phase, Integer> phases(String where, Object... values) throws IOException {
    Map<Phase, Integer> phases = new EnumMap<>(Phase.class);
    journal.rows(
        "SELECT phase, COUNT(*) FROM job " + where + " GROUP BY phase",
        row -> phases.put(Phase.valueOf(row.getString(1)), row.getInt(2)),
        values);
    return phases;
  }

  /** How many runs there are with each status; those with none are there, too. */
  public Map<RunState.Status, Long> statuses() throws IOException {
    Map<RunState.Status, Long> counts = new EnumMap<>(RunState.Status.class);
    for (RunState.Status status : RunState.Status.values()) {
      counts.put(status, 0L);
    }
    journal.rows(
        "SELECT CASE WHEN ended IS NULL THEN 'RUNNING' WHEN NOT EXISTS (SELECT 1 FROM job WHERE"
            + " job.run = run.id AND phase <> 'SUCCEEDED') THEN 'SUCCEEDED' WHEN killed THEN"
            + " 'KILLED' ELSE 'FAILED' END, COUNT(*) FROM run GROUP BY 1",
        row -> counts.put(RunState.Status.valueOf(row.getString(1)), row.getLong(2)));
    return counts;
  }

  /** All decisions of a run by job, the first attempt first; at most so many. */
  public Map<String, List<Journal.Choice>> choices(String run, int most) throws IOException {
    Map<String, List<Journal.Choice>> choices = new LinkedHashMap<>();
    for (Journal.Choice choice :
        journal.rows(
            "SELECT * FROM decision WHERE run = ? ORDER BY job, attempt LIMIT ?",
            Journal::choice,
            run,
            most)) {
      choices.computeIfAbsent(choice.job(), job -> new ArrayList<>()).add(choice);
    }
    return choices;
  }

  /** What happened in a run last, the first first; at most so many. */
  public List<Journal.Entry> events(String run, int most) throws IOException {
    List<Journal.Entry> events =
        new ArrayList<>(
            journal.rows(
                "SELECT at, text FROM event WHERE run = ? ORDER BY sequence DESC LIMIT ?",
                row -> new Journal.Entry(Instant.ofEpochMilli(row.getLong(1)), row.getString(2)),
                run,
                most));
    Collections.reverse(events);
    return events;
  }

  /** Measured durations with what was predicted of them, the newest first; at most so many. */
  public List<Compared> compared(int most) throws IOException {
    return journal.rows(
        "SELECT m.cluster, m.seconds, d.candidates FROM (SELECT * FROM measured ORDER BY ended DESC"
            + " LIMIT ?) m LEFT JOIN decision d ON d.run = m.run AND d.job = m.job AND d.attempt ="
            + " m.attempt",
        row -> {
          String cluster = row.getString(1);
          String candidates = row.getString(3) == null ? "" : row.getString(3);
          return new Compared(
              cluster,
              row.getDouble(2),
              candidates
                  .lines()
                  .flatMap(line -> CandidateLine.parse(line).stream())
                  .filter(line -> line.cluster().equals(cluster))
                  .findFirst()
                  .flatMap(CandidateLine::seconds));
        },
        most);
  }

  @Override
  public void close() throws IOException {
    journal.close();
  }
}
