// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code -Dathanor.test.seed=N} repeats the random part with another seed. */
class CronTest {
  private static final long SEED = Long.getLong("athanor.test.seed", 1);
  private static final List<String> ZONES =
      List.of(
          "Europe/Madrid",
          "America/New_York",
          "Australia/Lord_Howe", // half an hour
          "Africa/Casablanca",
          "Asia/Kathmandu",
          "America/St_Johns",
          "UTC");

  private static Cron cron(String text, String zone) {
    return Cron.parse(text, ZoneId.of(zone));
  }

  @ParameterizedTest
  @CsvSource({
    // An ordinary day.
    "30 2 * * *,2026-11-26T00:00:00Z,2026-11-26T01:30:00Z",
    "30 2 * * *,2026-11-26T01:30:00Z,2026-11-27T01:30:00Z",
    "30 2 * * *,2026-11-26T01:29:59.999Z,2026-11-26T01:30:00Z",
    // Clocks skip from 2:00 to 3:00 at 1:00 by UTC: what is skipped comes at once, and once.
    "30 2 * * *,2026-03-28T12:00:00Z,2026-03-29T01:00:00Z",
    "30 2 * * *,2026-03-29T01:00:00Z,2026-03-30T00:30:00Z",
    "0 2 * * *,2026-03-28T12:00:00Z,2026-03-29T01:00:00Z",
    "15 * * * *,2026-03-29T00:15:00Z,2026-03-29T01:00:00Z",
    "15 * * * *,2026-03-29T01:00:00Z,2026-03-29T01:15:00Z",
    "*/20 * * * *,2026-03-29T00:40:00Z,2026-03-29T01:00:00Z",
    "*/20 * * * *,2026-03-29T01:00:00Z,2026-03-29T01:20:00Z",
    // Clocks go back from 3:00 to 2:00 at 1:00 by UTC: the hour counts once.
    "30 2 * * *,2026-10-24T12:00:00Z,2026-10-25T00:30:00Z",
    "30 2 * * *,2026-10-25T00:30:00Z,2026-10-26T01:30:00Z",
    "30 2 * * *,2026-10-25T01:30:00Z,2026-10-26T01:30:00Z",
    "*/20 * * * *,2026-10-25T00:40:00Z,2026-10-25T02:00:00Z",
    "*/20 * * * *,2026-10-25T01:00:00Z,2026-10-25T02:00:00Z",
    "0 3 * * *,2026-10-25T00:59:00Z,2026-10-25T02:00:00Z",
    // Either of the days is enough.
    "0 12 13 * 5,2026-11-07T00:00:00Z,2026-11-13T11:00:00Z",
    "0 12 14 * 5,2026-11-13T11:00:00Z,2026-11-14T11:00:00Z",
    "0 0 * * 7,2026-11-26T00:00:00Z,2026-11-28T23:00:00Z",
    "0 0 29 2 *,2026-11-26T00:00:00Z,2028-02-28T23:00:00Z",
  })
  void theNextTimeIsThatOfTheWallClock(String text, Instant after, Instant next) {
    assertThat(cron(text, "Europe/Madrid").next(after)).contains(next);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "* * * *", "0 0 0 0 0 0", "60 * * * *", "* 24 * * *", "0 2 * * x"})
  void sayWhatIsWrong(String text) {
    assertThatThrownBy(() -> cron(text, "UTC"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("must be five fields of cron such as 30 2 * * 1-5: ");
  }

  @Test
  void timesThatNeverComeAreRefused() {
    assertThatThrownBy(() -> cron("0 0 30 2 *", "UTC"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("never comes; must be times that there are");
  }

  /** A field, as text and as what it means. */
  private record Field(String text, IntPredicate matches) {
    static Field random(Random random, int min, int max) {
      int a = min + random.nextInt(max - min + 1);
      int b = a + random.nextInt(max - a + 1);
      int step = 1 + random.nextInt(max - min);
      return switch (random.nextInt(5)) {
        case 0 -> new Field(Integer.toString(a), n -> n == a);
        case 1 -> new Field(a + "-" + b, n -> n >= a && n <= b);
        case 2 -> new Field(a + "," + b, n -> n == a || n == b);
        case 3 -> new Field("*/" + step, n -> (n - min) % step == 0);
        default -> new Field("*", n -> true);
      };
    }
  }

  /**
   * Compares with the definition: walking along real minutes, a time has come when the latest time
   * that the wall clock has shown so far reaches it.
   */
  @Test
  void eachTimeOfTheWallClockComesOnceAroundChangesOfClocks() {
    Random random = new Random(SEED);
    for (int i = 0; i < 40; i++) {
      Field minute = Field.random(random, 0, 59);
      Field hour = Field.random(random, 0, 23);
      String text = minute.text() + " " + hour.text() + " * * *";
      ZoneId zone = ZoneId.of(ZONES.get(random.nextInt(ZONES.size())));
      Instant begin =
          Instant.parse("2026-01-01T00:00:00Z").plus(Duration.ofDays(random.nextInt(365)));
      ZoneOffsetTransition change = zone.getRules().nextTransition(begin);
      Instant from = (change == null ? begin : change.getInstant()).minus(Duration.ofHours(26));
      Instant to = from.plus(Duration.ofHours(52));
      List<Instant> expected = new ArrayList<>();
      LocalDateTime shown = from.atZone(zone).toLocalDateTime();
      for (Instant at = from.plusSeconds(60); !at.isAfter(to); at = at.plusSeconds(60)) {
        LocalDateTime now = at.atZone(zone).toLocalDateTime();
        boolean due = false;
        for (LocalDateTime t = shown.plusMinutes(1); !t.isAfter(now); t = t.plusMinutes(1)) {
          due |= minute.matches().test(t.getMinute()) && hour.matches().test(t.getHour());
        }
        shown = now.isAfter(shown) ? now : shown;
        if (due) {
          expected.add(at);
        }
      }
      Cron cron = Cron.parse(text, zone);
      List<Instant> found = new ArrayList<>();
      Optional<Instant> next = cron.next(from);
      while (next.isPresent() && !next.get().isAfter(to)) {
        found.add(next.get());
        next = cron.next(next.get());
      }
      assertThat(found).as("seed %d, %s in %s from %s", SEED, text, zone, from).isEqualTo(expected);
      Optional<Instant> last =
          expected.isEmpty() ? Optional.empty() : Optional.of(expected.get(expected.size() - 1));
      assertThat(cron.last(from, to)).as("%s in %s", text, zone).isEqualTo(last);
      // From any moment, the next time is the first expected one after it.
      Instant any = from.plusSeconds(random.nextInt(52 * 3600));
      assertThat(cron.next(any).filter(t -> !t.isAfter(to)))
          .as("%s in %s after %s", text, zone, any)
          .isEqualTo(expected.stream().filter(t -> t.isAfter(any)).findFirst());
    }
  }

  @Test
  void theLastOfManyTimesIsFoundSoon() {
    Cron cron = Cron.parse("* * * * *", ZoneOffset.UTC);
    Instant now = Instant.parse("2026-11-26T10:00:30Z");
    assertThat(cron.last(Instant.EPOCH, now)).contains(Instant.parse("2026-11-26T10:00:00Z"));
    assertThat(cron.last(now, now)).isEmpty();
    assertThat(cron.last(now.plusSeconds(60), now)).isEmpty();
  }
}
