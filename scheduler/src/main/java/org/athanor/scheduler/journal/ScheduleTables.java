// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.journal;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.scheduler.trigger.Firing;
import org.athanor.scheduler.trigger.Registration;
import org.athanor.scheduler.trigger.TriggerStore;

/** The schedules in the journal's file. Not thread-safe. */
final class ScheduleTables implements TriggerStore {
  private static final String OPEN = "OPEN";

  static final List<String> SCHEMA =
      List.of(
          "CREATE TABLE IF NOT EXISTS schedule (name TEXT PRIMARY KEY, file TEXT NOT NULL, paused"
              + " INTEGER NOT NULL, considered INTEGER NOT NULL) WITHOUT ROWID",
          "CREATE TABLE IF NOT EXISTS schedule_parameter (schedule TEXT NOT NULL, name TEXT NOT"
              + " NULL, value TEXT NOT NULL, PRIMARY KEY (schedule, name)) WITHOUT ROWID",
          "CREATE TABLE IF NOT EXISTS schedule_file (schedule TEXT NOT NULL, path TEXT NOT NULL,"
              + " content BLOB NOT NULL, PRIMARY KEY (schedule, path)) WITHOUT ROWID",
          "CREATE TABLE IF NOT EXISTS firing (schedule TEXT NOT NULL, nominal INTEGER NOT NULL, run"
              + " TEXT NOT NULL, opened INTEGER NOT NULL, state TEXT NOT NULL, message TEXT NOT"
              + " NULL, PRIMARY KEY (schedule, nominal)) WITHOUT ROWID");

  private final Journal journal;

  ScheduleTables(Journal journal) {
    this.journal = journal;
  }

  @Override
  public List<Registration> registrations() throws IOException {
    List<Registration> all = new ArrayList<>();
    for (String name :
        journal.rows("SELECT name FROM schedule ORDER BY name", row -> row.getString(1))) {
      registration(name).ifPresent(all::add);
    }
    return all;
  }

  @Override
  public Optional<Registration> registration(String name) throws IOException {
    Map<String, String> parameters = new LinkedHashMap<>();
    journal.rows(
        "SELECT name, value FROM schedule_parameter WHERE schedule = ?",
        row -> parameters.put(row.getString(1), row.getString(2)),
        name);
    Map<Path, byte[]> files = new LinkedHashMap<>();
    journal.rows(
        "SELECT path, content FROM schedule_file WHERE schedule = ?",
        row -> files.put(Path.of(row.getString(1)), row.getBytes(2)),
        name);
    return journal
        .rows(
            "SELECT * FROM schedule WHERE name = ?",
            row ->
                new Registration(
                    name,
                    Path.of(row.getString("file")),
                    parameters,
                    files,
                    row.getBoolean("paused"),
                    Instant.ofEpochMilli(row.getLong("considered"))),
            name)
        .stream()
        .findFirst();
  }

  @Override
  public void register(Registration registration) throws IOException {
    String name = registration.name();
    journal.transaction(
        () -> {
          journal.update(
              "INSERT OR REPLACE INTO schedule VALUES (?, ?, ?, ?)",
              name,
              registration.file().toString(),
              registration.paused(),
              registration.considered().toEpochMilli());
          deleteFiles(name);
          for (Map.Entry<String, String> each : registration.parameters().entrySet()) {
            journal.update(
                "INSERT INTO schedule_parameter VALUES (?, ?, ?)",
                name,
                each.getKey(),
                each.getValue());
          }
          for (Map.Entry<Path, byte[]> each : registration.files().entrySet()) {
            journal.update(
                "INSERT INTO schedule_file VALUES (?, ?, ?)",
                name,
                each.getKey().toString(),
                each.getValue());
          }
        });
  }

  private void deleteFiles(String name) throws SQLException {
    journal.update("DELETE FROM schedule_parameter WHERE schedule = ?", name);
    journal.update("DELETE FROM schedule_file WHERE schedule = ?", name);
  }

  @Override
  public void remove(String name) throws IOException {
    journal.transaction(
        () -> {
          deleteFiles(name);
          journal.update("DELETE FROM schedule WHERE name = ?", name);
          journal.update(
              "UPDATE firing SET state = ?, message = ? WHERE schedule = ? AND state = ?",
              Firing.Outcome.LEFT_OUT.name(),
              "its schedule was removed",
              name,
              OPEN);
        });
  }

  @Override
  public void pause(String name, boolean paused) throws IOException {
    journal.transaction(
        () -> journal.update("UPDATE schedule SET paused = ? WHERE name = ?", paused, name));
  }

  @Override
  public List<Firing> open(String name) throws IOException {
    return journal.rows(
        "SELECT * FROM firing WHERE schedule = ? AND state = ? ORDER BY nominal",
        ScheduleTables::firing,
        name,
        OPEN);
  }

  private static Firing firing(ResultSet row) throws SQLException {
    return new Firing(
        Instant.ofEpochMilli(row.getLong("nominal")),
        row.getString("run"),
        Instant.ofEpochMilli(row.getLong("opened")));
  }

  @Override
  public List<Firing> advance(String name, Instant considered, List<Firing> opened)
      throws IOException {
    List<Firing> stored = new ArrayList<>();
    journal.transaction(
        () -> {
          journal.update(
              "UPDATE schedule SET considered = ? WHERE name = ?", considered.toEpochMilli(), name);
          for (Firing firing : opened) {
            int rows =
                journal.update(
                    "INSERT OR IGNORE INTO firing VALUES (?, ?, ?, ?, ?, '')",
                    name,
                    firing.nominal().toEpochMilli(),
                    firing.run(),
                    firing.opened().toEpochMilli(),
                    OPEN);
            if (rows == 1) {
              stored.add(firing);
            }
          }
        });
    return stored;
  }

  @Override
  public void close(String name, Firing firing, Firing.Outcome outcome, String message)
      throws IOException {
    journal.transaction(
        () ->
            journal.update(
                "UPDATE firing SET state = ?, message = ? WHERE schedule = ? AND nominal = ?",
                outcome.name(),
                message,
                name,
                firing.nominal().toEpochMilli()));
  }

  @Override
  public List<Past> past(String name, int most) throws IOException {
    return journal.rows(
        "SELECT * FROM firing WHERE schedule = ? AND state <> ? ORDER BY nominal DESC LIMIT ?",
        row ->
            new Past(
                firing(row),
                Firing.Outcome.valueOf(row.getString("state")),
                row.getString("message")),
        name,
        OPEN,
        most);
  }
}
