// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.cloudrs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads that have a seed of 24 bases in common, one below the other. Columns are judged from the
 * seed to the left and to the right, up to the first in which two bases have two strong votes each:
 * from there on, the reads are of different places.
 *
 * <ul>
 *   <li>A base is wrong if another wins in its column, fewer than two of its own votes are strong,
 *       and its sum of qualities is at most a quarter of the winner's.
 *   <li>A base of a quality below 20 is confirmed if it wins, has three strong votes at least, and
 *       no other base has more than one.
 * </ul>
 *
 * Holds no more reads than the largest stack. Not thread-safe.
 */
final class ReadStack {
  private final int largest;
  private final List<StackRow> rows = new ArrayList<>();
  private final Column column = new Column();
  private boolean tooLarge;

  /** Receives what is found. */
  interface News {
    /** A base of a row is {@code base}, or should be, in the direction of the stack. */
    void tell(ReadMessage.Kind kind, StackRow row, int column, int base) throws IOException;
  }

  ReadStack(int largest) {
    this.largest = largest;
  }

  /** Adds a row, which is copied. */
  void add(StackRow row) {
    if (tooLarge || rows.size() == largest) {
      tooLarge = true;
      return;
    }
    rows.add(row.copy());
  }

  /** Judges all bases. */
  void judge(News news) throws IOException {
    if (tooLarge || rows.size() < Limits.LEAST_VOTES) {
      return;
    }
    int from = rows.stream().mapToInt(StackRow::from).min().orElseThrow();
    int to = rows.stream().mapToInt(StackRow::to).max().orElseThrow();
    for (int at = 0; at < to && judge(at, news); at++) {}
    for (int at = -1; at >= from && judge(at, news); at--) {}
  }

  /** Judges the bases of a column; returns false if the reads branch there. */
  private boolean judge(int at, News news) throws IOException {
    column.clear();
    for (StackRow row : rows) {
      if (has(row, at)) {
        column.add(row.base(at), row.quality(at));
      }
    }
    if (column.branches()) {
      return false;
    }
    int winner = column.winner();
    if (winner < 0) {
      return true;
    }
    boolean confirms = column.confirms(winner);
    for (StackRow row : rows) {
      if (!has(row, at)) {
        continue;
      }
      int base = row.base(at);
      if (base != winner) {
        if (column.strong(base) < 2 && column.weak(base, winner)) {
          news.tell(ReadMessage.Kind.FIX, row, at, winner);
        }
      } else if (confirms && row.quality(at) < Limits.STRONG) {
        news.tell(ReadMessage.Kind.CONFIRM, row, at, winner);
      }
    }
    return true;
  }

  private static boolean has(StackRow row, int at) {
    return at >= row.from() && at < row.to();
  }
}
