// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.sequencefile;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.util.ReflectionUtils;
import org.athanor.engine.serialization.FieldReader;
import org.athanor.engine.serialization.SerializedField;

/**
 * Reads the records of a file that is not compressed. Keys and values are the file's bytes, if
 * those are what the classes of key and value would write; other bytes are read and written again
 * by these classes. Reads the file in the same pieces as Hadoop's reader, because counters show
 * them, and rejects what that rejects.
 */
final class PlainSequenceRecords implements SequenceRecords {
  private static final int ESCAPE = -1;
  private static final int ESCAPED_BYTES = Integer.BYTES + SequenceFileHeader.MARKER_BYTES;

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final SequenceFileHeader file;
  private final FSDataInputStream in;
  private final long length;
  private final byte[] marker;
  private final byte[] found = new byte[SequenceFileHeader.MARKER_BYTES]; // the last bytes read
  private final DataOutputBuffer record = new DataOutputBuffer();
  private final Field key;
  private final Field value;
  private int keyLength;
  private boolean syncSeen;

  /**
   * @param file a file whose header has been read
   * @param keyClass class of the file's keys, one that {@link FieldReader#known} accepts
   * @param valueClass class of the file's values, likewise
   */
  PlainSequenceRecords(SequenceFileHeader file, Class<?> keyClass, Class<?> valueClass) {
    this.file = file;
    this.in = file.stream();
    this.length = file.length();
    this.marker = file.marker();
    this.key = new Field(keyClass);
    this.value = new Field(valueClass);
  }

  @Override
  public long position() throws IOException {
    return in.getPos();
  }

  @Override
  public void sync(long position) throws IOException {
    if (position + ESCAPED_BYTES >= length) {
      in.seek(length);
      return;
    }
    in.seek(position + Integer.BYTES);
    if (findMarker()) {
      in.seek(in.getPos() - ESCAPED_BYTES);
    }
  }

  /** Reads up to the end of the next marker, or to the end of the file; returns which. */
  private boolean findMarker() throws IOException {
    long firstHalf = (long) LONG.get(marker, 0);
    long secondHalf = (long) LONG.get(marker, Long.BYTES);
    in.readFully(found);
    long first = (long) LONG.get(found, 0);
    long second = (long) LONG.get(found, Long.BYTES);
    for (long left = length - in.getPos(); left > 0; left--) {
      if (second == secondHalf && first == firstHalf) {
        return true;
      }
      first = first << Byte.SIZE | second >>> (Long.SIZE - Byte.SIZE);
      second = second << Byte.SIZE | in.readUnsignedByte();
    }
    return false;
  }

  @Override
  public boolean nextKey() throws IOException {
    int size = nextSize();
    if (size == -1) {
      return false;
    }
    keyLength = readInt();
    record.reset();
    record.write(in, size);
    if (keyLength < 0) {
      return false;
    }
    int read = key.take(record.getData(), 0, record.getLength());
    if (read != keyLength) {
      throw new IOException(key.bytes + " read " + read + " bytes, should read " + keyLength);
    }
    return true;
  }

  /** Returns the size of the next record in bytes; -1 at the end of the file. */
  private int nextSize() throws IOException {
    syncSeen = false;
    if (in.getPos() >= length) {
      return -1;
    }
    int size = readInt();
    if (size != ESCAPE) {
      return size;
    }
    in.readFully(found);
    if (!Arrays.equals(found, marker)) {
      throw new IOException("File is corrupt!");
    }
    syncSeen = true;
    return in.getPos() >= length ? -1 : readInt();
  }

  /** Reads an int in one piece; the JDK's method reads single bytes. */
  private int readInt() throws IOException {
    in.readFully(found, 0, Integer.BYTES);
    return (int) INT.get(found, 0);
  }

  @Override
  public boolean syncSeen() {
    return syncSeen;
  }

  @Override
  public void readValue() throws IOException {
    int available = record.getLength() - keyLength;
    int read = value.take(record.getData(), keyLength, record.getLength());
    // Hadoop reads one byte more, and accepts a 0.
    if (read < available && record.getData()[keyLength + read] != 0) {
      throw new IOException(
          value.bytes + " read " + (read + 1) + " bytes, should read " + available);
    }
  }

  @Override
  public SerializedField key() {
    return key.bytes;
  }

  @Override
  public SerializedField value() {
    return value.bytes;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  private static final class Field {
    final SerializedField bytes;
    private final Class<?> type;
    private final FieldReader<?> reader;

    // Reads and writes fields that its class would have written differently; null until needed.
    private Writable object;

    private final DataInputBuffer in = new DataInputBuffer();
    private final DataOutputBuffer written = new DataOutputBuffer();

    Field(Class<?> type) {
      this.type = type;
      this.reader = FieldReader.known(type);
      this.bytes = new SerializedField(reader);
    }

    /** Takes the field that begins at {@code offset}; returns its length in the file, in bytes. */
    int take(byte[] data, int offset, int limit) throws IOException {
      int length = reader.exactLength(data, offset, limit);
      if (length >= 0) {
        bytes.set(data, offset, length);
        return length;
      }
      if (object == null) {
        object = (Writable) ReflectionUtils.newInstance(type, null);
      }
      in.reset(data, offset, limit - offset);
      object.readFields(in);
      written.reset();
      object.write(written);
      bytes.set(written.getData(), 0, written.getLength());
      return in.getPosition() - offset;
    }
  }
}
