// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * The files of a demo: 4, 8 or 12 MiB, of one block each.
 *
 * @param bytes the length of each
 */
public record DemoFiles(List<Long> bytes) {
  /** Where they are. */
  public static final String DIRECTORY = "/demo";

  /** The length of a block, in bytes: no file has a second one. */
  public static final long BLOCK = 16L << 20;

  private static final long UNIT = 4L << 20;
  private static final int LARGEST = 3;

  public DemoFiles {
    bytes = List.copyOf(bytes);
  }

  /**
   * Makes up files.
   *
   * @param count number of them, from 1
   * @param seed of their lengths
   */
  public static DemoFiles of(int count, long seed) {
    Random random = new Random(seed);
    List<Long> lengths = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      lengths.add(UNIT * (1 + random.nextInt(LARGEST)));
    }
    return new DemoFiles(lengths);
  }

  /** Number of files. */
  public int count() {
    return bytes.size();
  }

  /** The sum of their lengths. */
  public long totalBytes() {
    return bytes.stream().mapToLong(Long::longValue).sum();
  }

  /** Such as {@code /demo/inputPath07}, as the trace's paths are called. */
  public String path(int file) {
    return String.format(Locale.ROOT, "%s/inputPath%02d", DIRECTORY, file);
  }
}
