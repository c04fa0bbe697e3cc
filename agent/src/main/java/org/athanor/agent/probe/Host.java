// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The kernel's file systems.
 *
 * @param proc {@code /proc}
 * @param sys {@code /sys}
 */
public record Host(Path proc, Path sys) {

  private static final long AT_PAGESZ = 6;

  public static Host here() {
    return new Host(Path.of("/proc"), Path.of("/sys"));
  }

  /** Bytes of a page of memory: 4 KiB on x86-64, up to 64 KiB elsewhere. */
  int pageBytes() throws IOException {
    Path file = proc.resolve("self/auxv");
    ByteBuffer vector = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.nativeOrder());
    while (vector.remaining() >= 2 * Long.BYTES) {
      long type = vector.getLong();
      long value = vector.getLong();
      if (type == AT_PAGESZ) {
        return (int) value;
      }
    }
    throw new IOException(file + ": has no page size");
  }
}
