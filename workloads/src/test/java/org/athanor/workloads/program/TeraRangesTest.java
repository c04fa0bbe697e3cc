// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TeraRangesTest {

  @Test
  void aBoundBelongsToThePartThatItBegins() {
    TeraRanges ranges = TeraRanges.of(keys(0, 50, 100, 200), 4);

    assertThat(ranges.part(key(49))).isEqualTo(0);
    assertThat(ranges.part(key(50))).isEqualTo(1);
    assertThat(ranges.part(key(199))).isEqualTo(2);
    assertThat(ranges.part(key(255))).isEqualTo(3);
  }

  @Test
  void equalBoundsLeaveThePartsBetweenThemEmpty() {
    TeraRanges ranges = TeraRanges.of(keys(7, 7, 7, 7), 4);

    assertThat(ranges.part(key(6))).isEqualTo(0);
    assertThat(ranges.part(key(7))).isEqualTo(3);
  }

  @Test
  void withoutKeysEverythingIsInTheFirstPart() {
    assertThat(TeraRanges.of(keys(), 3).part(key(9))).isEqualTo(0);
  }

  private static List<byte[]> keys(int... values) {
    List<byte[]> keys = new ArrayList<>();
    for (int value : values) {
      keys.add(key(value));
    }
    return keys;
  }

  private static byte[] key(int value) {
    return new byte[] {(byte) value};
  }
}
