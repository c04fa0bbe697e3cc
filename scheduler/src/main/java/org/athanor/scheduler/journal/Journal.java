// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.athanor.scheduler.policy.Access;
import org.athanor.scheduler.run.Attempt;
import org.athanor.scheduler.run.InputCopy;
import org.athanor.scheduler.run.JobState;
import org.athanor.scheduler.run.NestedState;
import org.athanor.scheduler.run.Phase;
import org.athanor.scheduler.run.ProcessId;
import org.athanor.scheduler.run.RunState;
import org.athanor.scheduler.run.Tag;
import org.athanor.scheduler.trigger.TriggerStore;

/**
 * Runs, their jobs, what happened, and decisions with all candidates. Other tables of the file have
 * classes of their own. Each change is one transaction, and is on disk when the method returns. The
 * file can be read by its owner only. Not thread-safe.
 */
public final class Journal implements Closeable {
  /** Name of the file in the state directory. */
  public static final String FILE = "scheduler.sqlite";

  private static final int VERSION = 2;

  private static final List<String> SCHEMA =
      List.of(
          "CREATE TABLE IF NOT EXISTS run (id TEXT PRIMARY KEY, workflow TEXT NOT NULL, file TEXT"
              + " NOT NULL, submitted INTEGER NOT NULL, killed INTEGER NOT NULL, late INTEGER NOT"
              + " NULL, ended INTEGER)",
          "CREATE TABLE IF NOT EXISTS parameter (run TEXT NOT NULL, name TEXT NOT NULL, value TEXT"
              + " NOT NULL, PRIMARY KEY (run, name)) WITHOUT ROWID",
          "CREATE TABLE IF NOT EXISTS file (run TEXT NOT NULL, path TEXT NOT NULL, content BLOB NOT"
              + " NULL, PRIMARY KEY (run, path)) WITHOUT ROWID",
          "CREATE TABLE IF NOT EXISTS job (run TEXT NOT NULL, name TEXT NOT NULL, phase TEXT NOT"
              + " NULL, since INTEGER NOT NULL, next INTEGER, message TEXT NOT NULL, retries INTEGER"
              + " NOT NULL, owned INTEGER NOT NULL, bytes REAL NOT NULL, digest TEXT NOT NULL, late"
              + " INTEGER NOT NULL, attempt INTEGER NOT NULL, cluster TEXT NOT NULL, pid INTEGER,"
              + " start_ticks INTEGER, boot TEXT, started INTEGER, exit_code INTEGER, killing TEXT,"
              + " asks INTEGER NOT NULL, PRIMARY KEY (run, name)) WITHOUT ROWID",
          "CREATE TABLE IF NOT EXISTS event (sequence INTEGER PRIMARY KEY, run TEXT NOT NULL, at"
              + " INTEGER NOT NULL, text TEXT NOT NULL)",
          "CREATE INDEX IF NOT EXISTS event_of_run ON event (run, sequence)",
          "CREATE TABLE IF NOT EXISTS decision (run TEXT NOT NULL, job TEXT NOT NULL, attempt"
              + " INTEGER NOT NULL, at INTEGER NOT NULL, policy TEXT NOT NULL, what TEXT NOT NULL,"
              + " reason TEXT NOT NULL, candidates TEXT NOT NULL, PRIMARY KEY (run, job, attempt))"
              + " WITHOUT ROWID",
          "CREATE TABLE IF NOT EXISTS input (run TEXT NOT NULL, job TEXT NOT NULL, access TEXT NOT"
              + " NULL, cluster TEXT, state TEXT, since INTEGER, reason TEXT, PRIMARY KEY (run,"
              + " job)) WITHOUT ROWID",
          "CREATE TABLE IF NOT EXISTS ending (run TEXT NOT NULL, job TEXT NOT NULL, attempt INTEGER"
              + " NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (run, job, attempt)) WITHOUT ROWID",
          "CREATE TABLE IF NOT EXISTS nested (run TEXT NOT NULL, name TEXT NOT NULL, retries INTEGER"
              + " NOT NULL, began INTEGER, ending TEXT, PRIMARY KEY (run, name)) WITHOUT ROWID");

