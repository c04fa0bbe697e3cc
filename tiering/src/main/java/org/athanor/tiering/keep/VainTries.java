// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.keep;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Which files are worth a try. A file that was tried in vain is tried again after one period, then
 * after two, four and so on. After many files in a row, few others are tried in the same period,
 * one at a time and ever farther apart, until one of them comes where it should: a NameNode without
 * the plug-in would copy all of them in vain, but some files that can never be whole must not keep
 * the others from being repaired. For one thread.
 */
final class VainTries {
  /** After so many files in a row, others are tried one at a time. */
  static final int MOST_IN_ROW = 20;

  private static final int LONGEST_PERIODS = 32;
  private static final int MOST_REMEMBERED = 100_000;

  /** By the number of the file, the one that has failed longest ago first. */
  private final Map<Long, Failed> failed = new LinkedHashMap<>();

  private long period;
  private int inRow;

  /** Files to leave out before the next one is tried, while others are tried one at a time. */
  private long gap;

  private long leftOut;

  /**
   * A file that was tried in vain.
   *
   * @param periods that it is left alone then, from 1
   * @param next the first period in which it is tried again
   */
  private record Failed(int periods, long next) {}

  /** A period begins, in which each file is looked at once. */
  void beginPeriod() {
    period++;
    inRow = 0;
    gap = 0;
    leftOut = 0;
  }

  /** Forgets all files: what was in vain by other rules may not be by these. */
  void forget() {
    failed.clear();
  }

  /** Whether files are tried one at a time. */
  boolean isCautious() {
    return inRow >= MOST_IN_ROW;
  }

  /** Why a file is not tried now, in words; empty if it is worth a try. */
  Optional<String> obstacle(long id) {
    Failed before = failed.get(id);
    if (before != null && period < before.next()) {
      return Optional.of("was tried in vain, and is tried again in a later period");
    }
    if (isCautious() && leftOut < gap) {
      leftOut++;
      return Optional.of("was not tried, because others did not come where the rules want them");
    }
    return Optional.empty();
  }

  /** A file is about to be tried. */
  void trying() {
    if (isCautious()) {
      gap = Math.max(1, 2 * gap);
      leftOut = 0;
    }
  }

  /**
   * A file did not come where it should, perhaps because HDFS was still copying: it is tried again
   * later, and says nothing about others.
   */
  void perhapsFailed(long id) {
    putOff(id);
  }

  /** A file did not come where it should; returns whether others are tried one at a time now. */
  boolean failed(long id) {
    putOff(id);
    inRow++;
    return inRow == MOST_IN_ROW;
  }

  private void putOff(long id) {
    Failed before = failed.remove(id);
    int periods = before == null ? 1 : Math.min(2 * before.periods(), LONGEST_PERIODS);
    failed.put(id, new Failed(periods, period + periods));
    if (failed.size() > MOST_REMEMBERED) {
      Iterator<Long> oldest = failed.keySet().iterator();
      oldest.next();
      oldest.remove();
    }
  }

  /** A file came where it should. */
  void succeeded(long id) {
    failed.remove(id);
    inRow = 0;
    gap = 0;
    leftOut = 0;
  }
}
