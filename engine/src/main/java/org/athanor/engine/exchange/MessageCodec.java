// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.exchange;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.athanor.engine.run.ChunkBlock;
import org.athanor.engine.transport.Frame;

/**
 * Turns messages into frames and back. The fields of a message are the frame's head, in the order
 * of the record and big-endian: numbers as they are; a job as its length in 2 bytes and UTF-8; a
 * set as the number of its 64-bit words in 4 bytes and the words. A hello begins with the version
 * of this protocol in 4 bytes. Only a block has a body, its records; its head ends with the parts,
 * each 24 bytes.
 */
final class MessageCodec {
  static final byte HELLO = 1;
  static final byte SUBSCRIBE = 2;
  static final byte NARROW = 3;
  static final byte UNSUBSCRIBE = 4;
  static final byte CREDIT = 5;
  static final byte BLOCK = 6;
  static final byte COMPLETE = 7;

  private static final int VERSION = 2;
  private static final int MAX_JOB_BYTES = 1000;
  private static final int BLOCK_FIELDS = 5 * Integer.BYTES + 1;
  private static final int PART_BYTES = 2 * Integer.BYTES + 2 * Long.BYTES;

  /** About what the objects need in which a message waits. */
  private static final int OBJECT_BYTES = 128;

  /** Room for the head of an ordinary block. */
  private static final int ORDINARY_HEAD = 1 << 10;

  private MessageCodec() {}

  /** Returns how many bytes of credit a message needs. */
  static long cost(Frame frame) {
    return OBJECT_BYTES + frame.bytes();
  }

  /** Returns what the block of an output probably costs. */
  static long costOfBlock(int blockBytes) {
    return (long) OBJECT_BYTES + ORDINARY_HEAD + blockBytes;
  }

  static Frame frame(Message.Hello hello) {
    ByteBuffer head = ByteBuffer.allocate(3 * Integer.BYTES);
    return frame(HELLO, head.putInt(VERSION).putInt(hello.from()).putInt(hello.to()));
  }

  static Frame frame(Message.Subscribe subscribe) {
    byte[] job = subscribe.job().getBytes(StandardCharsets.UTF_8);
    if (job.length > MAX_JOB_BYTES) {
      throw new IllegalArgumentException(
          "the job's name has " + job.length + " bytes: at most " + MAX_JOB_BYTES);
    }
    long[] partitions = subscribe.partitions().toLongArray();
    long[] maps = subscribe.maps().toLongArray();
    ByteBuffer head =
        ByteBuffer.allocate(
            3 * Integer.BYTES
                + Short.BYTES
                + job.length
                + Long.BYTES * (partitions.length + maps.length)
                + 1);
    head.putInt(subscribe.subscription()).putShort((short) job.length).put(job);
    put(head, partitions);
    put(head, maps);
    put(head, subscribe.takesCompressed());
    return frame(SUBSCRIBE, head);
  }

  static Frame frame(Message.Narrow narrow) {
    long[] partitions = narrow.partitions().toLongArray();
    ByteBuffer head = ByteBuffer.allocate(2 * Integer.BYTES + Long.BYTES * partitions.length);
    head.putInt(narrow.subscription());
    put(head, partitions);
    return frame(NARROW, head);
  }

  static Frame frame(Message.Unsubscribe unsubscribe) {
    return frame(
        UNSUBSCRIBE, ByteBuffer.allocate(Integer.BYTES).putInt(unsubscribe.subscription()));
  }

  static Frame frame(Message.Credit credit) {
    ByteBuffer head = ByteBuffer.allocate(2 * Long.BYTES);
    return frame(CREDIT, head.putLong(credit.taken()).putLong(credit.window()));
  }

  static Frame frame(Message.Block message) {
    ChunkBlock block = message.block();
    ByteBuffer head = ByteBuffer.allocate(BLOCK_FIELDS + PART_BYTES * block.parts().size());
    head.putInt(message.subscription())
        .putInt(message.map())
        .putInt(message.attempt())
        .putInt(message.number());
    put(head, message.isLast());
    head.putInt(message.bytes());
    for (ChunkBlock.Part part : block.parts()) {
      head.putInt(part.partition())
          .putInt(part.offset())
          .putLong(part.records())
          .putLong(part.hadoopBytes());
    }
    return new Frame(BLOCK, head.array(), block.data(), 0, block.length());
  }

  static Frame frame(Message.Complete complete) {
    ByteBuffer head = ByteBuffer.allocate(5 * Integer.BYTES);
    head.putInt(complete.subscription())
        .putInt(complete.map())
        .putInt(complete.attempt())
        .putInt(complete.runs())
        .putInt(complete.blocks());
    return frame(COMPLETE, head);
  }

