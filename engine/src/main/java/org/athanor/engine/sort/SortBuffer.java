// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.sort;

import java.util.Arrays;
import org.apache.hadoop.util.IndexedSorter;
import org.athanor.engine.buffer.BufferPool;
import org.athanor.engine.order.KeyOrder;
import org.athanor.engine.run.IndexedRun;
import org.athanor.engine.run.RecordLayout;
import org.athanor.engine.run.Run;

/**
 * Collects and sorts a map's records. The bytes are in a {@link RecordArena}; an index has
 * partition, key prefix and location of each record.
 *
 * <p>{@link #sort} orders records by partition and key. Records with equal keys are in the same
 * order as after Hadoop's sort, so that a reducer reads the values in the same order as on Hadoop;
 * see {@link HadoopTies}. One thread; the arrays are reused by later tasks.
 */
public final class SortBuffer {
  /** Bytes of index and sort memory per record, in addition to its bytes in the arena. */
  public static final int INDEX_BYTES = 56;

  private static final int FIRST_CAPACITY = 1 << 12;

  /**
   * Greatest prefix depth, which limits the recursion. Keys that are still equal there are compared
   * as a whole.
   */
  private static final int MAX_DEPTH = 8;

  private final RecordArena arena;
  private final int maxRecords;
  private final RadixSort radix = new RadixSort();
  private final Duplicates duplicates;
  private long[] prefixes = new long[0];
  private int[] locations = new int[0];
  private int[] partitions = new int[0];
  private int[] sorted = new int[0];

  /**
   * Second prefixes by position in the sort order, after {@link #sort}. Only the {@link #tied}
   * records have one: their first prefixes are equal and do not decide.
   */
  private long[] secondPrefixes = new long[0];

  private int tied;
  private int partitionStart;
  private int[] starts = new int[1];
  private int size;
  private int partitionCount;
  private long[] partitionBytes = new long[0]; // see Run.hadoopBytes
  private long hadoopBytes;
  private boolean counting;
  private int[] repeats; // by record, from sort to clear; null unless counting

  /** Whether {@code sorted} lists each emission, not each record. */
  private boolean listsEmissions;

  /**
   * @param maxRecords maximum number of records; each needs {@link #INDEX_BYTES}
   */
  public SortBuffer(RecordArena arena, int maxRecords) {
    this.arena = arena;
    this.maxRecords = maxRecords;
    this.duplicates = new Duplicates(arena, maxRecords);
  }

  /**
   * Removes all records and prepares for the next ones.
   *
   * @param partitions number of partitions
   * @param countDuplicates whether records with the same bytes are stored once and counted
   */
  public void begin(int partitions, boolean countDuplicates) {
    partitionCount = partitions;
    partitionBytes = new long[partitions];
    counting = countDuplicates;
    clear();
  }

  public RecordArena arena() {
    return arena;
  }

  public int size() {
    return size;
  }

  /**
   * Whether the index has no room for another record; the caller then sorts and calls {@link
   * #clear}.
   */
  public boolean isFull() {
    return counting ? size == maxDistinct() || duplicates.isFull() : size == maxRecords;
  }

  private int maxDistinct() {
    return (int) ((long) maxRecords * INDEX_BYTES / (INDEX_BYTES + Duplicates.INDEX_BYTES));
  }

  /**
   * Counts a record if an equal one is already in the buffer.
   *
   * @param array holds the key at offset {@code key} and the value after it
   * @return false if there is no equal record; the caller then calls {@link #add}
   */
  public boolean countIfKnown(
      int partition, byte[] array, int key, int keyLength, int valueLength) {
    if (!counting
        || !duplicates.isActive()
        || !duplicates.count(partition, array, key, keyLength, valueLength)) {
      return false;
    }
    hadoopBytes += (long) keyLength + valueLength + HadoopTies.METADATA_BYTES;
    return true;
  }

