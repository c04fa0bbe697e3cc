// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.netty;

/**
 * How a frame travels; integers are big-endian.
 *
 * <pre>
 *  0         8     9     10       14       18       22         22+h       22+h+b
 *  +---------+-----+-----+--------+--------+--------+----------+----------+--------+
 *  | number  | kind| type| head h | body b | CRC32C | head     | body     | CRC32C |
 *  +---------+-----+-----+--------+--------+--------+----------+----------+--------+
 * </pre>
 *
 * The number counts the frames of a direction, from 0. The first checksum is that of the bytes
 * before it, so lengths are not used before they are known to be right; the second one is that of
 * all bytes before it.
 */
final class FrameLayout {
  static final int NUMBER = 0;
  static final int KIND = 8;
  static final int TYPE = 9;
  static final int HEAD_LENGTH = 10;
  static final int BODY_LENGTH = 14;
  static final int HEADER_CHECKSUM = 18;
  static final int HEADER_BYTES = 22;
  static final int CHECKSUM_BYTES = 4;

  /** The kind of a frame for the handler. */
  static final byte MESSAGE = 0;

  /** The kind of a frame that only says that the sender is alive; without type, head and body. */
  static final byte KEEP_ALIVE = 1;

  private FrameLayout() {}
}
