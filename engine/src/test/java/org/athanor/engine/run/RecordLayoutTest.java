// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordLayoutTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1, 0",
    "0, 1",
    "127, 128",
    "128, 127",
    "255, 256",
    "0x1234, 0x8765",
    "65535, 65536",
    "0x123456, 0x987654",
    "0x12345678, 0x2468ace0",
    "0, 2147483639",
  })
  void lengthsAreReadAsTheyWereSet(String key, String value) {
    int keyLength = Integer.decode(key);
    int valueLength = Integer.decode(value);
    byte[] block = new byte[3 + RecordLayout.HEADER];

    RecordLayout.setLengths(block, 3, keyLength, valueLength);

    assertThat(RecordLayout.keyLength(block, 3)).isEqualTo(keyLength);
    assertThat(RecordLayout.valueLength(block, 3)).isEqualTo(valueLength);
    assertThat(RecordLayout.length(block, 3))
        .isEqualTo(RecordLayout.HEADER + keyLength + valueLength);
  }
}
