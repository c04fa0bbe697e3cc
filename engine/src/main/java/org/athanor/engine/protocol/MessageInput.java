// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.protocol;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskID;
import org.apache.hadoop.mapreduce.TaskType;

/**
 * Reads the fields that a {@link MessageOutput} has written. It allocates no more than the bytes
 * that are there account for, whatever a length says. Each method throws {@link
 * MalformedMessageException} if the bytes are not what is expected.
 */
final class MessageInput {
  private static final int MAX_PORT = 65535;

  private final ByteBuffer bytes;

  MessageInput(byte[] bytes) {
    this.bytes = ByteBuffer.wrap(bytes);
  }

  private void need(int count) throws IOException {
    if (bytes.remaining() < count) {
      throw new MalformedMessageException(
          "ends " + (count - bytes.remaining()) + " bytes before the end of a field");
    }
  }

  /** Checks that nothing is left. */
  void end() throws IOException {
    if (bytes.hasRemaining()) {
      throw new MalformedMessageException(bytes.remaining() + " bytes too many");
    }
  }

  byte readByte() throws IOException {
    need(1);
    return bytes.get();
  }

  boolean readBoolean() throws IOException {
    byte value = readByte();
    if (value != 0 && value != 1) {
      throw new MalformedMessageException(value + " is neither true nor false");
    }
    return value == 1;
  }

  int readInt() throws IOException {
    need(Integer.BYTES);
    return bytes.getInt();
  }

  /** Reads a number that is not negative. */
  int readNatural() throws IOException {
    int value = readInt();
    if (value < 0) {
      throw new MalformedMessageException("the negative number " + value);
    }
    return value;
  }

  long readLong() throws IOException {
    need(Long.BYTES);
    return bytes.getLong();
  }

  /** Reads a number that is not negative. */
  long readNaturalLong() throws IOException {
    long value = readLong();
    if (value < 0) {
      throw new MalformedMessageException("the negative number " + value);
    }
    return value;
  }

  float readFloat() throws IOException {
    need(Float.BYTES);
    return bytes.getFloat();
  }

  byte[] readBytes() throws IOException {
    int length = readNatural();
    need(length);
    byte[] value = new byte[length];
    bytes.get(value);
    return value;
  }

  String readText() throws IOException {
    int length = readNatural();
    need(length);
    String value =
        new String(
            bytes.array(), bytes.arrayOffset() + bytes.position(), length, StandardCharsets.UTF_8);
    bytes.position(bytes.position() + length);
    return value;
  }

  /**
   * Reads the number of elements that follow.
   *
   * @param leastBytes the bytes that each element has at least
   */
  int readCount(int leastBytes) throws IOException {
    int count = readNatural();
    if (count > bytes.remaining() / leastBytes) {
      throw new MalformedMessageException(count + " elements in " + bytes.remaining() + " bytes");
    }
    return count;
  }

  /** Reads the name of a constant of an enumeration. */
  <E extends Enum<E>> E readEnum(Class<E> type) throws IOException {
    String name = readText();
    try {
      return Enum.valueOf(type, name);
    } catch (IllegalArgumentException e) {
      throw new MalformedMessageException("no " + type.getSimpleName() + " has this name");
    }
  }

  /** Reads numbers that are not negative. */
  List<Integer> readNaturals() throws IOException {
    int count = readCount(Integer.BYTES);
    List<Integer> values = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      values.add(readNatural());
    }
    return List.copyOf(values);
  }

  JobID readJob() throws IOException {
    return new JobID(readText(), readNatural());
  }

  TaskAttemptID readAttempt() throws IOException {
    JobID job = readJob();
    TaskType type = readBoolean() ? TaskType.REDUCE : TaskType.MAP;
    int task = readNatural();
    return new TaskAttemptID(new TaskID(job, type, task), readNatural());
  }

  InetSocketAddress readAddress() throws IOException {
    String host = readText();
    byte[] address = readBytes();
    if (address.length != 4 && address.length != 16) {
      throw new MalformedMessageException("an address of " + address.length + " bytes");
    }
    int port = readNatural();
    if (port > MAX_PORT) {
      throw new MalformedMessageException("port " + port);
    }
    return new InetSocketAddress(InetAddress.getByAddress(host, address), port);
  }
}
