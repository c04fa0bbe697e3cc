// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AmountsTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "512, 512",
    "1k, 1000",
    "1.5t, 1500000000000",
    "2TB, 2000000000000",
    "100g, 100000000000",
    "9223p, 9223000000000000000"
  })
  void readsSizes(String text, long bytes) {
    assertThat(Amounts.size(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1", "1x", "t", "1 t", "9224p", "1e3", "١k"})
  void refusesWhatIsNoSize(String text) {
    assertThatThrownBy(() -> Amounts.size(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("must be a size such as 500g or 1.5t");
  }

  @Test
  void readsDurations() {
    assertThat(Amounts.duration("90s")).isEqualTo(Duration.ofSeconds(90));
    assertThat(Amounts.duration("30m")).isEqualTo(Duration.ofMinutes(30));
    assertThat(Amounts.duration("26w")).isEqualTo(Duration.ofDays(182));
    assertThatThrownBy(() -> Amounts.duration("1y")).hasMessageContaining("30m, 12h, 1d or 4w");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 B",
    "999, 999 B",
    "1000, 1.0 kB",
    "123456789, 123 MB",
    "999999, 1.0 MB",
    "9223372036854775807, 9.2 EB",
    "-1500, -1.5 kB"
  })
  void writesSizes(long bytes, String text) {
    assertThat(Amounts.size(bytes)).isEqualTo(text);
  }

  @Test
  void writesDurations() {
    assertThat(Amounts.duration(59.6)).isEqualTo("60 s");
    assertThat(Amounts.duration(600)).isEqualTo("10 min");
    assertThat(Amounts.duration(86_400)).isEqualTo("24.0 h");
    assertThat(Amounts.duration(7 * 86_400.0)).isEqualTo("7.0 days");
  }
}
