// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.sort;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.athanor.engine.buffer.BufferPool;
import org.athanor.engine.run.RecordLayout;

/**
 * Memory into which a map serializes its records, one after the other, in buffers of a pool. A
 * record lies in one array. {@link #endRecord} returns its location; {@link #block} and {@link
 * #offset} translate the location to array and offset.
 *
 * <p>Writing does not fail when no buffer is free. In that case, and if the record is larger than a
 * buffer, the record is written to an array of its own and waits there until the caller has made
 * room ({@link #placeWaiting}). One thread.
 */
public final class RecordArena extends OutputStream {
  /**
   * Returned by {@link #endRecord} if there is no room: clear the arena, then call {@link
   * #placeWaiting}.
   */
  public static final int WAITING = -1;

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private static final int LARGEST_ARRAY = Integer.MAX_VALUE - 8;

  private final BufferPool pool;
  private final int bufferBytes;
  private final int shift;
  private byte[][] blocks = new byte[16][];
  private int count;

  /** The array that the current record is written to: the last block, or {@code outside}. */
  private byte[] current = new byte[0];

  private int position;
  private int recordStart;
  private byte[] outside = new byte[0];
  private boolean isOutside;

  public RecordArena(BufferPool pool) {
    this.pool = pool;
    this.bufferBytes = pool.bufferBytes();
    this.shift = Integer.numberOfTrailingZeros(bufferBytes);
  }

  public byte[] block(int location) {
    return blocks[location >>> shift];
  }

  public int offset(int location) {
    return location & (bufferBytes - 1);
  }

  /**
   * Begins a record; the caller then writes key and value through the stream's methods. If an
   * earlier record was not ended or still waits because of a failure, it is dropped.
   */
  public void beginRecord() throws IOException {
    if (isOutside) {
      leaveOutside();
    }
    recordStart = position;
    ensure(RecordLayout.HEADER);
    position += RecordLayout.HEADER;
  }

  /** Bytes written since {@link #beginRecord}. */
  public int written() {
    return position - recordStart - RecordLayout.HEADER;
  }

  /** Returns the array that holds the current record; see {@link #keyOffset}. */
  public byte[] currentArray() {
    return current;
  }

  /** Returns the offset of the current record's key in {@link #currentArray}. */
  public int keyOffset() {
    return recordStart + RecordLayout.HEADER;
  }

  /**
   * Ends the record.
   *
   * @return its location, or {@link #WAITING}
   */
  public int endRecord(int keyLength, int valueLength) {
    RecordLayout.setLengths(current, recordStart, keyLength, valueLength);
    return isOutside ? place(false) : (count - 1) << shift | recordStart;
  }

  /**
   * Drops the bytes written since {@link #beginRecord}, because an equal record is in the arena or
   * serialization failed.
   */
  public void dropRecord() {
    if (isOutside) {
      leaveOutside();
    } else {
      position = recordStart;
    }
  }

  /** Places the waiting record after {@link #clear}; always succeeds. */
  public int placeWaiting() {
    return place(true);
  }

  private int place(boolean mustSucceed) {
    int length = position;
    int location;
    if (length <= bufferBytes) {
      byte[] buffer = pool.tryTake();
      if (buffer == null) {
        if (mustSucceed) {
          throw new IllegalStateException("no buffer in an empty arena");
        }
        return WAITING;
      }
      System.arraycopy(outside, 0, buffer, 0, length);
      location = addBlock(buffer);
      leaveOutside();
      position = length;
    } else {
      if (!pool.takeLarge(outside.length, mustSucceed)) {
        return WAITING;
      }
      location = addBlock(outside);
      outside = new byte[0];
      leaveOutside();
      // The next record begins a new block.
      current = new byte[0];
      position = 0;
    }
    return location;
  }

  private void leaveOutside() {
    isOutside = false;
    if (outside.length > bufferBytes) {
      outside = new byte[0];
    }
    current = count == 0 ? new byte[0] : blocks[count - 1];
    position = current.length;
  }

  private int addBlock(byte[] block) {
    if (count == blocks.length) {
      blocks = Arrays.copyOf(blocks, count * 2);
    }
    blocks[count] = block;
    return count++ << shift;
  }

