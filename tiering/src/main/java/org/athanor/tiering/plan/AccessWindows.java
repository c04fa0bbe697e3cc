// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Draws windows of accesses that follow each other, each of all as likely, while accesses go by.
 * Memory does not depend on their number.
 */
final class AccessWindows {
  /** Accesses of a window. */
  static final int LENGTH = 500;

  /** Windows of a period. */
  static final int MOST = 3;

  /** Accesses that follow each other. */
  static final class Window {
    private final int[] files;
    private final long[] millis;

    private Window(int[] files, long[] millis) {
      this.files = files;
      this.millis = millis;
    }

    int size() {
      return files.length;
    }

    /** The number of the file that an access is to. */
    int file(int access) {
      return files[access];
    }

    /** Milliseconds since 1970. */
    long millis(int access) {
      return millis[access];
    }
  }

  private final SplittableRandom random = new SplittableRandom(1);
  private final int[] files = new int[LENGTH];
  private final long[] millis = new long[LENGTH];
  private final List<Window> drawn = new ArrayList<>();
  private int count;
  private int full;

  void add(int file, long timeMillis) {
    files[count] = file;
    millis[count] = timeMillis;
    count++;
    if (count == LENGTH) {
      close();
    }
  }

  private void close() {
    full++;
    if (drawn.size() < MOST) {
      drawn.add(window());
    } else {
      int place = random.nextInt(full);
      if (place < MOST) {
        drawn.set(place, window());
      }
    }
    count = 0;
  }

  private Window window() {
    return new Window(Arrays.copyOf(files, count), Arrays.copyOf(millis, count));
  }

  /** The windows since the last call; one that is not full only if it is the only one. */
  List<Window> take() {
    if (full == 0 && count > 0) {
      drawn.add(window());
    }
    List<Window> taken = List.copyOf(drawn);
    drawn.clear();
    count = 0;
    full = 0;
    return taken;
  }
}
