// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Paths, promises and retries. */
class RulesTest {

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "/a/b,/a/b,true",
        "/a/b/,//a/b,true",
        "/a,/a/b,true",
        "/a/b,/a,true",
        "/a/b,/a/bc,false",
        "/a/*/c,/a/b,true",
        "/a/*/c,/a/b/d,false",
        "/a/b-?,/a/b-1/x,true",
        "/a/b-?,/a/c-1,false",
        "/a/*,/a/[xy],true",
        "`/a/{b,c}`,/a/c,true",
        "`/a/{b,c}`,/a/d,false",
        "/a/[,/a/[,true",
        "hdfs://n/a,/a,false",
      })
  void pathsOverlapIfAFileCouldBeInBoth(String a, String b, boolean overlaps) {
    assertThat(DataPath.of(a).overlaps(DataPath.of(b))).isEqualTo(overlaps);
    assertThat(DataPath.of(b).overlaps(DataPath.of(a))).isEqualTo(overlaps);
  }

  @ParameterizedTest
  @CsvSource({
    "18:00 Europe/Madrid,2026-11-26T16:59:59Z,2026-11-26T17:00:00Z",
    "18:00 Europe/Madrid,2026-11-26T17:00:00Z,2026-11-27T17:00:00Z",
    "18:00 Europe/Madrid,2026-07-01T12:00:00Z,2026-07-01T16:00:00Z",
    // Clocks skip from 2:00 to 3:00.
    "2:30 Europe/Madrid,2026-03-28T23:30:00Z,2026-03-29T01:30:00Z",
    "0:00 UTC,2026-12-31T00:00:01Z,2027-01-01T00:00:00Z",
  })
  void aTimeOfDayIsTheNextOneAfterTheStart(String text, Instant start, Instant deadline) {
    assertThat(Sla.By.parse(text).deadline(start)).isEqualTo(deadline);
  }

  @Test
  void aTimeSpanBeginsAtTheStart() {
    Instant start = Instant.parse("2026-11-26T10:00:00Z");
    assertThat(new Sla.Within(Duration.ofHours(2)).deadline(start))
        .isEqualTo(Instant.parse("2026-11-26T12:00:00Z"));
  }

  @Test
  void waitsGrowByTheFactorUpToADay() {
    // 1 minute, 30 minutes, 15 hours, and then 450 hours, which is more than a day.
    Retries retries = new Retries(4, Duration.ofMinutes(1), 30);
    assertThat(retries.waitBefore(1)).isEqualTo(Duration.ofMinutes(1));
    assertThat(retries.waitBefore(2)).isEqualTo(Duration.ofMinutes(30));
    assertThat(retries.waitBefore(3)).isEqualTo(Duration.ofHours(15));
    assertThat(retries.waitBefore(4)).isEqualTo(Duration.ofDays(1));
    assertThatThrownBy(() -> retries.waitBefore(5)).hasMessage("retry 5: must be from 1 to 4");
  }
}