  /** Returns the number of arrays that hold records. */
  int blockCount() {
    return count;
  }

  /**
   * Hands the arrays and the records in them over to the caller and takes the same number of
   * buffers from another pool of the same buffer size. From now on that pool is charged for the
   * arrays that were handed over.
   *
   * @return the arrays in the order of the locations; null if the pool has too few buffers, and
   *     then nothing has changed
   */
  byte[][] handOver(BufferPool to) {
    List<byte[]> replacements = new ArrayList<>(count);
    byte[][] given = Arrays.copyOf(blocks, count);
    boolean complete = false;
    try {
      complete = replace(replacements, to);
    } finally {
      if (!complete) {
        replacements.forEach(to::giveArray);
      }
    }
    if (!complete) {
      return null;
    }
    for (int i = 0; i < count; i++) {
      blocks[i] = replacements.get(i);
    }
    clear();
    return given;
  }

  /** Takes an array of the pool for each block; returns false if it has not enough. */
  private boolean replace(List<byte[]> replacements, BufferPool to) {
    for (int i = 0; i < count; i++) {
      byte[] block = blocks[i];
      byte[] replacement = block; // an array that is not a pool buffer needs no replacement
      if (block.length == bufferBytes) {
        replacement = to.tryTake();
      } else if (!to.takeLarge(block.length, false)) {
        replacement = null;
      }
      if (replacement == null) {
        return false;
      }
      replacements.add(replacement);
    }
    return true;
  }

  /** Gives all buffers back to the pool. A waiting record is kept. */
  public void clear() {
    for (int i = 0; i < count; i++) {
      byte[] block = blocks[i];
      blocks[i] = null;
      pool.giveArray(block);
    }
    count = 0;
    if (!isOutside) {
      current = new byte[0];
      position = 0;
      recordStart = 0;
    }
  }

  @Override
  public void write(int b) throws IOException {
    if (position == current.length) {
      ensure(1);
    }
    current[position++] = (byte) b;
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    if (length > current.length - position) {
      ensure(length);
    }
    System.arraycopy(bytes, offset, current, position, length);
    position += length;
  }

  /** Writes four bytes, big-endian. */
  public void writeInt(int value) throws IOException {
    if (Integer.BYTES > current.length - position) {
      ensure(Integer.BYTES);
    }
    INT.set(current, position, value);
    position += Integer.BYTES;
  }

  /**
   * Makes {@code length} bytes available after {@code position}; moves the current record if
   * necessary.
   */
  private void ensure(int length) throws IOException {
    if (length > current.length - position) {
      moveForMore(length);
    }
  }

  /**
   * Moves the current record to an array that has {@code length} free bytes after {@code position}.
   */
  private void moveForMore(int length) throws IOException {
    int have = position - recordStart;
    long need = (long) have + length;
    if (!isOutside && need <= bufferBytes) {
      byte[] buffer = pool.tryTake();
      if (buffer != null) {
        System.arraycopy(current, recordStart, buffer, 0, have);
        addBlock(buffer);
        current = buffer;
        position = have;
        recordStart = 0;
        return;
      }
    }
    byte[] array = outside.length >= need && !isOutside ? outside : enlarged(need);
    System.arraycopy(current, recordStart, array, 0, have);
    outside = array;
    current = array;
    isOutside = true;
    position = have;
    recordStart = 0;
  }

  private byte[] enlarged(long need) throws IOException {
    if (need > LARGEST_ARRAY) {
      throw new IOException(
          "a record has more than "
              + LARGEST_ARRAY
              + " bytes; key and value together must be smaller");
    }
    long length = Math.max(need, Math.min(2L * outside.length, LARGEST_ARRAY));
    try {
      return new byte[(int) Math.max(length, bufferBytes)];
    } catch (OutOfMemoryError e) {
      throw new IOException(
          "a record of at least "
              + need
              + " bytes does not fit into the heap of "
              + Runtime.getRuntime().maxMemory()
              + " bytes; raise it (-Xmx; ATHANOR_HEAP of the athanor command)",
          e);
    }
  }
}
