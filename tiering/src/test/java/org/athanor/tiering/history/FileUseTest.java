// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.athanor.storage.popularity.AccessEvent;
import org.athanor.storage.popularity.Coalescer;
import org.athanor.testkit.Seeds;
import org.athanor.tiering.audit.AuditCommand;
import org.athanor.tiering.audit.AuditEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileUseTest {
  private final List<String> told = new ArrayList<>();
  private final FileUse use =
      new FileUse(
          new Coalescer(60_000, 100),
          new FileUse.Listener() {
            @Override
            public void created(String path, long timeMillis) {
              told.add("created " + path);
            }

            @Override
            public void accessed(AccessEvent event) {
              told.add(event.caller() + " read " + event.path());
            }

            @Override
            public void deleted(String path) {
              told.add("deleted " + path);
            }

            @Override
            public void renamed(String from, String to) {
              told.add("renamed " + from + " " + to);
            }
          });

  private void event(
      int second, AuditCommand command, String source, String destination, String context) {
    accept(second, true, command, source, destination, context);
  }

  private void accept(
      int second,
      boolean allowed,
      AuditCommand command,
      String source,
      String destination,
      String context) {
    use.accept(
        new AuditEvent(
            Instant.ofEpochSecond(second),
            allowed,
            "u",
            "10.0.0.1",
            command,
            source,
            destination,
            context));
  }

  @Test
  void saysWhatCommandsMean() {
    event(1, AuditCommand.CREATE, "/a", "", "");
    event(2, AuditCommand.OPEN, "/a", "", "");
    event(3, AuditCommand.RENAME, "/a", "/b", "");
    event(4, AuditCommand.SET_REPLICATION, "/b", "", "");
    event(5, AuditCommand.APPEND, "/b", "", "");
    event(6, AuditCommand.CONCAT, "[/c, /d, e, /f]", "/b", "");
    event(7, AuditCommand.DELETE, "/b", "", "");
    assertThat(told)
        .containsExactly(
            "created /a",
            "u@10.0.0.1 read /a",
            "renamed /a /b",
            "deleted /c",
            "deleted /d, e",
            "deleted /f",
            "deleted /b");
  }

  @Test
  void whatWasRefusedDidNotHappen() {
    accept(1, false, AuditCommand.OPEN, "/a", "", "");
    accept(2, false, AuditCommand.DELETE, "/a", "", "");
    assertThat(told).isEmpty();
  }

  @Test
  void pathsThatAreNoneAreLeft() {
    event(1, AuditCommand.OPEN, "a", "", "");
    event(2, AuditCommand.RENAME, "/a", "", "");
    event(3, AuditCommand.CONCAT, "/a", "/b", "");
    assertThat(told).isEmpty();
  }

  @Test
  void tasksOfAJobCountOnceInAWindow() {
    event(1, AuditCommand.OPEN, "/a", "", "mr_attempt_1700_0012_m_000000_0");
    event(2, AuditCommand.OPEN, "/a", "", "mr_attempt_1700_0012_m_000007_1");
    event(3, AuditCommand.OPEN, "/b", "", "mr_attempt_1700_0012_m_000008_0");
    event(4, AuditCommand.OPEN, "/a", "", "mr_attempt_1700_0013_m_000000_0");
    event(62, AuditCommand.OPEN, "/a", "", "mr_attempt_1700_0012_m_000001_0");
    assertThat(told)
        .containsExactly(
            "job_1700_0012 read /a",
            "job_1700_0012 read /b",
            "job_1700_0013 read /a",
            "job_1700_0012 read /a");
  }

  @ParameterizedTest
  @CsvSource({
    "mr_attempt_1700_0012_m_000000_0, job_1700_0012",
    "mr_job_1700_0012, job_1700_0012",
    "tez_ta:attempt_1700_0012_1_00_000000_0, job_1700_0012",
    "SPARK_TASK_application_1700_0012_JId_1_SId_1_0_TId_1_0, job_1700_0012",
    "HIVE_QUERY_ID:hive_2026, HIVE_QUERY_ID:hive_2026",
    "CLI, u@10.0.0.1",
    "'', u@10.0.0.1"
  })
  void knowsTheJobOfACaller(String context, String caller) {
    event(1, AuditCommand.OPEN, "/a", "", context);
    assertThat(told).containsExactly(caller + " read /a");
  }

  @Test
  void knowsTheJobWhereARegularExpressionFindsOne() {
    Pattern identifier =
        Pattern.compile("(?:attempt|task|job|appattempt|application|dag|vertex)_([0-9]+_[0-9]+)");
    String[] parts = {
      "attempt", "app", "task", "job", "vertex", "_", "_", "_", "17", "2", "x", ":"
    };
    Random random = Seeds.of("callers");
    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int part = random.nextInt(9); part >= 0; part--) {
        text.append(parts[random.nextInt(parts.length)]);
      }
      String context = text.toString();
      Matcher job = identifier.matcher(context);
      String other = context.matches(".*[0-9].*") ? context : "u@10.0.0.1";
      String caller = job.find() ? "job_" + job.group(1) : other;
      told.clear();
      event(1000 * i, AuditCommand.OPEN, "/a", "", context);
      assertThat(told).containsExactly(caller + " read /a");
    }
  }
}
