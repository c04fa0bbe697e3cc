// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.netty;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.athanor.engine.transport.Frame;

/**
 * Turns the bytes of one direction into frames again. Bytes go into the frame's own arrays as they
 * arrive, and an array is allocated after its length has been checked. After an exception nothing
 * more may be called. Used by the connection's thread only.
 */
final class FrameDecoder {
  private static final byte[] NOTHING = {};

  private enum Part {
    HEADER,
    HEAD,
    BODY,
    CHECKSUM
  }

  private final int maxFrameBytes;
  private final CRC32C checksum = new CRC32C();
  private final byte[] header = new byte[FrameLayout.HEADER_BYTES];
  private final byte[] expectedChecksum = new byte[FrameLayout.CHECKSUM_BYTES];
  private long number; // of the next frame
  private Part part = Part.HEADER;
  private byte[] target = header; // array of the current part
  private int filled; // bytes in the target
  private byte[] head = NOTHING;
  private byte[] body = NOTHING;

  FrameDecoder(int maxFrameBytes) {
    this.maxFrameBytes = maxFrameBytes;
  }

  /** Returns whether the bytes so far end in the middle of a frame. */
  boolean isInFrame() {
    return part != Part.HEADER || filled > 0;
  }

  /**
   * Reads the next frame that is for the handler.
   *
   * @return null if all bytes have been read, and they do not complete a frame
   */
  Frame next(ByteBuf bytes) throws BrokenFrameException {
    while (fill(bytes)) {
      switch (part) {
        case HEADER -> {
          checkHeader(ByteBuffer.wrap(header));
          begin(Part.HEAD, head);
        }
        case HEAD -> begin(Part.BODY, body);
        case BODY -> begin(Part.CHECKSUM, expectedChecksum);
        case CHECKSUM -> {
          Frame frame = complete();
          if (frame != null) {
            return frame;
          }
        }
      }
    }
    return null;
  }

  /** Returns whether the current part is complete. */
  private boolean fill(ByteBuf bytes) {
    int length = Math.min(bytes.readableBytes(), target.length - filled);
    bytes.readBytes(target, filled, length);
    if (part != Part.CHECKSUM) {
      checksum.update(target, filled, length);
    }
    filled += length;
    return filled == target.length;
  }

  private void begin(Part next, byte[] into) {
    part = next;
    target = into;
    filled = 0;
  }

  private void checkHeader(ByteBuffer fields) throws BrokenFrameException {
    CRC32C own = new CRC32C();
    own.update(header, 0, FrameLayout.HEADER_CHECKSUM);
    if (fields.getInt(FrameLayout.HEADER_CHECKSUM) != (int) own.getValue()) {
      throw new BrokenFrameException("the header of frame " + number + " fails its checksum");
    }
    long arrived = fields.getLong(FrameLayout.NUMBER);
    if (arrived != number) {
      throw new BrokenFrameException("frame " + arrived + " arrived instead of frame " + number);
    }
    int headBytes = fields.getInt(FrameLayout.HEAD_LENGTH);
    int bodyBytes = fields.getInt(FrameLayout.BODY_LENGTH);
    if (headBytes < 0 || bodyBytes < 0 || headBytes > Frame.MAX_HEAD_BYTES) {
      throw new BrokenFrameException(
          "frame "
              + number
              + " has a head of "
              + headBytes
              + " and a body of "
              + bodyBytes
              + " bytes");
    }
    long all = (long) headBytes + bodyBytes;
    if (all > maxFrameBytes) {
      throw new BrokenFrameException(
          "frame " + number + " has " + all + " bytes: at most " + maxFrameBytes);
    }
    byte kind = fields.get(FrameLayout.KIND);
    boolean known =
        kind == FrameLayout.MESSAGE
            || (kind == FrameLayout.KEEP_ALIVE && all == 0 && fields.get(FrameLayout.TYPE) == 0);
    if (!known) {
      throw new BrokenFrameException("frame " + number + " is of the unknown kind " + kind);
    }
    head = headBytes == 0 ? NOTHING : new byte[headBytes];
    body = bodyBytes == 0 ? NOTHING : new byte[bodyBytes];
  }

  /** Returns the frame, or null if it is not for the handler. */
  private Frame complete() throws BrokenFrameException {
    if (ByteBuffer.wrap(expectedChecksum).getInt() != (int) checksum.getValue()) {
      throw new BrokenFrameException("frame " + number + " fails its checksum");
    }
    Frame frame =
        header[FrameLayout.KIND] == FrameLayout.KEEP_ALIVE
            ? null
            : new Frame(header[FrameLayout.TYPE], head, body, 0, body.length);
    number++;
    checksum.reset();
    head = NOTHING;
    body = NOTHING;
    begin(Part.HEADER, header);
    return frame;
  }
}