  private static final StateFile.Kind KIND =
      new StateFile.Kind(
          "the journal",
          VERSION,
          Stream.of(
                  SCHEMA,
                  ScheduleTables.SCHEMA,
                  MeasurementTables.SCHEMA,
                  CopyTables.SCHEMA,
                  LeftAloneTables.SCHEMA,
                  EnergyTable.SCHEMA,
                  AlertTables.SCHEMA,
                  EndedRuns.SCHEMA)
              .flatMap(List::stream)
              .toList());

  private final StateFile file;

  /**
   * What was submitted.
   *
   * @param file the outer workflow file, absolute
   * @param files content of all workflow files
   */
  public record Submission(Path file, Map<String, String> parameters, Map<Path, byte[]> files) {}

  /** A run as it was stored; the specification comes from the submission's files. */
  public record Stored(
      String id,
      Instant submitted,
      Submission submission,
      Map<String, JobState> jobs,
      boolean killed,
      boolean late,
      Optional<Instant> ended,
      Map<String, NestedState> nested) {}

  /**
   * A decision.
   *
   * @param what such as {@code start on fast}
   * @param candidates a line for each cluster that was considered
   */
  public record Choice(
      String job,
      int attempt,
      Instant at,
      String policy,
      String what,
      String reason,
      List<String> candidates) {
    /** What a decision to start a job begins with; its cluster follows. */
    public static final String START = "start on ";

    /** The same, if its input is copied before; {@link #THEN_START} is after the cluster. */
    public static final String COPY = "copy its input to ";

    /** Ends a decision to start a job after a copy. */
    public static final String THEN_START = ", then start there";

    /** Ends a decision to start a job far from its input. */
    public static final String READ_REMOTELY = ", and read its input from another region";

    /** The cluster of a job that was started. */
    public Optional<String> startedOn() {
      if (what.startsWith(START)) {
        String rest = what.substring(START.length());
        return Optional.of(
            rest.endsWith(READ_REMOTELY)
                ? rest.substring(0, rest.length() - READ_REMOTELY.length())
                : rest);
      }
      return what.startsWith(COPY) && what.endsWith(THEN_START)
          ? Optional.of(what.substring(COPY.length(), what.length() - THEN_START.length()))
          : Optional.empty();
    }
  }

  /** Something that happened. */
  public record Entry(Instant at, String text) {}

  private Journal(StateFile file) {
    this.file = file;
  }

  /** Opens the journal of a state directory, and creates it if there is none. */
  public static Journal open(Path directory) throws IOException {
    return new Journal(StateFile.open(directory.resolve(FILE), KIND));
  }

  /**
   * Opens the journal to read it; empty if there is none. Writes nothing: one of an older version
   * stays as it is.
   */
  public static Optional<Journal> openToRead(Path directory) throws IOException {
    return StateFile.openToRead(directory.resolve(FILE), KIND).map(Journal::new);
  }

  void transaction(StateFile.Work work) throws IOException {
    file.transaction(work);
  }

  int update(String sql, Object... values) throws SQLException {
    return file.update(sql, values);
  }

  <T> List<T> rows(String sql, StateFile.Row<T> reader, Object... values) throws IOException {
    return file.rows(sql, reader, values);
  }

  /** As {@link StateFile#hold}. */
  void hold() throws IOException {
    file.hold();
  }

