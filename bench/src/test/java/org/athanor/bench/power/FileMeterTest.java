// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.power;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileMeterTest {
  @TempDir Path directory;
  private Path file;
  private FileMeter meter;

  /** Now, 1,000 s after the zero of the other clock. */
  private Instant now = Instant.parse("2026-11-27T12:00:00Z");

  private long nanos = 1_000_000_000_000L;

  @BeforeEach
  void create() throws Exception {
    file = directory.resolve("meter.csv");
    Files.writeString(file, "");
    meter = new FileMeter(file, () -> nanos, () -> now);
  }

  private void append(String text) throws Exception {
    Files.writeString(file, text, StandardOpenOption.APPEND);
  }

  private static PowerReading at(double seconds, double watts) {
    return new PowerReading((long) (seconds * 1e9), watts);
  }

  @Test
  void readsWhatIsAppended() throws Exception {
    append("time,watts,volts\n2026-11-27T11:59:58Z,100,230\n2026-11-27 12:59:59.5+01:00,101.5");
    assertThat(meter.read()).containsExactly(at(998, 100));
    assertThat(meter.read()).isEmpty();
    append(",230\n" + now.getEpochSecond() + ".25,90\n\n# calibrated\n");
    assertThat(meter.read()).containsExactly(at(999.5, 101.5), at(1000, 90));
  }

  @Test
  void startsNearTheEndOfALongFileAndAtTheStartOfANewOne() throws Exception {
    append("1,2,3,4,5,6,7\n".repeat(5000) + "2026-11-27T12:00:00Z,50\n");
    assertThat(meter.read()).contains(at(1000, 50)).hasSizeLessThan(1300);
    Path next = directory.resolve("next");
    Files.writeString(next, "2026-11-27T12:00:01Z,60\n");
    Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
    now = now.plusSeconds(2);
    nanos += 2_000_000_000L;
    assertThat(meter.read()).containsExactly(at(1001, 60));
    Files.writeString(file, "2026-11-27T12:00:02Z,7\n");
    assertThat(meter.read()).containsExactly(at(1002, 7));
  }

  @Test
  void keepsTheTimesOfReadingsWhenTheClockIsSet() throws Exception {
    append("2026-11-27T12:00:00Z,100\n");
    assertThat(meter.read()).containsExactly(at(1000, 100));
    now = now.minusSeconds(3600).plusSeconds(1);
    nanos += 1_000_000_000L;
    append("2026-11-27T11:00:01Z,100\n");
    assertThat(meter.read()).containsExactly(at(1001, 100));
  }

  @Test
  void saysWhatIsWrong() throws Exception {
    append("2026-11-27T11:00:00,100\n");
    assertWrong(
        "has the line \"2026-11-27T11:00:00,100\": must be time,watts, the time as seconds since"
            + " 1970 or ISO 8601 with its zone");
    append("5\n");
    assertWrong(
        "has the line \"5\": must be time,watts, the time as seconds since 1970 or ISO 8601 with"
            + " its zone");
    append("2026-11-27T12:00:30Z,100\n");
    assertWrong("has a time 30 s ahead of this machine's clock");
    append("2026-11-27T12:00:00Z,NaN\n");
    assertWrong("says NaN W, which cannot be the power of a running node; it may not measure it");
    Files.delete(file);
    assertWrong("cannot be read: there is no such file");
  }

  private void assertWrong(String message) {
    assertThatThrownBy(meter::read).isInstanceOf(PowerException.class).hasMessage(message);
  }
}
