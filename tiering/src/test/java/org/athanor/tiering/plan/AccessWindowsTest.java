// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.athanor.tiering.plan.AccessWindows.Window;
import org.junit.jupiter.api.Test;

class AccessWindowsTest {
  private final AccessWindows windows = new AccessWindows();

  private void add(int from, int to) {
    for (int i = from; i < to; i++) {
      windows.add(i, 1000L + i);
    }
  }

  @Test
  void fewAccessesAreAllThere() {
    add(0, 7);
    List<Window> taken = windows.take();
    assertThat(taken).hasSize(1);
    Window window = taken.get(0);
    assertThat(IntStream.range(0, window.size()).map(window::file))
        .containsExactly(0, 1, 2, 3, 4, 5, 6);
    assertThat(window.millis(1)).isEqualTo(1001);
    assertThat(windows.take()).isEmpty();
  }

  /** Each window is as likely to be drawn, those at the beginning, too. */
  @Test
  void drawsWindowsOfManyAccesses() {
    int[] drawn = new int[20];
    for (int round = 0; round < 400; round++) {
      add(0, 20 * AccessWindows.LENGTH + 3);
      List<Window> taken = windows.take();
      assertThat(taken).hasSize(AccessWindows.MOST);
      for (Window window : taken) {
        assertThat(window.size()).isEqualTo(AccessWindows.LENGTH);
        int first = window.file(0);
        assertThat(first % AccessWindows.LENGTH).isZero();
        assertThat(window.file(AccessWindows.LENGTH - 1))
            .isEqualTo(first + AccessWindows.LENGTH - 1);
        drawn[first / AccessWindows.LENGTH]++;
      }
    }
    // 60 are expected of each; the generator has a fixed seed.
    assertThat(Arrays.stream(drawn).min().getAsInt()).isGreaterThan(30);
    assertThat(Arrays.stream(drawn).max().getAsInt()).isLessThan(90);
  }
}
