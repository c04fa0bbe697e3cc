// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.journal;

import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.athanor.scheduler.energy.CoreUse;
import org.athanor.scheduler.energy.Energy;
import org.athanor.scheduler.energy.EnergySum;

/**
 * The energy of attempts, in the journal's file. An attempt is there from its start; how much it
 * needed is stored when it has ended, and somebody knows. Not thread-safe.
 */
public final class EnergyTable {
  static final List<String> SCHEMA =
      List.of(
          "CREATE TABLE IF NOT EXISTS energy (run TEXT NOT NULL, job TEXT NOT NULL, attempt INTEGER"
              + " NOT NULL, application TEXT NOT NULL, cluster TEXT NOT NULL, watts REAL, ended"
              + " INTEGER, seconds REAL, core_seconds REAL, label TEXT, joules REAL, note TEXT,"
              + " PRIMARY KEY (run, job, attempt)) WITHOUT ROWID",
          "CREATE INDEX IF NOT EXISTS energy_open ON energy (ended) WHERE label IS NULL",
          "CREATE INDEX IF NOT EXISTS energy_unasked ON energy (ended) WHERE label IS NULL AND"
              + " core_seconds IS NULL",
          "CREATE INDEX IF NOT EXISTS energy_ended ON energy (ended) WHERE core_seconds IS NOT"
              + " NULL");

  /** What is said of an attempt whose energy nobody knows yet. */
  private static final Energy NOT_YET = new Energy.Unavailable("it is not known yet");

  private static final Energy WITHOUT_POWER =
      new Energy.Unavailable(
          "the power of its cluster's nodes is not known before the catalogue has been read");

  private final Journal journal;

  EnergyTable(Journal journal) {
    this.journal = journal;
  }

  /**
   * An attempt that has ended, and whose energy is not known yet.
   *
   * @param watts of a core that is busy, above those of idle nodes; empty if they were not known
   *     when the attempt started
   * @param coreSeconds that it was busy; empty if that is not known yet
   */
  public record Pending(
      Journal.AttemptKey key, String cluster, OptionalDouble watts, OptionalDouble coreSeconds) {}

  /** The energy of an attempt. */
  public record Known(int attempt, String cluster, Energy energy) {}

  /**
   * An attempt starts.
   *
   * @param watts of a core that is busy, above those of idle nodes; empty if they are not known
   */
  public Change started(
      Journal.AttemptKey key, String application, String cluster, OptionalDouble watts) {
    return new Change(
        () ->
            journal.update(
                "INSERT OR IGNORE INTO energy (run, job, attempt, application, cluster, watts)"
                    + " VALUES (?, ?, ?, ?, ?, ?)",
                key.run(),
                key.job(),
                key.attempt(),
                application,
                cluster,
                watts.isPresent() ? watts.getAsDouble() : null));
  }

  /**
   * An attempt has ended.
   *
   * @param seconds that it took, if it succeeded and that is known
   */
  public Change ended(Journal.AttemptKey key, Instant at, OptionalDouble seconds) {
    return new Change(
        () ->
            journal.update(
                "UPDATE energy SET ended = ?, seconds = ? WHERE run = ? AND job = ? AND attempt ="
                    + " ?",
                at.toEpochMilli(),
                seconds.isPresent() ? seconds.getAsDouble() : null,
                key.run(),
                key.job(),
                key.attempt()));
  }

  /**
   * What an attempt that has ended used is known.
   *
   * @param coreSeconds that it was busy
   * @param queueSeconds for which it waited for its first container, if that is known; taken from
   *     the seconds that it took
   */
  public Change used(Journal.AttemptKey key, double coreSeconds, OptionalDouble queueSeconds) {
    return new Change(
        () ->
            journal.update(
                "UPDATE energy SET core_seconds = ?, seconds = MAX(0.001, seconds - ?) WHERE run ="
                    + " ? AND job = ? AND attempt = ? AND core_seconds IS NULL",
                coreSeconds,
                queueSeconds.orElse(0),
                key.run(),
                key.job(),
                key.attempt()));
  }

  /** The energy of an attempt that has ended is known, or never will be. */
  public Change known(Journal.AttemptKey key, Energy energy) {
    Double joules =
        energy instanceof Energy.Measured it
            ? (Double) it.joules()
            : energy instanceof Energy.Estimated it ? (Double) it.joules() : null;
    String note =
        energy instanceof Energy.Estimated it
            ? it.model()
            : energy instanceof Energy.Unavailable it ? it.reason() : "";
    return new Change(
        () ->
            journal.update(
                "UPDATE energy SET label = ?, joules = ?, note = ? WHERE run = ? AND job = ? AND"
                    + " attempt = ?",
                energy.label().name(),
                joules,
                note,
                key.run(),
                key.job(),
                key.attempt()));
  }

  /** Nobody will know the energy of a run's attempts that have not ended: they were given up. */
  public Change givenUp(String run, Instant at) {
    return new Change(
        () ->
            journal.update(
                "UPDATE energy SET ended = ?, label = ?, note = ? WHERE run = ? AND ended IS NULL",
                at.toEpochMilli(),
                Energy.Label.UNAVAILABLE.name(),
                "the run was given up",
                run));
  }

