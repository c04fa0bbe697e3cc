// SPDX-License-Identifier: Apache-2.0
package org.athanor.yaml.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteSizeTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "17, 17",
    "1k, 1024",
    "512m, 536870912",
    "1.5g, 1610612736",
    "2 GiB, 2147483648",
    "3TB, 3298534883328",
    "0.5k, 512",
    "8388607t, 9223370937343148032"
  })
  void readsSizesInPowersOf1024(String text, long bytes) {
    assertThat(ByteSize.parse(text)).contains(new ByteSize(bytes));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "g", "-1", "1x", "1 000", "1,5g", "0x10", "8388608t", "1e3", "1bb"})
  void rejectsOtherTexts(String text) {
    assertThat(ByteSize.parse(text)).isEmpty();
  }

  @Test
  void readsWhatItWrites() {
    Random random = new Random(Seeds.seed());
    for (int i = 0; i < 10_000; i++) {
      ByteSize size = new ByteSize(random.nextLong() >>> (1 + random.nextInt(60)));
      assertThat(ByteSize.parse(size.toString())).contains(size);
      assertThat(ByteSize.parse(size.rounded())).isPresent();
    }
  }

  @Test
  void roundsForDisplay() {
    assertThat(new ByteSize(1000).rounded()).isEqualTo("1000 B");
    assertThat(ByteSize.of("1.5g").rounded()).isEqualTo("1.5 GiB");
    assertThat(ByteSize.of("100m").rounded()).isEqualTo("100 MiB");
  }
}
