// SPDX-License-Identifier: Apache-2.0
package org.athanor.yaml.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DecimalUnitsTest {

  @ParameterizedTest
  @CsvSource({
    "118 MB/s, 118e6",
    "1 Gbit/s, 125e6",
    "10Gbit/s, 1.25e9",
    "2.5 kB/s, 2500",
    "2.5 KB/s, 2500",
    "7 B/s, 7",
    "8 bit/s, 1",
    "1.5 TB/s, 1.5e12",
    "0 MB/s, 0"
  })
  void readsRates(String text, double bytesPerSecond) {
    assertThat(ByteRate.parse(text)).contains(new ByteRate(bytesPerSecond));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "118", "118 MB", "118 mB/s", "118 Mb/s", "-1 MB/s", "MB/s", "1e3 MB/s"})
  void rejectsOtherRates(String text) {
    assertThat(ByteRate.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"2.8 GHz, 2.8e9", "800MHz, 8e8", "1 kHz, 1000", "50 Hz, 50"})
  void readsFrequencies(String text, double hertz) {
    assertThat(Frequency.parse(text)).contains(new Frequency(hertz));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "2.8", "2.8 ghz", "2,8 GHz", "-1 GHz", "GHz"})
  void rejectsOtherFrequencies(String text) {
    assertThat(Frequency.parse(text)).isEmpty();
  }
}
