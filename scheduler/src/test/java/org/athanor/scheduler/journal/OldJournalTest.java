// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.athanor.scheduler.run.Phase;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A journal as the first version wrote it. */
class OldJournalTest {
  private static final List<String> FIRST_VERSION =
      List.of(
          "PRAGMA journal_mode = WAL",
          "CREATE TABLE run (id TEXT PRIMARY KEY, workflow TEXT NOT NULL, file TEXT NOT NULL,"
              + " submitted INTEGER NOT NULL, killed INTEGER NOT NULL, late INTEGER NOT NULL, ended"
              + " INTEGER)",
          "CREATE TABLE parameter (run TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL,"
              + " PRIMARY KEY (run, name)) WITHOUT ROWID",
          "CREATE TABLE file (run TEXT NOT NULL, path TEXT NOT NULL, content BLOB NOT NULL, PRIMARY"
              + " KEY (run, path)) WITHOUT ROWID",
          "CREATE TABLE job (run TEXT NOT NULL, name TEXT NOT NULL, phase TEXT NOT NULL, since"
              + " INTEGER NOT NULL, next INTEGER, message TEXT NOT NULL, retries INTEGER NOT NULL,"
              + " owned INTEGER NOT NULL, bytes REAL NOT NULL, digest TEXT NOT NULL, late INTEGER"
              + " NOT NULL, attempt INTEGER NOT NULL, cluster TEXT NOT NULL, pid INTEGER,"
              + " start_ticks INTEGER, boot TEXT, started INTEGER, exit_code INTEGER, killing TEXT,"
              + " asks INTEGER NOT NULL, PRIMARY KEY (run, name)) WITHOUT ROWID",
          "CREATE TABLE event (sequence INTEGER PRIMARY KEY, run TEXT NOT NULL, at INTEGER NOT NULL,"
              + " text TEXT NOT NULL)",
          "CREATE INDEX event_of_run ON event (run, sequence)",
          "CREATE TABLE decision (run TEXT NOT NULL, job TEXT NOT NULL, attempt INTEGER NOT NULL, at"
              + " INTEGER NOT NULL, policy TEXT NOT NULL, what TEXT NOT NULL, reason TEXT NOT NULL,"
              + " candidates TEXT NOT NULL, PRIMARY KEY (run, job, attempt)) WITHOUT ROWID",
          "CREATE TABLE measured (run TEXT NOT NULL, job TEXT NOT NULL, application TEXT NOT NULL,"
              + " cluster TEXT NOT NULL, configuration TEXT NOT NULL, ended INTEGER NOT NULL, bytes"
              + " REAL NOT NULL, seconds REAL NOT NULL, vcores REAL NOT NULL, memory REAL NOT NULL,"
              + " attempt INTEGER NOT NULL, PRIMARY KEY (run, job, attempt)) WITHOUT ROWID",
          "INSERT INTO run VALUES ('r', 'w', '/w.yaml', 1000, 0, 0, NULL)",
          "INSERT INTO job VALUES ('r', 'a', 'READY', 1000, NULL, '', 0, 0, 0, '', 0, 0, '', NULL,"
              + " NULL, NULL, NULL, NULL, NULL, 0)",
          "INSERT INTO measured VALUES ('q', 'a', 'w/a', 'c', '7f', 500, 8, 2, 1, 1024, 1)",
          "PRAGMA user_version = 1");

  @TempDir Path directory;

  @BeforeEach
  void write() throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      for (String sql : FIRST_VERSION) {
        statement.execute(sql);
      }
    }
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection("jdbc:sqlite:" + directory.resolve(Journal.FILE));
  }

  private byte[] content() throws IOException {
    return Files.readAllBytes(directory.resolve(Journal.FILE));
  }

  @Test
  void isReadWithoutAChange() throws Exception {
    byte[] before = content();
    try (Journal journal = Journal.openToRead(directory).orElseThrow();
        JournalReader reader = JournalReader.open(directory).orElseThrow()) {
      assertThat(journal.active()).containsExactly("r");
      assertThat(journal.run("r").orElseThrow().jobs().get("a").phase()).isEqualTo(Phase.READY);
      assertThat(journal.schedules().registrations()).isEmpty();
      assertThat(journal.copies().raised()).isEmpty();
      assertThat(journal.measurements().newest(5)).hasSize(1);
      assertThat(reader.runs(false, 5, 0)).hasSize(1);
    }
    assertThat(content()).isEqualTo(before);
    Path log = directory.resolve(Journal.FILE + "-wal");
    assertThat(Files.exists(log) ? Files.size(log) : 0).as("bytes to be written").isZero();
  }

  @Test
  void isReadWhileItIsUpgraded() throws Exception {
    try (Journal reader = Journal.openToRead(directory).orElseThrow();
        Journal journal = Journal.open(directory)) {
      journal.copies().raise(new RaisedFile("/f", "in", "c", 3, 1));
      assertThat(reader.active()).containsExactly("r");
      try (Journal later = Journal.openToRead(directory).orElseThrow()) {
        assertThat(later.copies().raised()).hasSize(1);
      }
    }
  }

  @Test
  void itsMeasurementsGetTheKeysOfToday() throws Exception {
    MeasurementTables.OldKey old = new MeasurementTables.OldKey("w/a", "c", "7f");
    try (Journal journal = Journal.open(directory)) {
      assertThat(journal.measurements().oldKeys()).isEqualTo(Set.of(old));
      journal.measurements().rekey(old, "w/a on Spark", "ab/ssd/");
      assertThat(journal.measurements().oldKeys()).isEmpty();
      assertThat(journal.measurements().newest(5))
          .singleElement()
          .matches(run -> run.configuration().equals("ab/ssd/"))
          .matches(run -> run.ended().equals(Instant.ofEpochMilli(500)));
    }
  }

  @Test
  void whoReadsCannotWrite() throws Exception {
    try (Journal journal = Journal.openToRead(directory).orElseThrow()) {
      assertThatThrownBy(() -> journal.copies().lowered("/f")).isInstanceOf(IOException.class);
    }
  }
}
