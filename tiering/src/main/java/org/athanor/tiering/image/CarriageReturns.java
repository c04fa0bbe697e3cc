// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.image;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * Writes each carriage return of an XML document as a reference, from the second tag on. Hadoop
 * writes those of names as they are, and XML would turn them into line feeds.
 */
final class CarriageReturns extends FilterInputStream {
  private static final byte[] REFERENCE = "&#13;".getBytes(StandardCharsets.US_ASCII);

  private final byte[] buffer = new byte[1 << 16];
  private int next;
  private int end;

  /** Tags so far, but not more than two. */
  private int tags;

  /** Index of the next byte of the reference that is being written. */
  private int written = REFERENCE.length;

  CarriageReturns(InputStream in) {
    super(in);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int from, int length) throws IOException {
    int count = 0;
    while (count < length) {
      if (written < REFERENCE.length) {
        target[from + count] = REFERENCE[written];
        written++;
        count++;
        continue;
      }
      if (next == end) {
        if (count > 0) {
          return count;
        }
        next = 0;
        end = Math.max(0, in.read(buffer, 0, buffer.length));
        if (end == 0) {
          return -1;
        }
      }
      byte b = buffer[next];
      next++;
      if (b == '<' && tags < 2) {
        tags++;
      }
      if (b == '\r' && tags > 1) {
        written = 0;
      } else {
        target[from + count] = b;
        count++;
      }
    }
    return count;
  }

  @Override
  public int available() {
    return end - next;
  }

  @Override
  public boolean markSupported() {
    return false;
  }
}
