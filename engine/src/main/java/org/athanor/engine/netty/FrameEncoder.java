// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.athanor.engine.transport.Frame;

/**
 * Turns the frames of one direction into pieces of bytes. A piece is copied from the frame's arrays
 * when it is about to be written, into memory that the socket can take: a frame of any size needs
 * no more than a few pieces of it. Used by the connection's thread only.
 */
final class FrameEncoder {
  static final int PIECE_BYTES = 64 << 10;

  private static final Frame EMPTY = new Frame((byte) 0, new byte[0]);
  private static final int PARTS = 4;

  private final CRC32C checksum = new CRC32C();
  private final ByteBuffer[] parts = new ByteBuffer[PARTS];
  private long number; // of the next frame
  private long left; // bytes of the frame that are not yet in a piece

  /** Returns whether the frame has bytes that are not yet in a piece. */
  boolean hasNext() {
    return left > 0;
  }

  /** Begins with the next frame; the one before must be complete. */
  void begin(Frame frame) {
    begin(frame, FrameLayout.MESSAGE);
  }

  void beginKeepAlive() {
    begin(EMPTY, FrameLayout.KEEP_ALIVE);
  }

  private void begin(Frame frame, byte kind) {
    if (left > 0) {
      throw new IllegalStateException(left + " bytes of the frame before are left");
    }
    ByteBuffer header = ByteBuffer.allocate(FrameLayout.HEADER_BYTES);
    header.putLong(FrameLayout.NUMBER, number++);
    header.put(FrameLayout.KIND, kind);
    header.put(FrameLayout.TYPE, frame.type());
    header.putInt(FrameLayout.HEAD_LENGTH, frame.head().length);
    header.putInt(FrameLayout.BODY_LENGTH, frame.length());
    checksum.reset();
    checksum.update(header.array(), 0, FrameLayout.HEADER_CHECKSUM);
    header.putInt(FrameLayout.HEADER_CHECKSUM, (int) checksum.getValue());
    checksum.reset();
    parts[0] = header;
    parts[1] = ByteBuffer.wrap(frame.head());
    parts[2] = ByteBuffer.wrap(frame.body(), frame.offset(), frame.length());
    parts[3] = null;
    left = FrameLayout.HEADER_BYTES + frame.bytes() + FrameLayout.CHECKSUM_BYTES;
  }

  /** Returns the next bytes of the frame; the caller releases them. */
  ByteBuf next(ByteBufAllocator allocator) {
    int bytes = (int) Math.min(left, PIECE_BYTES);
    ByteBuf piece = allocator.ioBuffer(bytes, bytes);
    for (int i = 0; i < PARTS - 1; i++) {
      copy(parts[i], piece);
    }
    if (left - piece.readableBytes() <= FrameLayout.CHECKSUM_BYTES) {
      if (parts[3] == null) {
        parts[3] = ByteBuffer.allocate(FrameLayout.CHECKSUM_BYTES);
        parts[3].putInt(0, (int) checksum.getValue());
      }
      ByteBuffer rest = slice(parts[3], piece.writableBytes());
      piece.writeBytes(rest);
    }
    left -= bytes;
    if (left == 0) {
      parts[1] = null; // The arrays belong to the caller again.
      parts[2] = null;
    }
    return piece;
  }

  private void copy(ByteBuffer part, ByteBuf piece) {
    ByteBuffer bytes = slice(part, piece.writableBytes());
    checksum.update(bytes.duplicate());
    piece.writeBytes(bytes);
  }

  /** Takes up to a number of bytes out of a part. */
  private static ByteBuffer slice(ByteBuffer part, int most) {
    int bytes = Math.min(most, part.remaining());
    ByteBuffer slice = part.duplicate();
    slice.limit(part.position() + bytes);
    part.position(part.position() + bytes);
    return slice;
  }
}
