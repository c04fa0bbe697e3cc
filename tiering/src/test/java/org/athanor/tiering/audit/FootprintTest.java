// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32C;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;

class FootprintTest {
  private static int sum(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return (int) crc.getValue();
  }

  @Test
  void sumsTheFirstAndTheLastBytesInWhateverPartsTheyCome() {
    Random random = Seeds.of("footprint");
    for (int i = 0; i < 2000; i++) {
      byte[] bytes = new byte[random.nextInt(5000)];
      random.nextBytes(bytes);
      Footprint footprint = new Footprint();
      int at = 0;
      while (at < bytes.length) {
        int to = Math.min(bytes.length, at + random.nextInt(1 + random.nextInt(3000)));
        footprint.append(bytes, at, to);
        at = to;
      }
      int summed = Math.min(bytes.length, LogPosition.SUMMED);
      assertThat(footprint.length()).isEqualTo(bytes.length);
      assertThat(footprint.headSum()).isEqualTo(sum(Arrays.copyOf(bytes, summed)));
      assertThat(footprint.tailSum())
          .isEqualTo(sum(Arrays.copyOfRange(bytes, bytes.length - summed, bytes.length)));
    }
  }
}