  @SuppressWarnings("ByteBufferBackingArray") // All of them are allocated here.
  private static Frame frame(byte type, ByteBuffer head) {
    return new Frame(type, head.array());
  }

  private static void put(ByteBuffer head, boolean value) {
    head.put((byte) (value ? 1 : 0));
  }

  private static void put(ByteBuffer head, long[] words) {
    head.putInt(words.length);
    for (long word : words) {
      head.putLong(word);
    }
  }

  /** Returns the message of a frame of another process, which may be anything. */
  static Message message(Frame frame) throws WrongMessageException {
    ByteBuffer head = ByteBuffer.wrap(frame.head());
    Message message;
    try {
      message = message(frame, head);
    } catch (BufferUnderflowException e) {
      throw new WrongMessageException("a message of type " + frame.type() + " is too short");
    }
    if (head.hasRemaining() || (frame.length() > 0 && frame.type() != BLOCK)) {
      throw new WrongMessageException("a message of type " + frame.type() + " is too long");
    }
    return message;
  }

  private static Message message(Frame frame, ByteBuffer head) throws WrongMessageException {
    return switch (frame.type()) {
      case HELLO -> {
        int version = head.getInt();
        if (version != VERSION) {
          throw new WrongMessageException(
              "the peer speaks version " + version + " of the exchange, this one " + VERSION);
        }
        yield new Message.Hello(number(head), number(head));
      }
      case SUBSCRIBE -> {
        int subscription = number(head);
        String job = job(head);
        BitSet partitions = set(head);
        if (partitions.isEmpty()) {
          throw new WrongMessageException("a subscription to no partition");
        }
        yield new Message.Subscribe(subscription, job, partitions, set(head), isTrue(head));
      }
      case NARROW -> new Message.Narrow(number(head), set(head));
      case UNSUBSCRIBE -> new Message.Unsubscribe(number(head));
      case CREDIT -> new Message.Credit(head.getLong(), head.getLong());
      case BLOCK ->
          new Message.Block(
              number(head),
              number(head),
              number(head),
              number(head),
              isTrue(head),
              bytesOfRecords(frame, head),
              block(frame, head));
      case COMPLETE ->
          new Message.Complete(
              number(head), number(head), number(head), number(head), number(head));
      default -> throw new WrongMessageException("a message of the unknown type " + frame.type());
    };
  }

  private static int number(ByteBuffer head) throws WrongMessageException {
    int number = head.getInt();
    if (number < 0) {
      throw new WrongMessageException("a message with the negative number " + number);
    }
    return number;
  }

  private static boolean isTrue(ByteBuffer head) throws WrongMessageException {
    byte value = head.get();
    if (value != 0 && value != 1) {
      throw new WrongMessageException("a message with the truth value " + value);
    }
    return value == 1;
  }

  private static String job(ByteBuffer head) throws WrongMessageException {
    int length = head.getShort();
    if (length < 0 || length > Math.min(MAX_JOB_BYTES, head.remaining())) {
      throw new WrongMessageException("the name of a job with " + length + " bytes");
    }
    byte[] job = new byte[length];
    head.get(job);
    return new String(job, StandardCharsets.UTF_8);
  }

  private static BitSet set(ByteBuffer head) throws WrongMessageException {
    int words = number(head);
    if (words > head.remaining() / Long.BYTES) {
      throw new WrongMessageException("a set of " + words + " words in " + head.remaining());
    }
    ByteBuffer set = head.slice(head.position(), words * Long.BYTES);
    head.position(head.position() + words * Long.BYTES);
    return BitSet.valueOf(set.asLongBuffer());
  }

  private static int bytesOfRecords(Frame frame, ByteBuffer head) throws WrongMessageException {
    int bytes = number(head);
    if (bytes < frame.length()) {
      throw new WrongMessageException(
          "a block of " + frame.length() + " bytes for records of " + bytes);
    }
    return bytes;
  }

  private static ChunkBlock block(Frame frame, ByteBuffer head) throws WrongMessageException {
    List<ChunkBlock.Part> parts = new ArrayList<>(head.remaining() / PART_BYTES);
    while (head.hasRemaining()) {
      parts.add(new ChunkBlock.Part(number(head), number(head), head.getLong(), head.getLong()));
    }
    byte[] data = frame.body();
    if (frame.offset() > 0) {
      data = Arrays.copyOfRange(data, frame.offset(), frame.offset() + frame.length());
    }
    return new ChunkBlock(data, frame.length(), parts);
  }
}
