// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.topology;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("short")
class ByteSizeTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0 B",
    "1023, 1023 B",
    "1024, 1 KiB",
    "49152, 48 KiB",
    "1048576, 1 MiB",
    "1310720, 1280 KiB",
    "2621440, 2.5 MiB",
    "33554432, 32 MiB",
    "33533935616, 31.2 GiB",
    "540091547648, 503 GiB",
    "1596454436864, 1487 GiB",
    "9223372036854775807, 8192 PiB",
  })
  void looksLikeADataSheet(long bytes, String text) {
    assertThat(ByteSize.of(bytes)).isEqualTo(text);
  }
}