  /** Stores a run that begins, or begins again with other files, and what else changes. */
  public void submit(
      Submission submission, RunState state, Instant now, String event, List<Change> others)
      throws IOException {
    String run = state.spec().id();
    transaction(
        () -> {
          for (String table : List.of("parameter", "file", "job", "input", "nested", "ending")) {
            update("DELETE FROM " + table + " WHERE run = ?", run);
          }
          update(
              "INSERT OR REPLACE INTO run VALUES (?, ?, ?, ?, 0, 0, NULL)",
              run,
              state.spec().workflow(),
              submission.file().toString(),
              state.spec().submitted().toEpochMilli());
          for (Map.Entry<String, String> each : submission.parameters().entrySet()) {
            update("INSERT INTO parameter VALUES (?, ?, ?)", run, each.getKey(), each.getValue());
          }
          for (Map.Entry<Path, byte[]> each : submission.files().entrySet()) {
            update(
                "INSERT INTO file VALUES (?, ?, ?)",
                run,
                each.getKey().toString(),
                each.getValue());
          }
          writeChanges(state, Map.of(), Map.of());
          event(run, now, event);
          for (Change other : others) {
            other.make();
          }
        });
  }

  /** Stores what a step changed, and what else changes with it. */
  public void commit(
      RunState before, RunState after, Instant now, String event, List<Change> others)
      throws IOException {
    transaction(
        () -> {
          writeChanges(after, before.jobs(), before.nested());
          event(after.spec().id(), now, event);
          for (Change other : others) {
            other.make();
          }
        });
  }

  /** Stores changes, all or none. */
  public void store(List<Change> changes) throws IOException {
    if (!changes.isEmpty()) {
      transaction(
          () -> {
            for (Change change : changes) {
              change.make();
            }
          });
    }
  }

  private void writeChanges(
      RunState state, Map<String, JobState> old, Map<String, NestedState> oldNested)
      throws SQLException {
    String run = state.spec().id();
    update(
        "UPDATE run SET killed = ?, late = ?, ended = ? WHERE id = ?",
        state.killed(),
        state.late(),
        millis(state.ended()),
        run);
    for (Map.Entry<String, JobState> each : state.jobs().entrySet()) {
      if (!each.getValue().equals(old.get(each.getKey()))) {
        write(run, each.getKey(), each.getValue());
      }
    }
    for (Map.Entry<String, NestedState> each : state.nested().entrySet()) {
      NestedState nested = each.getValue();
      if (!nested.equals(oldNested.get(each.getKey()))) {
        update(
            "INSERT OR REPLACE INTO nested VALUES (?, ?, ?, ?, ?)",
            run,
            each.getKey(),
            nested.retries(),
            millis(nested.began()),
            nested.ending().orElse(null));
      }
    }
  }

  private void write(String run, String name, JobState job) throws SQLException {
    Attempt attempt = job.attempt();
    update(
        "INSERT OR REPLACE INTO job VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
            + " ?)",
        run,
        name,
        job.phase().name(),
        job.since().toEpochMilli(),
        millis(job.next()),
        job.message(),
        job.retries(),
        job.owned(),
        job.input().bytes(),
        job.input().digest(),
        job.late(),
        attempt.number(),
        attempt.cluster(),
        attempt.process().map(ProcessId::pid).orElse(null),
        attempt.process().map(ProcessId::startTicks).orElse(null),
        attempt.process().map(ProcessId::boot).orElse(null),
        millis(attempt.started()),
        attempt.exitCode().orElse(null),
        attempt.killing().orElse(null),
        attempt.asks());
    update(
        "INSERT OR REPLACE INTO input VALUES (?, ?, ?, ?, ?, ?, ?)",
        run,
        name,
        attempt.access().name(),
        job.copy().map(InputCopy::cluster).orElse(null),
        job.copy().map(copy -> copy.state().name()).orElse(null),
        millis(job.copy().map(InputCopy::since)),
        job.copy().map(InputCopy::reason).orElse(null));
    if (attempt.killedAt().isPresent()) {
      update(
          "INSERT OR IGNORE INTO ending VALUES (?, ?, ?, ?)",
          run,
          name,
          attempt.number(),
          millis(attempt.killedAt()));
    }
  }

  void event(String run, Instant at, String text) throws SQLException {
    update("INSERT INTO event (run, at, text) VALUES (?, ?, ?)", run, at.toEpochMilli(), text);
  }

