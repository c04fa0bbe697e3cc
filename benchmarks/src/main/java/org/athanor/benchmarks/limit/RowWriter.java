// SPDX-License-Identifier: Apache-2.0
package org.athanor.benchmarks.limit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Collects rows of the input in a block and writes full blocks. One thread only. */
final class RowWriter {
  private final FileChannel channel;
  private final RowInput input;
  private final byte[] block;
  private int filled;

  RowWriter(FileChannel channel, RowInput input, int blockRows) {
    this.channel = channel;
    this.input = input;
    this.block = new byte[blockRows * RowInput.ROW_BYTES];
  }

  void write(long[] words, int start, int end) throws IOException {
    for (int next = start; next < end; ) {
      if (filled == block.length) {
        flush();
      }
      int fitting = Math.min(end, next + (block.length - filled) / RowInput.ROW_BYTES);
      copy(words, next, fitting);
      next = fitting;
    }
  }

  void flush() throws IOException {
    ByteBuffer rest = ByteBuffer.wrap(block, 0, filled);
    while (rest.hasRemaining()) {
      channel.write(rest);
    }
    filled = 0;
  }

  private void copy(long[] words, int start, int end) {
    int to = filled;
    for (int i = start; i < end; i++, to += RowInput.ROW_BYTES) {
      int row = RowWord.row(words[i]);
      System.arraycopy(
          input.segmentOf(row), input.offsetInSegment(row), block, to, RowInput.ROW_BYTES);
    }
    filled = to;
  }
}
