// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.athanor.yaml.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The key {@code schedule}, and the parameters that come with it. */
class ScheduleReaderTest {
  private static final Map<String, String> TIME = Map.of("scheduled", "2026-03-01T02:05:00+01:00");

  private static WorkflowFile read(String schedule, String more, Map<String, String> given) {
    String text =
        "schedule: "
            + schedule
            + "\n"
            + more
            + "jobs: {a: {type: shell, command: [echo, '${x}']}}\n";
    return WorkflowFile.parse(
        Path.of("w.yaml"), text.getBytes(java.nio.charset.StandardCharsets.UTF_8), given);
  }

  private static List<String> problems(String schedule, String more, Map<String, String> given) {
    return read(schedule, more, given).problems().stream().map(Problem::message).toList();
  }

  @Test
  void readsAllKeys() {
    WorkflowFile file =
        read(
            "{cron: 30 2 * * 1-5, zone: Europe/Madrid, catch up: all, overlap: skip,"
                + " from: 2026-03-01, until: 2026-04-01T06:00,"
                + " data: '/in/${scheduled.date}/_SUCCESS', data limit: 6h}",
            "parameters: {x: '${scheduled} ${scheduled.yesterday} ${scheduled.year}"
                + "${scheduled.month}${scheduled.day}${scheduled.hour}${scheduled.minute}'}\n",
            TIME);
    assertThat(file.problems()).isEmpty();
    Workflow workflow = file.workflow().orElseThrow();
    assertThat(workflow.parameters().get("x"))
        .isEqualTo("2026-03-01T02:05:00+01:00 2026-02-28 202603010205");
    Schedule schedule = workflow.schedule().orElseThrow();
    assertThat(schedule.cron()).hasToString("30 2 * * 1-5 Europe/Madrid");
    assertThat(schedule.catchUp()).isEqualTo(Schedule.CatchUp.ALL);
    assertThat(schedule.overlap()).isEqualTo(Schedule.Overlap.SKIP);
    assertThat(schedule.data()).containsExactly("/in/2026-03-01/_SUCCESS");
    assertThat(schedule.dataLimit()).isEqualTo(Duration.ofHours(6));
    assertThat(schedule.next(Instant.EPOCH)).contains(Instant.parse("2026-03-02T01:30:00Z"));
    assertThat(schedule.last(Instant.EPOCH, Instant.parse("2027-01-01T00:00:00Z")))
        .contains(Instant.parse("2026-04-01T00:30:00Z"));
    assertThat(schedule.next(Instant.parse("2026-04-01T00:30:00Z"))).isEmpty();
  }

  @Test
  void hasDefaults() {
    Schedule schedule =
        read("{cron: 0 0 * * *}", "parameters: {x: 1}\n", Map.of())
            .workflow()
            .orElseThrow()
            .schedule()
            .orElseThrow();
    assertThat(schedule.cron()).hasToString("0 0 * * * Z");
    assertThat(schedule.catchUp()).isEqualTo(Schedule.CatchUp.LATEST);
    assertThat(schedule.overlap()).isEqualTo(Schedule.Overlap.WAIT);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{zone: UTC} | schedule.cron: is missing; must be five fields of cron such as 30 2 * * 1-5",
        "{cron: 0 0 * * *, zone: Europe/Madrit} | schedule.zone=Europe/Madrit: unknown zone"
            + " Europe/Madrit; must be one such as UTC or Europe/Madrid; did you mean Europe/Madrid?",
        "{cron: 0 0 * * *, catch up: some} | schedule.catch up=some: unknown value; allowed none,"
            + " latest, all",
        "{cron: 0 0 * * *, from: 2026-02-01, until: 2026-02-01} |"
            + " schedule.until=2026-02-01: must be after from",
        "{cron: 0 0 * * *, from: tomorrow} | schedule.from=tomorrow: must be a date such as"
            + " 2026-12-01, or with a time 2026-12-01T06:00",
        "{cron: 0 0 * * *, data: /in/*} | schedule.data=/in/*: must not be a pattern; name the file"
            + " that says that the data are whole",
        "{cron: 0 0 * * *, data limit: 1h} | schedule.data limit=1h: needs data",
        "{cron: 0 0 30 2 *} | schedule.cron=0 0 30 2 *: never comes; must be times that there are",
      })
  void saysWhatIsWrong(String schedule, String problem) {
    assertThat(problems(schedule, "parameters: {x: 1}\n", TIME)).containsExactly(problem);
  }

  @Test
  void theNominalTimeIsGivenAndNotDeclared() {
    String cron = "{cron: 0 0 * * *}";
    assertThat(problems(cron, "parameters: {x: '${scheduled.date}'}\n", Map.of()))
        .containsExactly(
            "parameters.x=${scheduled.date}: ${scheduled.date} has no value; give the time that the"
                + " run is for with -p scheduled=2026-11-26T02:00:00Z");
    assertThat(problems(cron, "parameters: {x: 1, scheduled: 2}\n", Map.of()))
        .containsExactly(
            "parameters.scheduled=2: is the time of the schedule; choose another name");
    assertThat(problems(cron, "parameters: {x: 1}\n", Map.of("scheduled", "now")))
        .containsExactly(
            "parameter scheduled=now: must be a time with its difference from UTC, such as"
                + " 2026-11-26T02:00:00+01:00");
  }
}
