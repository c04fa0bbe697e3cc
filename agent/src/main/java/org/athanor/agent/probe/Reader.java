// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Reads whole files of {@code /proc} and {@code /sys} into one buffer that is reused: a result is
 * valid until the next call. Each thread needs a reader of its own.
 */
final class Reader {

  private ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 14);
  private byte[] bytes = new byte[1 << 14];
  private final Text text = new Text(bytes, 0);

  static FileChannel open(Path file) throws IOException {
    return FileChannel.open(file, StandardOpenOption.READ);
  }

  /** Reads a file that stays open. */
  Text read(FileChannel file) throws IOException {
    return text(fill(file));
  }

  private Text text(int length) {
    if (bytes.length < length) {
      bytes = new byte[buffer.capacity()];
    }
    buffer.get(0, bytes, 0, length);
    text.reset(bytes, length);
    return text;
  }

  /** Reads a file that stays open and that the kernel returns in one piece: one system call. */
  Text readPiece(FileChannel file) throws IOException {
    buffer.clear();
    file.read(buffer, 0);
    return buffer.hasRemaining() ? text(buffer.position()) : read(file);
  }

  /** Opens, reads and closes a file. */
  Text read(Path file) throws IOException {
    try (FileChannel channel = open(file)) {
      return read(channel);
    }
  }

  /** Reads a binary file that stays open; the buffer's limit is its length. */
  ByteBuffer readBytes(FileChannel file) throws IOException {
    int length = fill(file);
    return buffer.duplicate().position(0).limit(length);
  }

  private int fill(FileChannel file) throws IOException {
    buffer.clear();
    int count = file.read(buffer, 0);
    while (count > 0) {
      if (!buffer.hasRemaining()) {
        ByteBuffer larger = ByteBuffer.allocateDirect(buffer.capacity() * 4);
        buffer.flip();
        larger.put(buffer);
        buffer = larger;
      }
      count = file.read(buffer, buffer.position());
    }
    return buffer.position();
  }
}
