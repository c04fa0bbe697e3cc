// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.merge;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.athanor.engine.order.KeyOrder;
import org.athanor.engine.run.RecordLayout;
import org.athanor.engine.run.RunCursor;

/**
 * Streaming k-way merge of cursors (Flame-MR, thesis §3.3.2): a binary heap over the cursors'
 * current records. It compares two prefixes first, then calls the job's comparator.
 *
 * <p>The heap does the same steps as Hadoop's and is filled in the given order, because these steps
 * determine which of two equal keys comes first: a reducer reads a key's values in the same order
 * as on Hadoop. (A tournament tree needs fewer comparisons, but orders equal keys differently.) One
 * thread.
 */
public final class RunMerger {
  private final KeyOrder order;
  private final boolean deep;
  private final RunCursor[] heap;

  /**
   * The cursors' prefixes, converted for signed comparison, so that few comparisons access a
   * cursor.
   */
  private final long[] ranks;

  private int size;
  private boolean started;

  /**
   * @param cursors cursors before their first record
   */
  public RunMerger(List<RunCursor> cursors, KeyOrder order) throws IOException {
    this.order = order;
    this.deep = order.isDeep();
    this.heap = new RunCursor[cursors.size() + 1];
    this.ranks = new long[heap.length];
    for (RunCursor cursor : cursors) {
      if (cursor.next()) {
        siftUp(cursor);
      }
    }
  }

  /**
   * Begins a merge where another one of the same runs was.
   *
   * @param cursors cursors of the same runs in the same order, before their first record
   * @param start the first record is the one that was current at this position
   */
  RunMerger(List<RunCursor> cursors, KeyOrder order, Position start) throws IOException {
    this.order = order;
    this.deep = order.isDeep();
    this.heap = new RunCursor[cursors.size() + 1];
    this.ranks = new long[heap.length];
    this.size = start.cursors.length;
    for (int i = 1; i <= size; i++) {
      RunCursor cursor = cursors.get(start.cursors[i - 1]);
      cursor.moveTo(start.places[i - 1]);
      put(i, cursor);
    }
  }

  /** Moves {@link #current} to the next record. */
  public boolean next() throws IOException {
    if (!started) {
      started = true;
      return size > 0;
    }
    if (size == 0) {
      return false;
    }
    RunCursor moved = heap[1];
    if (!moved.next()) {
      moved = heap[size];
      heap[size--] = null;
      if (size == 0) {
        return false;
      }
    }
    siftDown(moved);
    return true;
  }

  /** Returns the cursor that is at the current record. */
  public RunCursor current() {
    return heap[1];
  }

  /** A position in the merge; see {@link #mark}. */
  static final class Mark {
    private final RunCursor[] heap;
    private final RunCursor.Place[] places;
    private final boolean started;

    private Mark(RunCursor[] heap, RunCursor.Place[] places, boolean started) {
      this.heap = heap;
      this.places = places;
      this.started = started;
    }
  }

  /**
   * Returns the current position. Costs one small object per cursor; nothing is copied, because
   * runs do not change.
   */
  Mark mark() {
    RunCursor.Place[] places = new RunCursor.Place[size + 1];
    for (int i = 1; i <= size; i++) {
      places[i] = heap[i].place();
    }
    return new Mark(Arrays.copyOf(heap, size + 1), places, started);
  }

  /** A position in a merge at which another one can begin, on another thread. Immutable. */
  static final class Position {
    private final int[] cursors; // the heap, as indexes of cursors
    private final RunCursor.Place[] places;

    private Position(int[] cursors, RunCursor.Place[] places) {
      this.cursors = cursors;
      this.places = places;
    }
  }

  /**
   * Returns the position of the current record.
   *
   * @param cursors those that this merge was made with
   */
  Position position(List<RunCursor> cursors) {
    Map<RunCursor, Integer> indexes = new HashMap<>();
    for (int i = 0; i < cursors.size(); i++) {
      indexes.put(cursors.get(i), i);
    }
    int[] inHeap = new int[size];
    RunCursor.Place[] places = new RunCursor.Place[size];
    for (int i = 0; i < size; i++) {
      inHeap[i] = indexes.get(heap[i + 1]);
      places[i] = heap[i + 1].place();
    }
    return new Position(inHeap, places);
  }

  void rewind(Mark mark) throws IOException {
    size = mark.heap.length - 1;
    started = mark.started;
    for (int i = 1; i <= size; i++) {
      mark.heap[i].moveTo(mark.places[i]);
      put(i, mark.heap[i]);
    }
  }

  private static long rank(RunCursor cursor) {
    return cursor.prefix ^ Long.MIN_VALUE;
  }

  private void put(int i, RunCursor cursor) {
    heap[i] = cursor;
    ranks[i] = rank(cursor);
  }

  private void move(int from, int to) {
    heap[to] = heap[from];
    ranks[to] = ranks[from];
  }

  /** Whether a is less than b, for two cursors with the same prefix. */
  private boolean lessAfterPrefix(RunCursor a, RunCursor b) {
    if (order.decides(a.prefix)) {
      return false;
    }
    if (deep) {
      long x = a.secondPrefix(order);
      long y = b.secondPrefix(order);
      if (x != y || order.decides(x)) {
        return Long.compareUnsigned(x, y) < 0;
      }
    }
    a.beforeKey();
    b.beforeKey();
    return compareKeys(a, b) < 0;
  }

  private int compareKeys(RunCursor a, RunCursor b) {
    return order.compare(
        a.data,
        a.record + RecordLayout.HEADER,
        RecordLayout.keyLength(a.data, a.record),
        b.data,
        b.record + RecordLayout.HEADER,
        RecordLayout.keyLength(b.data, b.record));
  }

  private void siftUp(RunCursor node) {
    long rank = rank(node);
    int i = ++size;
    for (int parent = i >>> 1; parent > 0; parent = i >>> 1) {
      long other = ranks[parent];
      if (rank > other || (rank == other && !lessAfterPrefix(node, heap[parent]))) {
        break;
      }
      move(parent, i);
      i = parent;
    }
    put(i, node);
  }

  private void siftDown(RunCursor node) {
    long rank = rank(node);
    int i = 1;
    for (int child = smallerChild(i); child <= size; child = smallerChild(i)) {
      long other = ranks[child];
      if (other > rank || (other == rank && !lessAfterPrefix(heap[child], node))) {
        break;
      }
      move(child, i);
      i = child;
    }
    put(i, node);
  }

  /**
   * Returns the smaller child of i. The result cannot be predicted, so there is a branch only if
   * the prefixes are equal.
   */
  private int smallerChild(int i) {
    int left = i << 1;
    int right = left + 1;
    if (right > size) {
      return left;
    }
    long a = ranks[left];
    long b = ranks[right];
    if (a == b) {
      return lessAfterPrefix(heap[right], heap[left]) ? right : left;
    }
    return b < a ? right : left;
  }
}
