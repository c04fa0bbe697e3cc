// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.merge;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.util.PriorityQueue;
import org.athanor.engine.testing.RawRecord;

/**
 * Merges segments in memory as Hadoop does: puts them into a heap, the smallest first, and updates
 * the heap as {@code Merger.MergeQueue} does. The reference for the order of equal keys.
 */
final class HadoopMerge {
  private HadoopMerge() {}

  /** A segment and its read position. */
  private static final class Segment {
    private final List<RawRecord> records;
    private int next;

    Segment(List<RawRecord> records) {
      this.records = records;
    }

    RawRecord current() {
      return records.get(next);
    }

    boolean advance() {
      return ++next < records.size();
    }

    long bytes() {
      long sum = 0;
      for (RawRecord record : records) {
        int key = record.key().length;
        int value = record.value().length;
        sum += WritableUtils.getVIntSize(key) + WritableUtils.getVIntSize(value) + key + value;
      }
      return sum;
    }
  }

  /** The heap of {@code Merger.MergeQueue}. */
  private static final class Queue extends PriorityQueue<Segment> {
    Queue(int segments) {
      initialize(segments);
    }

    @Override
    protected boolean lessThan(Object a, Object b) {
      return ((Segment) a).current().compareKey(((Segment) b).current()) < 0;
    }
  }

  /**
   * Merges segments.
   *
   * @param segments one per map, in the order of the maps; each has the sorted records of one
   *     partition
   */
  static List<RawRecord> merge(List<List<RawRecord>> segments) {
    List<Segment> sorted = new ArrayList<>();
    for (List<RawRecord> records : segments) {
      if (!records.isEmpty()) {
        sorted.add(new Segment(records));
      }
    }
    sorted.sort(Comparator.comparingLong(Segment::bytes));
    Queue queue = new Queue(Math.max(1, sorted.size()));
    sorted.forEach(queue::put);
    List<RawRecord> merged = new ArrayList<>();
    while (queue.size() > 0) {
      Segment least = queue.top();
      merged.add(least.current());
      if (least.advance()) {
        queue.adjustTop();
      } else {
        queue.pop();
      }
    }
    return merged;
  }
}
