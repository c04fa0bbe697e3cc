// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.run;

import org.athanor.engine.buffer.BufferPool;
import org.athanor.engine.order.KeyOrder;

/**
 * A run whose records stay in memory in the order in which they were emitted, with an index in sort
 * order. Sorting copies no record. Blocks and index are charged to the pool.
 */
public final class IndexedRun implements Run {
  private static final int BYTES_PER_RECORD = Long.BYTES + Integer.BYTES;

  private final int mapIndex;
  private final BufferPool pool;
  private final byte[][] blocks;
  private final int shift;
  private final int[] starts;
  private final long[] hadoopBytes;
  private final long[] prefixes;
  private final long[] secondPrefixes; // null if cursors compute them
  private final int[] locations;
  private boolean released; // owner's thread only

  /**
   * @param mapIndex see {@link Run#mapIndex}
   * @param pool the pool that is charged for blocks and index ({@link #indexBytes})
   * @param blocks the arrays that hold the records; each has the pool's buffer size or holds one
   *     record
   * @param starts index of each partition's first record, then the number of records
   * @param hadoopBytes see {@link Run#hadoopBytes}
   * @param prefixes first prefixes of the keys, in sort order
   * @param secondPrefixes second prefixes of the keys whose first prefix does not decide, in sort
   *     order; null if a merge would need few of them
   * @param locations locations of the records in sort order: block index in the high bits, offset
   *     in the block in the low bits, as many as the buffer size needs
   */
  public IndexedRun(
      int mapIndex,
      BufferPool pool,
      byte[][] blocks,
      int[] starts,
      long[] hadoopBytes,
      long[] prefixes,
      long[] secondPrefixes,
      int[] locations) {
    this.mapIndex = mapIndex;
    this.pool = pool;
    this.blocks = blocks;
    this.shift = Integer.numberOfTrailingZeros(pool.bufferBytes());
    this.starts = starts;
    this.hadoopBytes = hadoopBytes;
    this.prefixes = prefixes;
    this.secondPrefixes = secondPrefixes;
    this.locations = locations;
  }

  /**
   * Returns how many bytes are charged for the index of so many records, with or without second
   * prefixes.
   */
  public static int indexBytes(int records, boolean secondPrefixes) {
    return Math.multiplyExact(records, BYTES_PER_RECORD + (secondPrefixes ? Long.BYTES : 0));
  }

  @Override
  public int mapIndex() {
    return mapIndex;
  }

  @Override
  public int partitions() {
    return starts.length - 1;
  }

  @Override
  public long records(int partition) {
    return (long) starts[partition + 1] - starts[partition];
  }

  @Override
  public long hadoopBytes(int partition) {
    return hadoopBytes[partition];
  }

  @Override
  public long spilledBytes() {
    return 0;
  }

  @Override
  public boolean hasBlocksOnDisk() {
    return false;
  }

  @Override
  public RunCursor cursor(int partition, KeyOrder unused, byte[] buffer) {
    return new Cursor(starts[partition], starts[partition + 1]);
  }

  @Override
  public void release() {
    if (released) {
      return;
    }
    released = true;
    for (byte[] block : blocks) {
      pool.giveArray(block);
    }
    pool.giveLarge(indexBytes(locations.length, secondPrefixes != null));
  }

  private final class Cursor extends RunCursor {
    /**
     * Number of records whose index entries are read together. If a merge compares a key, the first
     * bytes of these records are read together too. The runs of a merge are read alternately;
     * reading ahead lets the memory accesses overlap.
     */
    private static final int CHUNK_RECORDS = 16;

    /** Bytes of a record that a merge reads first: header, key length and two prefixes. */
    private static final int COMPARED_BYTES = RecordLayout.HEADER + 2 + 2 * Long.BYTES - 1;

    private final long[] chunkPrefixes;
    private final long[] chunkSecondPrefixes;
    private final int[] chunkLocations;
    private final int end;
    private int chunkStart;
    private int chunkEnd;
    private boolean chunkTouched;
    private int next;

    /** Keeps the loads of {@link #touch} from being optimised away. */
    @SuppressWarnings("UnusedVariable")
    private int touched;

    Cursor(int from, int end) {
      int chunk = Math.min(CHUNK_RECORDS, end - from);
      this.chunkPrefixes = new long[chunk];
      this.chunkSecondPrefixes = secondPrefixes == null ? null : new long[chunk];
      this.chunkLocations = new int[chunk];
      this.end = end;
      this.chunkEnd = from;
      this.next = from;
    }

    @Override
    public boolean next() {
      if (next == chunkEnd) {
        if (next == end) {
          return false;
        }
        readChunk();
      }
      int i = next - chunkStart;
      data = block(chunkLocations[i]);
      record = offset(chunkLocations[i]);
      if (chunkSecondPrefixes == null) {
        setPrefix(chunkPrefixes[i]);
      } else {
        setPrefixes(chunkPrefixes[i], chunkSecondPrefixes[i]);
      }
      next++;
      return true;
    }

    private void readChunk() {
      int length = Math.min(chunkPrefixes.length, end - next);
      System.arraycopy(prefixes, next, chunkPrefixes, 0, length);
      if (chunkSecondPrefixes != null) {
        System.arraycopy(secondPrefixes, next, chunkSecondPrefixes, 0, length);
      }
      System.arraycopy(locations, next, chunkLocations, 0, length);
      chunkStart = next;
      chunkEnd = next + length;
      chunkTouched = false;
    }

    @Override
    public void beforeKey() {
      if (!chunkTouched) {
        touch();
      }
    }

    private void touch() {
      int sum = 0;
      for (int i = next - 1 - chunkStart; i < chunkEnd - chunkStart; i++) {
        byte[] block = block(chunkLocations[i]);
        int begin = offset(chunkLocations[i]);
        sum += block[begin] + block[Math.min(begin + COMPARED_BYTES, block.length - 1)];
      }
      touched = sum;
      chunkTouched = true;
    }

    private byte[] block(int location) {
      return blocks[location >>> shift];
    }

    private int offset(int location) {
      return location & ((1 << shift) - 1);
    }

    @Override
    public Place place() {
      return new Place(0, next - 1, end - next);
    }

    @Override
    public void moveTo(Place place) {
      next = place.position();
      chunkEnd = next;
      next();
    }
  }
}
