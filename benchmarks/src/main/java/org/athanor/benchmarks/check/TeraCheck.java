// SPDX-License-Identifier: Apache-2.0
package org.athanor.benchmarks.check;

import java.nio.MappedByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32;

/** Checks the same as TeraValidate: global key order, row count and the sum of all rows' CRC-32. */
public final class TeraCheck {
  private static final int ROW_BYTES = 100;
  private static final int KEY_BYTES = 10;

  private final PartFiles files;
  private final CRC32 crc = new CRC32();
  private final byte[] row = new byte[ROW_BYTES];
  private final byte[] previous = new byte[ROW_BYTES];
  private final CheckResult result = new CheckResult();

  private TeraCheck(PartFiles files) {
    this.files = files;
  }

  /** Argument: the directory. Prints the result as one line of JSON. */
  public static void main(String[] args) throws Exception {
    new TeraCheck(PartFiles.in(Path.of(args[0]))).run();
  }

  private void run() throws Exception {
    for (Path file : files.paths()) {
      PartFiles.forEachMapped(file, ROW_BYTES, this::checkSegment);
    }
    System.out.println(result.toJson());
  }

  private void checkSegment(MappedByteBuffer segment) {
    while (segment.hasRemaining()) {
      segment.get(row);
      crc.reset();
      crc.update(row, 0, ROW_BYTES);
      boolean inOrder = result.records() == 0 || compareWithPrevious() >= 0;
      result.add(crc.getValue(), inOrder);
      System.arraycopy(row, 0, previous, 0, KEY_BYTES);
    }
  }

  private int compareWithPrevious() {
    return Arrays.compareUnsigned(row, 0, KEY_BYTES, previous, 0, KEY_BYTES);
  }
}
