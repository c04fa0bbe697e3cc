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
 * A map's records until they are sorted: the bytes in a {@link RecordArena}, and for each record
 * its partition, key prefix and location.
 *
 * <p>{@link #sort} orders them by partition and key. Records with equal keys follow in the order in
 * which Hadoop's sort of the same records would leave them, so that a reducer sees its values as it
 * does there; see {@link HadoopTies}. One thread; arrays are kept between tasks.
 */
public final class SortBuffer {
  /** Bytes of index per record, sorting included: what a record costs beside its arena bytes. */
  public static final int INDEX_BYTES = 56;

  private static final int FIRST_CAPACITY = 1 << 12;

  /** Keys that share more prefixes are compared whole: each depth is a level of recursion. */
  private static final int DEEPEST = 8;

  private final RecordArena arena;
  private final int maxRecords;
  private final RadixSort radix = new RadixSort();
  private final Duplicates duplicates;
  private long[] prefixes = new long[0];
  private int[] locations = new int[0];
  private int[] partitions = new int[0];
  private int[] sorted = new int[0];

  /**
   * Second prefixes by place in the sort order, after {@link #sort}; of {@link #tied} records,
   * those whose first ones are equal and do not decide.
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
   * @param maxRecords how many records fit, at {@link #INDEX_BYTES} each
   */
  public SortBuffer(RecordArena arena, int maxRecords) {
    this.arena = arena;
    this.maxRecords = maxRecords;
    this.duplicates = new Duplicates(arena, maxRecords);
  }

  /**
   * Forgets what it holds and begins anew.
   *
   * @param partitions how many there are
   * @param countDuplicates whether records that are the same byte for byte are kept once and
   *     counted
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

  /** Whether the index has no room for another record: sort and {@link #clear}. */
  public boolean isFull() {
    return counting ? size == maxDistinct() || duplicates.isFull() : size == maxRecords;
  }

  private int maxDistinct() {
    return (int) ((long) maxRecords * INDEX_BYTES / (INDEX_BYTES + Duplicates.INDEX_BYTES));
  }

  /**
   * Counts a record that is in the buffer already.
   *
   * @param array holds key and value, one behind the other from {@code key}
   * @return false if it is not; then {@link #add} it
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

  /** Forgets the records and gives the arena's buffers back. */
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
   * Sorts what was added.
   *
   * @param hadoopSort the sort whose order of equal keys is wanted
   * @param hadoopSortBytes how many bytes (records and their metadata) Hadoop sorts at once:
   *     beyond, its order of equal keys is not determined and ours is the order of arrival
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
   * After {@link #sort}, unless it counted duplicates: makes the records a run without copying
   * them. The arena gives its buffers away, against as many of {@code pool}.
   *
   * @param runOrder see {@link Run#order}
   * @param order what they were sorted by
   * @param pool what the run is charged to
   * @return null if the pool has not enough memory, or the run were too small to be worth its
   *     index; then nothing has changed
   */
  public Run keep(int runOrder, KeyOrder order, BufferPool pool) {
    if (arena.blockCount() < 2) {
      return null;
    }
    boolean mostlyTied = tied > size / 2;
    int indexBytes = IndexedRun.indexBytes(size, mostlyTied);
    if (!pool.takeLarge(indexBytes, false)) {
      return null;
    }
    long[] sortedPrefixes = new long[size];
    int[] sortedLocations = new int[size];
    for (int i = 0; i < size; i++) {
      int record = sorted[i];
      sortedPrefixes[i] = prefixes[record];
      sortedLocations[i] = locations[record];
    }
    long[] sortedSecondPrefixes = mostlyTied ? allSecondPrefixes(sortedPrefixes, order) : null;
    byte[][] blocks = arena.handOver(pool);
    if (blocks == null) {
      pool.giveLarge(indexBytes);
      return null;
    }
    return new IndexedRun(
        runOrder,
        pool,
        blocks,
        Arrays.copyOf(starts, partitionCount + 1),
        partitionBytes.clone(),
        sortedPrefixes,
        sortedSecondPrefixes,
        sortedLocations);
  }

  /** Of all records that may be asked for it. */
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
    // Filling moves each start to its partition's end; shifting by one restores them.
    for (int i = 0; i < size; i++) {
      sorted[starts[partitions[i]]++] = i;
    }
    System.arraycopy(starts, 0, starts, 1, partitionCount);
    starts[0] = 0;
  }

  /**
   * Returns whether the order of records with equal keys can be seen: some differ in their bytes.
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

  /** Sorts on where the prefixes of this depth, by which records are sorted, are equal. */
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
    if (!order.isDeep() || depth > DEEPEST) {
      mergeSort(radix.items, radix.scratch(), from, to, order);
      return anyEqualKeysDiffer(from, to, order);
    }
    for (int i = from; i < to; i++) {
      radix.keys[i] = prefix(radix.items[i], order, depth);
    }
    radix.sort(from, to);
    if (depth == 1) {
      noteSecondPrefixes(from, to);
    }
    return sortTies(from, to, order, depth);
  }

  /** Further sorting moves records only among those that have the same. */
  private void noteSecondPrefixes(int from, int to) {
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
   * Records as often as they were added or counted; at most as many as an int holds where it is
   * asked.
   */
  int emissions() {
    return counting ? (int) duplicates.emitted() : size;
  }

  /** The record of the i-th emission. */
  int emission(int i) {
    return counting ? duplicates.emission(i) : i;
  }

  /** After {@link #sort}: how often the i-th record in sort order is to be read. */
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
   * After {@link #sort}: index of the first record of a partition; that of the next partition ends
   * it.
   */
  public int start(int partition) {
    return starts[partition];
  }

  /** After {@link #sort}: the array that the i-th record in sort order is in. */
  public byte[] sortedBlock(int i) {
    return arena.block(locations[sorted[i]]);
  }

  /** After {@link #sort}: where in its array the i-th record begins. */
  public int sortedOffset(int i) {
    return arena.offset(locations[sorted[i]]);
  }
}