  /** Adds a record that is in the arena. */
  public void add(int partition, long prefix, int location, int keyLength, int valueLength) {
    if (size == prefixes.length) {
      grow();
    }
    prefixes[size] = prefix;
    locations[size] = location;
    partitions[size] = partition;
    if (counting) {
      if (duplicates.isActive()) {
        duplicates.added(size, location);
      } else {
        duplicates.addedUnseen(size);
      }
    }
    size++;
    partitionBytes[partition] += RecordLayout.hadoopBytes(keyLength, valueLength);
    hadoopBytes += (long) keyLength + valueLength + HadoopTies.METADATA_BYTES;
  }

  private void grow() {
    int capacity = Math.min(Math.max(FIRST_CAPACITY, size * 2), maxRecords);
    prefixes = Arrays.copyOf(prefixes, capacity);
    locations = Arrays.copyOf(locations, capacity);
    partitions = Arrays.copyOf(partitions, capacity);
  }

  /** Removes the records and gives the arena's buffers back to the pool. */
  public void clear() {
    size = 0;
    hadoopBytes = 0;
    Arrays.fill(partitionBytes, 0);
    arena.clear();
    if (counting) {
      duplicates.begin();
    }
  }

  /**
   * Sorts the records.
   *
   * @param hadoopSort the job's sort, which determines the order of equal keys
   * @param hadoopSortBytes how many bytes (records and their metadata) Hadoop sorts at once. If
   *     there are more, Hadoop's order of equal keys is not determined, and this method keeps their
   *     order of arrival
   */
  public void sort(KeyOrder order, IndexedSorter hadoopSort, long hadoopSortBytes) {
    if (sorted.length < size) {
      sorted = new int[prefixes.length];
    }
    listsEmissions = !counting;
    repeats = counting ? duplicates.repeats(size) : null;
    tied = 0;
    byPartition();
    boolean observableTies = false;
    for (int p = 0; p < partitionCount; p++) {
      observableTies |= sortPartition(starts[p], starts[p + 1], order);
    }
    if (observableTies
        && hadoopBytes <= hadoopSortBytes
        && (!counting || duplicates.knowsSequence())) {
      sorted = new HadoopTies(this, order).sort(hadoopSort);
      if (counting) {
        listsEmissions = true;
        findStarts();
      }
    }
  }

  /**
   * Turns the sorted records into a run without copying them. To be called after {@link #sort}, and
   * only if duplicates are not counted. The run takes over the arena's buffers; the arena gets the
   * same number of buffers from {@code pool}.
   *
   * @param mapIndex see {@link Run#mapIndex}
   * @param order the order of the last {@link #sort}
   * @param pool the pool that is charged for the run
   * @return null if the pool has too little memory or the run is too small to justify its index;
   *     then nothing has changed
   */
  public Run toRun(int mapIndex, KeyOrder order, BufferPool pool) {
    if (arena.blockCount() < 2) {
      return null;
    }
    boolean mostlyTied = tied > size / 2;
    int indexBytes = IndexedRun.indexBytes(size, mostlyTied);
    if (!pool.takeLarge(indexBytes, false)) {
      return null;
    }
    Run run = null;
    try {
      run = indexed(mapIndex, order, pool, mostlyTied);
      return run;
    } finally {
      if (run == null) {
        pool.giveLarge(indexBytes);
      }
    }
  }

  private Run indexed(int mapIndex, KeyOrder order, BufferPool pool, boolean mostlyTied) {
    long[] sortedPrefixes = new long[size];
    int[] sortedLocations = new int[size];
    for (int i = 0; i < size; i++) {
      int record = sorted[i];
      sortedPrefixes[i] = prefixes[record];
      sortedLocations[i] = locations[record];
    }
    long[] sortedSecondPrefixes = mostlyTied ? allSecondPrefixes(sortedPrefixes, order) : null;
    int[] partitionStarts = Arrays.copyOf(starts, partitionCount + 1);
    long[] bytes = partitionBytes.clone();
    // Last, because the arena's blocks are the run's from then on.
    byte[][] blocks = arena.handOver(pool);
    return blocks == null
        ? null
        : new IndexedRun(
            mapIndex,
            pool,
            blocks,
            partitionStarts,
            bytes,
            sortedPrefixes,
            sortedSecondPrefixes,
            sortedLocations);
  }