  /** Stores why a job starts, or waits; replaces what was stored for the same attempt. */
  public void decide(String run, Choice choice) throws IOException {
    transaction(
        () ->
            update(
                "INSERT OR REPLACE INTO decision VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                run,
                choice.job(),
                choice.attempt(),
                choice.at().toEpochMilli(),
                choice.policy(),
                choice.what(),
                choice.reason(),
                String.join("\n", choice.candidates())));
  }

  /** An attempt of a job of a run. */
  public record AttemptKey(String run, String job, int attempt) {
    /** The attempt's tag. */
    public String tag() {
      return Tag.of(run, job, attempt);
    }
  }

  private static Long millis(Optional<Instant> time) {
    return time.map(Instant::toEpochMilli).orElse(null);
  }

  /** The energy of attempts. */
  public EnergyTable energy() {
    return new EnergyTable(this);
  }

  /** Promises that are not on track, and what hooks are to be told. */
  public AlertTables alerts() {
    return new AlertTables(this);
  }

  /** The schedules. */
  public TriggerStore schedules() {
    return new ScheduleTables(this);
  }

  /** Measured durations, and what of them a catalogue shall learn. */
  public MeasurementTables measurements() {
    return new MeasurementTables(this);
  }

  /** Runs that nobody can go on with. */
  public LeftAloneTables leftAlone() {
    return new LeftAloneTables(this);
  }

  /** Runs that have ended, to remove those of long ago. */
  public EndedRuns endedRuns() {
    return new EndedRuns(this);
  }

  /** Copies of inputs. */
  public CopyTables copies() {
    return new CopyTables(this);
  }

  /** Names of runs, the newest first. */
  public List<String> runs(boolean activeOnly, int most) throws IOException {
    return rows(
        "SELECT id FROM run "
            + (activeOnly ? "WHERE ended IS NULL " : "")
            + "ORDER BY submitted DESC, id DESC LIMIT ?",
        row -> row.getString(1),
        most);
  }

  /** Names of runs that have not ended: one that was submitted, or tried again, later is later. */
  public List<String> active() throws IOException {
    return rows("SELECT id FROM run WHERE ended IS NULL ORDER BY rowid", row -> row.getString(1));
  }

  /** The attempts of runs that have not ended that may do something. */
  public List<AttemptKey> activeAttempts() throws IOException {
    String active =
        Stream.of(Phase.values())
            .filter(Phase::isActive)
            .map(phase -> "'" + phase.name() + "'")
            .collect(Collectors.joining(", "));
    return rows(
        "SELECT job.run, job.name, job.attempt FROM job JOIN run ON run.id = job.run WHERE run.ended"
            + " IS NULL AND job.phase IN ("
            + active
            + ")",
        row -> new AttemptKey(row.getString(1), row.getString(2), row.getInt(3)));
  }

  /** Whether some run of a workflow has not ended. */
  public boolean isActive(String workflow) throws IOException {
    return !rows(
            "SELECT 1 FROM run WHERE workflow = ? AND ended IS NULL LIMIT 1",
            row -> row.getInt(1),
            workflow)
        .isEmpty();
  }

  /** Whether a run has ended; empty if there is none. Nothing else of it is read. */
  public Optional<Boolean> hasEnded(String run) throws IOException {
    return rows("SELECT ended IS NOT NULL FROM run WHERE id = ?", row -> row.getBoolean(1), run)
        .stream()
        .findFirst();
  }

