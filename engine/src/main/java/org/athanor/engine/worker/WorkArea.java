// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.worker;

import java.util.ArrayList;
import java.util.List;
import org.athanor.engine.buffer.BufferPool;
import org.athanor.engine.merge.IdleThreads;
import org.athanor.engine.sort.RecordArena;
import org.athanor.engine.sort.SortBuffer;

/**
 * The memory of one engine thread, from its share of the pool, used by one attempt after the other:
 * the sort buffer of maps and combiners, the read buffers of merges. One thread, which is also the
 * one that allocates, when it first needs something: made by another, it holds next to nothing.
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
   * @param bytes the thread's share: a part holds records and blocks, the rest their index
   * @param bufferBytes size of a buffer, the same as of the pool that sorted output is kept in
   * @param idle may help the operations that use the area
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

  /** Threads that may help the operation that uses the area. */
  public IdleThreads idle() {
    return idle;
  }

  /** Where the records of a map, or of a combiner, are sorted. */
  public SortBuffer sortBuffer() {
    return sortBuffer;
  }

  /** Where single records are put together that go straight to a run: a combiner's output. */
  public RecordArena scratch() {
    return scratch;
  }

  /** The buffer of a {@link org.athanor.engine.run.RunWriter}. */
  public byte[] spare() {
    if (spare == null) {
      spare = new byte[bufferBytes];
    }
    return spare;
  }

  private static long recordBytes(long bytes) {
    return bytes * 6 / 10;
  }

  /** How many runs with blocks on disk an area of that size can merge at once. */
  public static int mergeWidth(long bytes, int bufferBytes) {
    return (int) Math.max(LEAST_BUFFERS, recordBytes(bytes) / bufferBytes);
  }

  /** Lends read buffers until it is closed. */
  public ReadBuffers readBuffers() {
    return new ReadBuffers();
  }

  /** Buffers of the area that are lent until this is closed. One thread. */
  public final class ReadBuffers implements AutoCloseable {
    private final List<byte[]> lent = new ArrayList<>();

    private ReadBuffers() {}

    /** A buffer; an error if as many runs are merged as the area has buffers. */
    public byte[] take() {
      byte[] buffer = buffers.tryTake();
      if (buffer == null) {
        throw new IllegalStateException("more than " + buffers.capacity() + " runs merged at once");
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