  /** Returns the second prefix of each record that a merge may need it for. */
  private long[] allSecondPrefixes(long[] sortedPrefixes, KeyOrder order) {
    long[] all = Arrays.copyOf(secondPrefixes, size);
    for (int p = 0; p < partitionCount; p++) {
      for (int i = starts[p]; i < starts[p + 1]; i++) {
        long prefix = sortedPrefixes[i];
        boolean known =
            order.decides(prefix)
                || (i > starts[p] && sortedPrefixes[i - 1] == prefix)
                || (i + 1 < starts[p + 1] && sortedPrefixes[i + 1] == prefix);
        if (!known) {
          all[i] = prefix(sorted[i], order, 1);
        }
      }
    }
    return all;
  }

  private void byPartition() {
    if (starts.length < partitionCount + 1) {
      starts = new int[partitionCount + 1];
    }
    Arrays.fill(starts, 0, partitionCount + 1, 0);
    for (int i = 0; i < size; i++) {
      starts[partitions[i] + 1]++;
    }
    for (int p = 0; p < partitionCount; p++) {
      starts[p + 1] += starts[p];
    }
    // The loop above moved each start to the end of its partition; shifting by one restores them.
    for (int i = 0; i < size; i++) {
      sorted[starts[partitions[i]]++] = i;
    }
    System.arraycopy(starts, 0, starts, 1, partitionCount);
    starts[0] = 0;
  }

  /**
   * Returns whether the order of equal keys is visible, that is, whether some of these records have
   * different bytes.
   */
  private boolean sortPartition(int from, int to, KeyOrder order) {
    partitionStart = from;
    int n = to - from;
    if (n < 2) {
      return false;
    }
    radix.begin(n);
    for (int i = 0; i < n; i++) {
      int record = sorted[from + i];
      radix.keys[i] = prefixes[record];
      radix.items[i] = record;
    }
    radix.sort(0, n);
    boolean observable = sortTies(0, n, order, 0);
    System.arraycopy(radix.items, 0, sorted, from, n);
    return observable;
  }

  /**
   * Continues to sort where records, which are sorted by the prefixes of this depth, have equal
   * prefixes.
   */
  private boolean sortTies(int from, int to, KeyOrder order, int depth) {
    boolean observable = false;
    int i = from;
    while (i < to) {
      long prefix = radix.keys[i];
      int end = i + 1;
      while (end < to && radix.keys[end] == prefix) {
        end++;
      }
      if (end - i > 1) {
        if (!order.decides(prefix)) {
          observable |= sortTied(i, end, order, depth + 1);
        } else {
          observable = observable || anyEqualKeysDiffer(i, end, order);
        }
      }
      i = end;
    }
    return observable;
  }

  /** Sorts records whose prefixes below this depth are equal. */
  private boolean sortTied(int from, int to, KeyOrder order, int depth) {
    if (!order.isDeep() || depth > MAX_DEPTH) {
      mergeSort(radix.items, radix.scratch(), from, to, order);
      return anyEqualKeysDiffer(from, to, order);
    }
    for (int i = from; i < to; i++) {
      radix.keys[i] = prefix(radix.items[i], order, depth);
    }
    radix.sort(from, to);
    if (depth == 1) {
      saveSecondPrefixes(from, to);
    }
    return sortTies(from, to, order, depth);
  }

  /**
   * Saves the second prefixes. Later steps only move records among those with the same second
   * prefix.
   */
  private void saveSecondPrefixes(int from, int to) {
    if (secondPrefixes.length < size) {
      secondPrefixes = new long[prefixes.length];
    }
    System.arraycopy(radix.keys, from, secondPrefixes, partitionStart + from, to - from);
    tied += to - from;
  }

  private long prefix(int record, KeyOrder order, int depth) {
    byte[] block = block(record);
    int offset = offset(record);
    return order.prefix(
        block, offset + RecordLayout.HEADER, RecordLayout.keyLength(block, offset), depth);
  }

