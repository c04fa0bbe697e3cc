// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.protocol;

import java.io.ByteArrayOutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskType;

/** The fields of a message as bytes. Numbers are big-endian; a text is UTF-8 after its length. */
final class MessageOutput {
  private static final int MAX_REASON_CHARS = 1 << 18;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(64);

  byte[] toByteArray() {
    return bytes.toByteArray();
  }

  void writeByte(int value) {
    bytes.write(value);
  }

  void writeBoolean(boolean value) {
    bytes.write(value ? 1 : 0);
  }

  void writeInt(int value) {
    bytes.write(value >>> 24);
    bytes.write(value >>> 16);
    bytes.write(value >>> 8);
    bytes.write(value);
  }

  void writeLong(long value) {
    writeInt((int) (value >>> 32));
    writeInt((int) value);
  }

  void writeFloat(float value) {
    writeInt(Float.floatToIntBits(value));
  }

  void writeBytes(byte[] value) {
    writeInt(value.length);
    bytes.write(value, 0, value.length);
  }

  void writeText(String value) {
    writeBytes(value.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Writes a text for people, which may come from a job's code, so only its begin if it is long.
   */
  void writeReason(String value) {
    writeText(
        value.length() <= MAX_REASON_CHARS ? value : value.substring(0, MAX_REASON_CHARS) + "...");
  }

  /** Appends all fields of another one. */
  void writeAll(MessageOutput fields) {
    bytes.writeBytes(fields.toByteArray());
  }

  /** Returns how many bytes there are. */
  int size() {
    return bytes.size();
  }

  void writeInts(List<Integer> values) {
    writeInt(values.size());
    values.forEach(this::writeInt);
  }

  void writeJob(JobID job) {
    writeText(job.getJtIdentifier());
    writeInt(job.getId());
  }

  void writeAttempt(TaskAttemptID attempt) {
    writeJob(attempt.getJobID());
    writeByte(attempt.getTaskType() == TaskType.MAP ? 0 : 1);
    writeInt(attempt.getTaskID().getId());
    writeInt(attempt.getId());
  }

  /** Writes a resolved address. */
  void writeAddress(InetSocketAddress address) {
    writeText(address.getHostString());
    writeBytes(address.getAddress().getAddress());
    writeInt(address.getPort());
  }
}
