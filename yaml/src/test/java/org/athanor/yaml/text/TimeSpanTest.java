// SPDX-License-Identifier: Apache-2.0
package org.athanor.yaml.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeSpanTest {

  @ParameterizedTest
  @CsvSource({
    "500ms, 500",
    "90s, 90000",
    "10m, 600000",
    "1h30m, 5400000",
    "1h 1s, 3601000",
    "1d, 86400000"
  })
  void readsParts(String text, long milliseconds) {
    assertThat(TimeSpan.parse(text)).contains(Duration.ofMillis(milliseconds));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "10", "m", "-1s", "1.5h", "10min", "1s!", "99999999999999999999s"})
  void rejectsOtherTexts(String text) {
    assertThat(TimeSpan.parse(text)).isEmpty();
  }

  @Test
  void readsWhatItWrites() {
    Random random = new Random(Seeds.seed());
    for (int i = 0; i < 10_000; i++) {
      Duration duration = Duration.ofMillis(random.nextLong() >>> (24 + random.nextInt(40)));
      assertThat(TimeSpan.parse(TimeSpan.format(duration))).contains(duration);
    }
  }
}