  private boolean anyEqualKeysDiffer(int from, int to, KeyOrder order) {
    for (int i = from + 1; i < to; i++) {
      int a = radix.items[i - 1];
      int b = radix.items[i];
      if (!sameBytes(a, b) && compareKeys(a, b, order) == 0) {
        return true;
      }
    }
    return false;
  }

  private boolean sameBytes(int a, int b) {
    byte[] x = block(a);
    byte[] y = block(b);
    int i = offset(a);
    int j = offset(b);
    int keyLength = RecordLayout.keyLength(x, i);
    int valueLength = RecordLayout.valueLength(x, i);
    if (keyLength != RecordLayout.keyLength(y, j)
        || valueLength != RecordLayout.valueLength(y, j)) {
      return false;
    }
    int length = RecordLayout.HEADER + keyLength + valueLength;
    return Arrays.equals(x, i, i + length, y, j, j + length);
  }

  private void mergeSort(int[] items, int[] scratch, int from, int to, KeyOrder order) {
    if (to - from <= 8) {
      for (int i = from + 1; i < to; i++) {
        int item = items[i];
        int j = i;
        for (; j > from && compareKeys(items[j - 1], item, order) > 0; j--) {
          items[j] = items[j - 1];
        }
        items[j] = item;
      }
      return;
    }
    int middle = (from + to) >>> 1;
    mergeSort(items, scratch, from, middle, order);
    mergeSort(items, scratch, middle, to, order);
    if (compareKeys(items[middle - 1], items[middle], order) <= 0) {
      return;
    }
    System.arraycopy(items, from, scratch, from, middle - from);
    int left = from;
    int right = middle;
    int out = from;
    while (left < middle && right < to) {
      items[out++] =
          compareKeys(scratch[left], items[right], order) <= 0 ? scratch[left++] : items[right++];
    }
    System.arraycopy(scratch, left, items, out, middle - left);
  }

  int compareKeys(int a, int b, KeyOrder order) {
    byte[] x = block(a);
    byte[] y = block(b);
    int i = offset(a);
    int j = offset(b);
    return order.compare(
        x,
        i + RecordLayout.HEADER,
        RecordLayout.keyLength(x, i),
        y,
        j + RecordLayout.HEADER,
        RecordLayout.keyLength(y, j));
  }

  boolean sameKey(int a, int b, KeyOrder order) {
    return prefixes[a] == prefixes[b]
        && (order.decides(prefixes[a]) || compareKeys(a, b, order) == 0);
  }

  byte[] block(int record) {
    return arena.block(locations[record]);
  }

  int offset(int record) {
    return arena.offset(locations[record]);
  }

  private void findStarts() {
    Arrays.fill(starts, 0, partitionCount + 1, 0);
    for (int i = 0; i < emissions(); i++) {
      starts[partitions[emission(i)] + 1]++;
    }
    for (int p = 0; p < partitionCount; p++) {
      starts[p + 1] += starts[p];
    }
  }

  /**
   * Returns the number of emitted records, repeated ones included. Where it is called, it fits into
   * an int.
   */
  int emissions() {
    return counting ? (int) duplicates.emitted() : size;
  }

  /** Returns the record of the i-th emission. */
  int emission(int i) {
    return counting ? duplicates.emission(i) : i;
  }

  /** Returns, after {@link #sort}, how often the i-th record in sort order was emitted. */
  public int repeats(int i) {
    return listsEmissions ? 1 : repeats[sorted[i]];
  }

  int[] sorted() {
    return sorted;
  }

  int partitionOf(int record) {
    return partitions[record];
  }

  /**
   * Returns, after {@link #sort}, the index of a partition's first record. The partition ends where
   * the next one begins.
   */
  public int start(int partition) {
    return starts[partition];
  }

  /** Returns, after {@link #sort}, the array that holds the i-th record in sort order. */
  public byte[] sortedBlock(int i) {
    return arena.block(locations[sorted[i]]);
  }

  /** Returns, after {@link #sort}, the offset of the i-th record in sort order in its array. */
  public int sortedOffset(int i) {
    return arena.offset(locations[sorted[i]]);
  }
}
