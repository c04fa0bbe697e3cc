// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class ExaminationTest {
  private final List<Examination.Result> results = new ArrayList<>();

  private Finding.Level run(Duration limit, Check... checks) throws InterruptedException {
    return new Examination(limit).run(List.of(checks), results::add);
  }

  private static Check check(String subject, Check.Look look) {
    return Check.of(subject, "repair it", look);
  }

  private List<String> lines() {
    return results.stream().map(DoctorText::line).toList();
  }

  @Test
  void returnsTheWorstLevel() throws InterruptedException {
    Check ok = check("a", () -> Finding.ok("fine"));
    Check warning = check("b", () -> Finding.warning("slow", "hurry"));
    Check problem = check("c", () -> Finding.problem("broken", "mend it"));

    assertThat(run(Duration.ofMinutes(1), ok)).isEqualTo(Finding.Level.OK);
    assertThat(run(Duration.ofMinutes(1), warning, ok)).isEqualTo(Finding.Level.WARNING);
    results.clear();
    assertThat(run(Duration.ofMinutes(1), ok, problem, warning)).isEqualTo(Finding.Level.PROBLEM);
    assertThat(lines())
        .containsExactly(
            "ok       a                fine",
            "problem  c                broken; mend it",
            "warning  b                slow; hurry");
    assertThat(DoctorText.end(results)).isEqualTo("1 problem, 1 warning");
  }

  @Test
  void goesOnAfterACheckThatNeverEnds() throws InterruptedException {
    CountDownLatch interrupted = new CountDownLatch(1);
    Check endless =
        check(
            "endless",
            () -> {
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException e) {
                interrupted.countDown();
              }
              return Finding.ok("");
            });

    assertThat(run(Duration.ofMillis(1), endless)).isEqualTo(Finding.Level.PROBLEM);
    assertThat(lines())
        .containsExactly("problem  endless          no answer within 0 s; repair it");
    interrupted.await();
  }

  @Test
  void describesWhatACheckThrows() throws InterruptedException {
    Finding.Level worst =
        run(
            Duration.ofMinutes(1),
            check(
                "plain",
                () -> {
                  throw new IOException("host:1: refused\n\tat some.Class");
                }),
            check(
                "typed",
                () -> {
                  throw new NoClassDefFoundError("org/some/Type");
                }),
            check(
                "skipped",
                () -> {
                  throw new NotCheckedException("no cluster");
                }));

    assertThat(worst).isEqualTo(Finding.Level.PROBLEM);
    assertThat(lines())
        .containsExactly(
            "problem  plain            host:1: refused; repair it",
            "problem  typed            java.lang.NoClassDefFoundError: org/some/Type; repair it",
            "skipped  skipped          no cluster");
  }

  @Test
  void writesJson() throws IOException, InterruptedException {
    Finding.Level unused =
        run(
            Duration.ofMinutes(1),
            check("a", () -> Finding.ok("\"fine\"")),
            check("b", () -> Finding.problem("broken", "mend it")));

    JsonNode json = new ObjectMapper().readTree(DoctorJson.of("1.2", results));
    assertThat(json.get("athanor").asText()).isEqualTo("1.2");
    assertThat(json.get("checks")).hasSize(2);
    assertThat(json.get("checks").get(0).toString())
        .isEqualTo("{\"subject\":\"a\",\"level\":\"ok\",\"text\":\"\\\"fine\\\"\"}");
    assertThat(json.get("checks").get(1).get("remedy").asText()).isEqualTo("mend it");
  }

  @Test
  void saysIfNothingWouldGoWrong() throws InterruptedException {
    Finding.Level unused = run(Duration.ofMinutes(1), check("a", () -> Finding.ok("fine")));

    assertThat(DoctorText.end(results))
        .isEqualTo("nothing would go wrong, as far as can be seen from here");
  }
}
