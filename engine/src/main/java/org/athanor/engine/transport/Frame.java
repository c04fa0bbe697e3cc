// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.transport;

/**
 * One message between two processes: a type, a head with the message's fields, and a body of bytes
 * that are sent as they are, such as records. The arrays are not copied. Immutable if they are.
 */
public final class Frame {
  public static final int MAX_HEAD_BYTES = 16 << 20;

  public static final int MAX_BODY_BYTES = Integer.MAX_VALUE - MAX_HEAD_BYTES - 64;

  private static final byte[] NOTHING = {};

  private final byte type;
  private final byte[] head;
  private final byte[] body;
  private final int offset;
  private final int length;

  /**
   * @param type says what the frame means to those who exchange it
   * @param head the message's fields, at most {@link #MAX_HEAD_BYTES}
   * @param body an array that holds the body
   * @param offset where the body begins in the array
   * @param length its length in bytes, at most {@link #MAX_BODY_BYTES}
   */
  public Frame(byte type, byte[] head, byte[] body, int offset, int length) {
    if (head.length > MAX_HEAD_BYTES) {
      throw new IllegalArgumentException(
          "a frame's head of " + head.length + " bytes: at most " + MAX_HEAD_BYTES);
    }
    if (offset < 0 || length < 0 || length > MAX_BODY_BYTES || length > body.length - offset) {
      throw new IllegalArgumentException(
          "a frame's body at " + offset + " of " + length + " bytes in " + body.length);
    }
    this.type = type;
    this.head = head;
    this.body = body;
    this.offset = offset;
    this.length = length;
  }

  /** A frame without a body. */
  public Frame(byte type, byte[] head) {
    this(type, head, NOTHING, 0, 0);
  }

  public byte type() {
    return type;
  }

  public byte[] head() {
    return head;
  }

  /** Returns the array that holds the body. */
  public byte[] body() {
    return body;
  }

  /** Returns where the body begins in {@link #body}. */
  public int offset() {
    return offset;
  }

  /** Returns the body's length in bytes. */
  public int length() {
    return length;
  }

  /** Returns how many bytes head and body have. */
  public long bytes() {
    return (long) head.length + length;
  }
}
