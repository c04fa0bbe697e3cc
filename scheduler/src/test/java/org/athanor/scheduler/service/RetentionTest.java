// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.athanor.scheduler.energy.EnergySum;
import org.athanor.scheduler.journal.Journal;
import org.athanor.scheduler.journal.StateDirectory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Four runs: a, b and c ended one after the other, d has not. One that has ended stays. */
class RetentionTest {
  private static final Instant NOW = Instant.parse("2026-11-27T10:00:00Z");
  private static final List<String> OF_A_RUN =
      List.of(
          "parameter",
          "file",
          "job",
          "input",
          "ending",
          "nested",
          "event",
          "decision",
          "energy",
          "promise",
          "measured");

  @TempDir private Path directory;
  private StateDirectory state;

  @BeforeEach
  void fill() throws Exception {
    state = StateDirectory.create(directory.resolve("state"));
    Journal.open(state.path()).close();
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      for (String run : List.of("a", "b", "c", "d")) {
        String ended = run.equals("d") ? "NULL" : Integer.toString(run.charAt(0));
        statement.execute(
            "INSERT INTO run VALUES ('" + run + "', 'w', '/w.yaml', 1, 0, 0, " + ended + ")");
        for (String table : OF_A_RUN) {
          statement.execute(row(connection, table, run));
        }
        for (String hook : List.of("p", "q")) {
          statement.execute(
              "INSERT INTO alert (id, hook, at, entry, state) VALUES ('run-failed:"
                  + run
                  + ":1', '"
                  + hook
                  + "', 1, '', 'DELIVERED')");
        }
        Path attempt = Files.createDirectories(state.attempt(run, "j", 1));
        Files.writeString(attempt.resolve("log"), "x");
      }
      statement.execute("UPDATE energy SET cluster = 'k', label = 'ESTIMATED', joules = 5");
    }
  }

  private Connection connect() throws Exception {
    return DriverManager.getConnection("jdbc:sqlite:" + state.path().resolve(Journal.FILE));
  }

  /** Any row of a run. */
  private static String row(Connection connection, String table, String run) throws Exception {
    List<String> names = new ArrayList<>();
    List<String> values = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet columns = statement.executeQuery("PRAGMA table_info(" + table + ")")) {
      while (columns.next()) {
        String name = columns.getString("name");
        if (!name.equals("sequence")) {
          names.add(name);
          values.add(name.equals("run") ? "'" + run + "'" : "7");
        }
      }
    }
    return "INSERT INTO "
        + table
        + " ("
        + String.join(", ", names)
        + ") VALUES ("
        + String.join(", ", values)
        + ")";
  }

  private List<String> runs(String query) throws Exception {
    List<String> runs = new ArrayList<>();
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        runs.add(rows.getString(1));
      }
    }
    return runs;
  }

  @Test
  void removesTheRunsThatEndedFirstWithAllThatBelongsToThem() throws Exception {
    List<String> notices = new ArrayList<>();
    try (Journal journal = Journal.open(state.path())) {
      Map<String, EnergySum> before = journal.energy().byCluster();
      assertThat(before.get("k").estimated()).isEqualTo(new EnergySum.Part(20, 4));
      assertThat(journal.endedRuns().oldest(1, 1)).as("the first of all").containsExactly("a");
      Retention retention = new Retention(state, journal.endedRuns(), 1, notices::add);
      retention.look(NOW);
      assertThat(journal.runs(false, 9)).containsExactlyInAnyOrder("c", "d");
      assertThat(journal.energy().byCluster()).as("sums").isEqualTo(before);
      retention.look(NOW.plusSeconds(1));
    }
    for (String table : OF_A_RUN) {
      List<String> left = runs("SELECT run FROM " + table + " ORDER BY run");
      List<String> expected =
          table.equals("measured") ? List.of("a", "b", "c", "d") : List.of("c", "d");
      assertThat(left).as(table).isEqualTo(expected);
    }
    assertThat(runs("SELECT id FROM alert WHERE hook = 'p' ORDER BY id"))
        .containsExactly("run-failed:c:1", "run-failed:d:1");
    assertThat(runs("SELECT COUNT(*) FROM alert")).containsExactly("4");
    assertThat(state.attempt("b", "j", 1).getParent()).doesNotExist();
    assertThat(state.attempt("c", "j", 1).resolve("log")).exists();
    assertThat(notices).isEmpty();
  }

  @Test
  void newTablesOfRunsArePrunedToo() throws Exception {
    List<String> withRuns =
        runs(
            "SELECT m.name FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type ="
                + " 'table' AND c.name = 'run' ORDER BY 1");
    List<String> known = new ArrayList<>(OF_A_RUN);
    known.add("left_alone"); // of runs that have not ended
    known.add("firing"); // of schedules: which of their times had a run
    assertThat(withRuns).containsExactlyInAnyOrderElementsOf(known);
  }
}
