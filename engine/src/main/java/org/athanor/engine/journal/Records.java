// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.journal;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import org.athanor.engine.transport.Frame;

/** Messages in files: their type, the number of their bytes, those. Stateless. */
final class Records {
  private Records() {}

  /** Writes a frame without a body. */
  static void writeFrame(Frame frame, DataOutputStream out) throws IOException {
    out.writeByte(frame.type());
    out.writeInt(frame.head().length);
    out.write(frame.head());
  }

  /**
   * Reads a frame.
   *
   * @throws EOFException if the file ends before
   * @throws IOException if the file is damaged
   */
  static Frame readFrame(DataInputStream in) throws IOException {
    byte type = in.readByte();
    int length = in.readInt();
    if (length < 0 || length > Frame.MAX_HEAD_BYTES) {
      throw new IOException("a record of " + length + " bytes: at most " + Frame.MAX_HEAD_BYTES);
    }
    byte[] head = in.readNBytes(length);
    if (head.length < length) {
      throw new EOFException("a record of " + length + " bytes ends after " + head.length);
    }
    return new Frame(type, head);
  }
}
