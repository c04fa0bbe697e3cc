// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.transport;

/**
 * One message between two processes.
 *
 * @param type says what the frame means to those who exchange it
 * @param head the message's fields, at most {@link #MAX_HEAD_BYTES}
 * @param body an array that holds bytes that are sent as they are, such as records
 * @param offset where those bytes begin in the body
 * @param length how many they are, at most {@link #MAX_BODY_BYTES}
 */
public record Frame(byte type, byte[] head, byte[] body, int offset, int length) {
  public static final int MAX_HEAD_BYTES = 16 << 20;

  public static final int MAX_BODY_BYTES = Integer.MAX_VALUE - MAX_HEAD_BYTES - 64;

  private static final byte[] NOTHING = {};

  public Frame {
    if (head.length > MAX_HEAD_BYTES) {
      throw new IllegalArgumentException(
          "a frame's head of " + head.length + " bytes: at most " + MAX_HEAD_BYTES);
    }
    if (offset < 0 || length < 0 || length > MAX_BODY_BYTES || length > body.length - offset) {
      throw new IllegalArgumentException(
          "a frame's body at " + offset + " of " + length + " bytes in " + body.length);
    }
  }

  /** A frame without a body. */
  public Frame(byte type, byte[] head) {
    this(type, head, NOTHING, 0, 0);
  }

  /** Returns how many bytes head and body have. */
  public long bytes() {
    return (long) head.length + length;
  }
}
