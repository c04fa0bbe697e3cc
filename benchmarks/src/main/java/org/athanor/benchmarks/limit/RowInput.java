// SPDX-License-Identifier: Apache-2.0
package org.athanor.benchmarks.limit;

import java.io.EOFException;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The rows of a TeraGen directory, numbered from 0, in heap segments of equal size. Several threads
 * may load different segments at the same time.
 *
 * <p>The files are not memory-mapped, because rows are later read in random order: address
 * translation for the small pages of a mapping costs several times more than the copy to a heap
 * with huge pages.
 */
final class RowInput {
  static final int ROW_BYTES = 100;
  private static final int SEGMENT_SHIFT = 20;
  private static final int SEGMENT_ROWS = 1 << SEGMENT_SHIFT;
  private static final int READ_BYTES = 1 << 18;
  private static final VarHandle BIG_ENDIAN_LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final List<Path> files;
  private final long[] fileBytes;
  private final int rows;

  /** Each segment is set by the thread that loads it. */
  private final byte[][] segments;

  private RowInput(List<Path> files, long[] fileBytes, int rows) {
    this.files = files;
    this.fileBytes = fileBytes;
    this.rows = rows;
    this.segments = new byte[(rows + SEGMENT_ROWS - 1) >>> SEGMENT_SHIFT][];
  }

  static RowInput open(Path directory) throws IOException {
    List<Path> files = filesOf(directory);
    long[] fileBytes = new long[files.size()];
    long rows = 0;
    for (int i = 0; i < fileBytes.length; i++) {
      fileBytes[i] = Files.size(files.get(i));
      if (fileBytes[i] % ROW_BYTES != 0) {
        throw new IOException(files.get(i) + ": size is not a multiple of the row size");
      }
      rows += fileBytes[i] / ROW_BYTES;
    }
    if (rows == 0 || rows >= 1 << RowWord.ROW_BITS) {
      throw new IOException(directory + ": " + rows + " rows; must be between 1 and 2^28 - 1");
    }
    return new RowInput(files, fileBytes, (int) rows);
  }

  private static List<Path> filesOf(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries
          .filter(path -> path.getFileName().toString().matches("[^_.].*"))
          .sorted()
          .collect(Collectors.toList());
    }
  }

  int rows() {
    return rows;
  }

  int segmentCount() {
    return segments.length;
  }

  int firstRow(int segment) {
    return segment << SEGMENT_SHIFT;
  }

  int rowsIn(int segment) {
    return Math.min(SEGMENT_ROWS, rows - firstRow(segment));
  }

  long[] fileBytes() {
    return fileBytes.clone();
  }

  /** Reads one segment and returns it. */
  byte[] load(int segment) throws IOException {
    byte[] target = new byte[rowsIn(segment) * ROW_BYTES];
    long skip = (long) firstRow(segment) * ROW_BYTES;
    int filled = 0;
    for (int i = 0; i < fileBytes.length && filled < target.length; i++) {
      if (skip < fileBytes[i]) {
        int length = (int) Math.min(fileBytes[i] - skip, target.length - filled);
        read(files.get(i), skip, target, filled, length);
        filled += length;
      }
      skip = Math.max(0, skip - fileBytes[i]);
    }
    segments[segment] = target;
    return target;
  }

  private static void read(Path file, long at, byte[] target, int offset, int length)
      throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      for (int done = 0; done < length; ) {
        int wanted = Math.min(READ_BYTES, length - done);
        int read = channel.read(ByteBuffer.wrap(target, offset + done, wanted), at + done);
        if (read < 0) {
          throw new EOFException(file + " ended early, at " + (at + done));
        }
        done += read;
      }
    }
  }

  byte[] segmentOf(int row) {
    return segments[row >>> SEGMENT_SHIFT];
  }

  int offsetInSegment(int row) {
    return (row & (SEGMENT_ROWS - 1)) * ROW_BYTES;
  }

  /** Returns the first eight of the ten key bytes, to be compared unsigned. */
  static long prefixAt(byte[] segment, int offset) {
    return (long) BIG_ENDIAN_LONG.get(segment, offset);
  }

  int compareKeys(int left, int right) {
    int byPrefix = Long.compareUnsigned(prefix(left), prefix(right));
    return byPrefix != 0 ? byPrefix : Integer.compare(suffix(left), suffix(right));
  }

  long prefix(int row) {
    return prefixAt(segmentOf(row), offsetInSegment(row));
  }

  /** Returns the last two of the ten key bytes. */
  int suffix(int row) {
    byte[] segment = segmentOf(row);
    int at = offsetInSegment(row) + Long.BYTES;
    return (segment[at] & 0xff) << 8 | (segment[at + 1] & 0xff);
  }
}
