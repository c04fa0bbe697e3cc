// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.popularity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;

class CoalescerTest {
  private static final long NOON = 1_436_443_200_000L;
  private static final long WINDOW = 60_000;

  private final Coalescer coalescer = new Coalescer(WINDOW, 4);

  private boolean counts(String path, String caller, long secondsAfterNoon) {
    return coalescer.counts(new AccessEvent(path, NOON + 1000 * secondsAfterNoon, caller));
  }

  @Test
  void countsTheFirstAccessOfAWindow() {
    assertThat(counts("/a", "job_1", 0)).isTrue();
    assertThat(counts("/a", "job_1", 0)).isFalse();
    assertThat(counts("/a", "job_1", 59)).isFalse();
    assertThat(counts("/a", "job_1", 60)).isTrue();
    assertThat(counts("/a", "job_1", 61)).isFalse();
  }

  @Test
  void tellsFilesAndCallersApart() {
    assertThat(counts("/a", "job_1", 0)).isTrue();
    assertThat(counts("/a", "job_2", 0)).isTrue();
    assertThat(counts("/b", "job_1", 0)).isTrue();
    assertThat(counts("/aj", "ob_1", 0)).isTrue();
    assertThat(counts("/a", "job_1", 1)).isFalse();
  }

  @Test
  void takesEventsOutOfOrderForOneWindow() {
    assertThat(counts("/a", "x", 30)).isTrue();
    assertThat(counts("/a", "x", 10)).isFalse();
    assertThat(counts("/a", "x", 40)).isFalse();
  }

  @Test
  void aClockThatJumpsHidesNothingLater() {
    assertThat(counts("/a", "x", 0)).isTrue();
    assertThat(counts("/a", "x", 1_000_000)).isTrue();
    assertThat(counts("/a", "x", 10)).isTrue();
    assertThat(counts("/a", "x", 20)).isFalse();
    assertThat(counts("/a", "x", 80)).isTrue();
  }

  @Test
  void remembersTheLatestPairsAndSaysWhatItForgot() {
    for (int file = 0; file < 4; file++) {
      assertThat(counts("/" + file, "x", file)).isTrue();
    }
    assertThat(counts("/4", "x", 4)).isTrue();
    assertThat(coalescer.forgottenOpen()).isZero();
    for (int file = 1; file < 5; file++) {
      assertThat(counts("/" + file, "x", 5)).as("file %d", file).isFalse();
    }
    for (int file = 5; file < 20; file++) {
      counts("/" + file, "x", 6);
    }
    assertThat(coalescer.forgottenOpen()).isPositive();
    assertThat(counts("/0", "x", 7)).isTrue();
  }

  @Test
  void aWindowDoesNotGrowWhenItIsRememberedAnew() {
    for (int file = 0; file < 5; file++) {
      assertThat(counts("/" + file, "x", 0)).isTrue();
    }
    assertThat(counts("/0", "x", 30)).isFalse();
    assertThat(counts("/0", "x", 60)).isTrue();
  }

  @Test
  void agreesWithAModelWithoutBounds() {
    Random random = Seeds.of("Coalescer");
    for (int history = 0; history < 200; history++) {
      Coalescer bounded = new Coalescer(WINDOW, 1000);
      Map<String, Long> starts = new HashMap<>();
      long time = NOON;
      for (int i = 0; i < 500; i++) {
        time +=
            random.nextInt(100) == 0 ? random.nextInt(400_000) - 200_000 : random.nextInt(2_000);
        String path = "/" + random.nextInt(15);
        String caller = "c" + random.nextInt(4);
        Long start = starts.get(path + " " + caller);
        boolean counts = start == null || Math.abs(time - start) >= WINDOW;
        if (counts) {
          starts.put(path + " " + caller, time);
        }
        assertThat(bounded.counts(new AccessEvent(path, time, caller)))
            .as("seed %d, history %d, event %d", Seeds.seed(), history, i)
            .isEqualTo(counts);
      }
    }
  }

  @Test
  void memoryGrowsWithTheWindowsThatAreOpen() {
    Coalescer million = new Coalescer(WINDOW, 1 << 20);
    long first = million.retainedBytes();
    assertThat(first).isEqualTo(2 * 32 * 1024);
    for (int i = 0; i < 100_000; i++) {
      million.counts(new AccessEvent("/" + i, NOON + WINDOW * i / 900, "x"));
    }
    assertThat(million.retainedBytes()).isEqualTo(first);
    for (int i = 0; i < 100_000; i++) {
      million.counts(new AccessEvent("/" + i, NOON + 1000 * WINDOW, "x"));
    }
    assertThat(million.retainedBytes()).isBetween(32L * 100_000, 128L * 100_000);
    assertThat(million.forgottenOpen()).isZero();
  }

  @Test
  void memoryIsBounded() {
    assertThat(new Coalescer(WINDOW, 1000).retainedBytes()).isBetween(64_000L, 128_000L);

    for (int i = 0; i < 10_000; i++) {
      coalescer.counts(new AccessEvent("/" + i, NOON, "x"));
    }
    assertThat(coalescer.retainedBytes()).isEqualTo(4 * 64);
  }

  @Test
  void remembersEachOpenWindowWhileItGrows() {
    Random random = Seeds.of("Coalescer.grows");
    Coalescer growing = new Coalescer(WINDOW, 1 << 20);
    Map<Integer, Long> starts = new HashMap<>();
    long time = NOON;
    for (int i = 0; i < 50_000; i++) {
      // Busy and quiet times take turns, so that tables grow, and windows end.
      time += i / 5_000 % 2 == 0 ? random.nextInt(4) : random.nextInt(1000);
      int file = random.nextInt(8_000);
      Long start = starts.get(file);
      boolean counts = start == null || time - start >= WINDOW;
      if (counts) {
        starts.put(file, time);
      }
      assertThat(growing.counts(new AccessEvent("/" + file, time, "x"))).isEqualTo(counts);
    }
    assertThat(growing.forgottenOpen()).isZero();
  }

  @Test
  void refusesArgumentsThatMakeNoWindow() {
    assertThatThrownBy(() -> new Coalescer(0, 1)).hasMessage("windowMillis=0: must be 1 or more");
    assertThatThrownBy(() -> new Coalescer(1, 0)).hasMessage("pairs=0: must be 1 or more");
    assertThatThrownBy(() -> new Coalescer(1, (1 << 28) + 1))
        .hasMessage("pairs=268435457: must be 268435456 or less");
    assertThatThrownBy(() -> new AccessEvent("a", 0, "x"))
        .hasMessage("path=\"a\": must begin with /");
    assertThatThrownBy(() -> new AccessEvent("/a", -1, "x"))
        .hasMessage("time of an access to /a=-1: must be 0 or more");
  }
}