  /** A run; empty if there is none with that name. */
  public Optional<Stored> run(String id) throws IOException {
    Map<String, String> parameters = new LinkedHashMap<>();
    rows(
        "SELECT name, value FROM parameter WHERE run = ?",
        row -> parameters.put(row.getString(1), row.getString(2)),
        id);
    Map<Path, byte[]> files = new LinkedHashMap<>();
    rows(
        "SELECT path, content FROM file WHERE run = ?",
        row -> files.put(Path.of(row.getString(1)), row.getBytes(2)),
        id);
    Map<String, JobState> jobs = new LinkedHashMap<>();
    rows(
        "SELECT job.*, input.access, input.cluster AS copied, input.state, input.since AS began,"
            + " input.reason, ending.at AS told FROM job LEFT JOIN input ON input.run = job.run AND"
            + " input.job = job.name LEFT JOIN ending ON ending.run = job.run AND ending.job ="
            + " job.name AND ending.attempt = job.attempt WHERE job.run = ?",
        row -> jobs.put(row.getString("name"), job(row)),
        id);
    Map<String, NestedState> nested = new LinkedHashMap<>();
    rows(
        "SELECT * FROM nested WHERE run = ?",
        row ->
            nested.put(
                row.getString("name"),
                new NestedState(
                    row.getInt("retries"),
                    time(row, "began"),
                    Optional.ofNullable(row.getString("ending")))),
        id);
    return rows(
            "SELECT * FROM run WHERE id = ?",
            row ->
                new Stored(
                    id,
                    Instant.ofEpochMilli(row.getLong("submitted")),
                    new Submission(Path.of(row.getString("file")), parameters, files),
                    jobs,
                    row.getBoolean("killed"),
                    row.getBoolean("late"),
                    time(row, "ended"),
                    nested),
            id)
        .stream()
        .findFirst();
  }

  /** The wrapper of an attempt's driver, if it was seen; of a row of {@code job}. */
  static Optional<ProcessId> process(ResultSet row) throws SQLException {
    long pid = row.getLong("pid");
    return row.wasNull()
        ? Optional.empty()
        : Optional.of(new ProcessId(pid, row.getLong("start_ticks"), row.getString("boot")));
  }

  private static JobState job(ResultSet row) throws SQLException {
    int code = row.getInt("exit_code");
    Optional<Integer> exitCode = row.wasNull() ? Optional.empty() : Optional.of(code);
    return new JobState(
        Phase.valueOf(row.getString("phase")),
        Instant.ofEpochMilli(row.getLong("since")),
        time(row, "next"),
        row.getString("message"),
        new Attempt(
            row.getInt("attempt"),
            row.getString("cluster"),
            access(row),
            process(row),
            time(row, "started"),
            exitCode,
            Optional.ofNullable(row.getString("killing")),
            time(row, "told"),
            row.getInt("asks")),
        row.getInt("retries"),
        row.getBoolean("owned"),
        new JobState.Input(row.getDouble("bytes"), row.getString("digest")),
        copy(row),
        row.getBoolean("late"));
  }

  /** Jobs of older journals found their input where they were. */
  private static Access access(ResultSet row) throws SQLException {
    String name = row.getString("access");
    return name == null ? Access.LOCAL : Access.valueOf(name);
  }

  private static Optional<InputCopy> copy(ResultSet row) throws SQLException {
    String cluster = row.getString("copied");
    return cluster == null
        ? Optional.empty()
        : Optional.of(
            new InputCopy(
                cluster,
                InputCopy.State.valueOf(row.getString("state")),
                time(row, "began").orElseThrow(),
                row.getString("reason")));
  }

  static Optional<Instant> time(ResultSet row, String column) throws SQLException {
    long millis = row.getLong(column);
    return row.wasNull() ? Optional.empty() : Optional.of(Instant.ofEpochMilli(millis));
  }

  /** All decisions about a job, the first one first. */
  public List<Choice> choices(String run, String job) throws IOException {
    return rows(
        "SELECT * FROM decision WHERE run = ? AND job = ? ORDER BY attempt",
        Journal::choice,
        run,
        job);
  }

  static Choice choice(ResultSet row) throws SQLException {
    return new Choice(
        row.getString("job"),
        row.getInt("attempt"),
        Instant.ofEpochMilli(row.getLong("at")),
        row.getString("policy"),
        row.getString("what"),
        row.getString("reason"),
        row.getString("candidates").lines().toList());
  }

  /** What happened in a run, the first first. */
  public List<Entry> events(String run) throws IOException {
    return rows(
        "SELECT at, text FROM event WHERE run = ? ORDER BY sequence",
        row -> new Entry(Instant.ofEpochMilli(row.getLong(1)), row.getString(2)),
        run);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