  /** Attempts that have ended, and of which it is not known what they used, the oldest first. */
  public List<Pending> unasked(int most) throws IOException {
    return journal.rows(
        "SELECT * FROM energy WHERE label IS NULL AND core_seconds IS NULL AND ended IS NOT NULL"
            + " ORDER BY ended LIMIT ?",
        EnergyTable::pending,
        most);
  }

  /** Attempts of which only the power of the nodes is missing, the oldest first. */
  public List<Pending> withoutPower(int most) throws IOException {
    return journal.rows(
        "SELECT * FROM energy WHERE label IS NULL AND core_seconds IS NOT NULL AND ended IS NOT"
            + " NULL ORDER BY ended LIMIT ?",
        EnergyTable::pending,
        most);
  }

  private static Pending pending(ResultSet row) throws SQLException {
    return new Pending(
        new Journal.AttemptKey(row.getString("run"), row.getString("job"), row.getInt("attempt")),
        row.getString("cluster"),
        number(row, "watts"),
        number(row, "core_seconds"));
  }

  /** How many cores the newest attempts that succeeded kept busy, the oldest of them first. */
  public List<CoreUse.Attempt> uses(int most) throws IOException {
    List<CoreUse.Attempt> newest =
        new ArrayList<>(
            journal.rows(
                "SELECT application, cluster, core_seconds, seconds FROM energy WHERE core_seconds"
                    + " IS NOT NULL AND ended IS NOT NULL AND seconds > 0 ORDER BY ended DESC"
                    + " LIMIT ?",
                EnergyTable::use,
                most));
    Collections.reverse(newest);
    return newest;
  }

  /** How many cores an attempt that succeeded kept busy; empty if that is not known. */
  public Optional<CoreUse.Attempt> use(Journal.AttemptKey key) throws IOException {
    return journal
        .rows(
            "SELECT application, cluster, core_seconds, seconds FROM energy WHERE run = ? AND job ="
                + " ? AND attempt = ? AND core_seconds IS NOT NULL AND seconds > 0",
            EnergyTable::use,
            key.run(),
            key.job(),
            key.attempt())
        .stream()
        .findFirst();
  }

  private static CoreUse.Attempt use(ResultSet row) throws SQLException {
    return new CoreUse.Attempt(
        row.getString("application"),
        row.getString("cluster"),
        row.getDouble("core_seconds"),
        row.getDouble("seconds"));
  }

  /** The attempts of a run that have ended, by job, the first first. */
  public Map<String, List<Known>> of(String run) throws IOException {
    Map<String, List<Known>> all = new TreeMap<>();
    journal.rows(
        "SELECT * FROM energy WHERE run = ? AND ended IS NOT NULL ORDER BY job, attempt",
        row ->
            all.computeIfAbsent(row.getString("job"), job -> new ArrayList<>())
                .add(new Known(row.getInt("attempt"), row.getString("cluster"), energy(row))),
        run);
    return all;
  }

  /** The sum of attempts, by label. */
  public static EnergySum sum(List<Known> attempts) {
    EnergySum sum = EnergySum.NONE;
    for (Known attempt : attempts) {
      sum = sum.plus(attempt.energy());
    }
    return sum;
  }

  /** The sums of all attempts, by cluster, also of runs that were removed. */
  public Map<String, EnergySum> byCluster() throws IOException {
    Map<String, EnergySum> sums = new LinkedHashMap<>();
    journal.rows(
        "SELECT cluster, label, COUNT(*), COALESCE(SUM(joules), 0) FROM energy WHERE label IS NOT"
            + " NULL GROUP BY cluster, label UNION ALL SELECT cluster, label, attempts, joules FROM"
            + " pruned_energy ORDER BY cluster",
        row -> {
          EnergySum.Part part = new EnergySum.Part(row.getDouble(4), row.getLong(3));
          EnergySum.Part none = EnergySum.Part.NONE;
          EnergySum one =
              switch (Energy.Label.valueOf(row.getString(2))) {
                case MEASURED -> new EnergySum(part, none, 0);
                case ESTIMATED -> new EnergySum(none, part, 0);
                case UNAVAILABLE -> new EnergySum(none, none, part.count());
              };
          return sums.merge(row.getString(1), one, EnergySum::plus);
        });
    return sums;
  }

  private static Energy energy(ResultSet row) throws SQLException {
    String label = row.getString("label");
    return label == null
        ? number(row, "core_seconds").isPresent() ? WITHOUT_POWER : NOT_YET
        : switch (Energy.Label.valueOf(label)) {
          case MEASURED -> new Energy.Measured(row.getDouble("joules"));
          case ESTIMATED -> new Energy.Estimated(row.getDouble("joules"), row.getString("note"));
          case UNAVAILABLE -> new Energy.Unavailable(row.getString("note"));
        };
  }

  private static OptionalDouble number(ResultSet row, String column) throws SQLException {
    double value = row.getDouble(column);
    return row.wasNull() ? OptionalDouble.empty() : OptionalDouble.of(value);
  }
}
