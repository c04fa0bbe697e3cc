// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.athanor.testkit.Seeds;

/** TeraSort's rows of 100 bytes, of which the first ten are the key. */
public final class TeraRows {
  private static final int LENGTH = 100;

  private TeraRows() {}

  /** Writes random rows; few keys are equal. */
  public static List<byte[]> write(Path file, int count) throws IOException {
    Random random = new Random(Seeds.seed());
    List<byte[]> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      byte[] row = new byte[LENGTH];
      random.nextBytes(row);
      if (i % 10 == 9) {
        System.arraycopy(rows.get(i - 1), 0, row, 0, 10);
      }
      rows.add(row);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (byte[] row : rows) {
      bytes.write(row);
    }
    Files.createDirectories(file.getParent());
    Files.write(file, bytes.toByteArray());
    return rows;
  }

  /** Reads the rows of the files, one file after the other. */
  public static List<byte[]> read(List<Path> files) throws IOException {
    List<byte[]> rows = new ArrayList<>();
    for (Path file : files) {
      byte[] bytes = Files.readAllBytes(file);
      for (int start = 0; start < bytes.length; start += LENGTH) {
        rows.add(Arrays.copyOfRange(bytes, start, start + LENGTH));
      }
    }
    return rows;
  }

  /** The key of a row. */
  public static byte[] key(byte[] row) {
    return Arrays.copyOf(row, 10);
  }
}
