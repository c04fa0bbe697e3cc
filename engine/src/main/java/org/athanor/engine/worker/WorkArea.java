// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.worker;

import java.util.ArrayList;
import java.util.List;
import org.athanor.engine.buffer.BufferPool;
import org.athanor.engine.merge.IdleThreads;
import org.athanor.engine.sort.RecordArena;
import org.athanor.engine.sort.SortBuffer;

/**
 * The memory of one engine thread, which is its part of the pool: the sort buffer of maps and
 * combiners, and the read buffers of merges. Operations use it one after the other. Memory is
 * allocated on first use, by the engine thread itself, so that it is near the thread's processor.
 * Used by one thread at a time.
 */
public final class WorkArea {
  private static final int LEAST_BUFFERS = 4;

  private final BufferPool buffers;
  private final SortBuffer sortBuffer;
  private final RecordArena scratch;
  private final int bufferBytes;
  private final IdleThreads idle;
  private byte[] spare; // null until a run is written

  /**
   * @param bytes the thread's part of the pool, for records, blocks and the records' index
   * @param bufferBytes the size of a buffer, equal to that of the pool for sorted output
   * @param idle threads that may help the operations that use this area
   */
  public WorkArea(long bytes, int bufferBytes, IdleThreads idle) {
    long forRecords = recordBytes(bytes);
    this.buffers = new BufferPool(mergeWidth(bytes, bufferBytes), bufferBytes);
    int maxRecords =
        (int) Math.max(1 << 12, Math.min((bytes - forRecords) / SortBuffer.INDEX_BYTES, 1 << 26));
    this.sortBuffer = new SortBuffer(new RecordArena(buffers), maxRecords);
    this.scratch = new RecordArena(new BufferPool(1, bufferBytes));
    this.bufferBytes = bufferBytes;
    this.idle = idle;
  }

  /** Returns the threads that may help the operation that uses this area. */
  public IdleThreads idle() {
    return idle;
  }

  /** Returns the buffer in which the records of a map or a combiner are sorted. */
  public SortBuffer sortBuffer() {
    return sortBuffer;
  }

  /** Returns the arena that holds one record of a combiner's output before it goes to a run. */
  public RecordArena scratch() {
    return scratch;
  }

  /** Returns the buffer for a {@link org.athanor.engine.run.RunWriter}. */
  public byte[] spare() {
    if (spare == null) {
      spare = new byte[bufferBytes];
    }
    return spare;
  }

  private static long recordBytes(long bytes) {
    return bytes * 6 / 10;
  }

  /** Returns how many runs with blocks on disk an area of the given size can merge at once. */
  public static int mergeWidth(long bytes, int bufferBytes) {
    return (int) Math.max(LEAST_BUFFERS, recordBytes(bytes) / bufferBytes);
  }

  /** Returns a lender of read buffers, which the caller must close. */
  public ReadBuffers readBuffers() {
    return new ReadBuffers();
  }

  /** Lends buffers of the area until it is closed. Used by one thread at a time. */
  public final class ReadBuffers implements AutoCloseable {
    private final List<byte[]> lent = new ArrayList<>();

    private ReadBuffers() {}

    /**
     * Lends a buffer.
     *
     * @throws IllegalStateException if all buffers of the area are lent
     */
    public byte[] take() {
      byte[] buffer = buffers.tryTake();
      if (buffer == null) {
        throw new IllegalStateException(
            "all " + buffers.capacity() + " read buffers of the thread are lent");
      }
      lent.add(buffer);
      return buffer;
    }

    @Override
    public void close() {
      lent.forEach(buffers::give);
      lent.clear();
    }
  }
}
