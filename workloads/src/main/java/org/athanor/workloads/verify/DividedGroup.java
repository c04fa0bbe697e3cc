// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.athanor.workloads.verify.DuplicateReference.Sample;

/**
 * A group of samples that may have been divided: its pieces follow each other in the order of the
 * input, and MarDRe's rule was applied to each by itself. Finds the fewest cuts with which the rule
 * keeps exactly what was kept.
 *
 * <p>It takes the possible beginnings of pieces in the order of the number of cuts before them.
 * From each it applies the rule to one sample after the other, and notes where the piece may end,
 * until its result cannot become right any more. The samples that are near each other are found
 * before, by comparing all pairs. One thread.
 */
public final class DividedGroup {
  private final DuplicateReference rule;
  private final List<Sample> samples;
  private final BitSet kept;

  /** Of each sample, the earlier ones that are near. */
  private final List<int[]> near = new ArrayList<>();

  /** The samples that were not kept and that a later one may replace. */
  private final BitSet replaceable = new BitSet();

  /** The same samples, by the last one that may replace them. */
  private final Map<Integer, List<Integer>> byLastReplacement = new HashMap<>();

  /**
   * A group.
   *
   * @param samples with the same prefix, in the order of the input
   * @param kept indices of those that were kept
   */
  public DividedGroup(DuplicateReference rule, List<Sample> samples, BitSet kept) {
    this.rule = rule;
    this.samples = List.copyOf(samples);
    this.kept = (BitSet) kept.clone();
    int[] lastReplacements = new int[samples.size()];
    for (int i = 0; i < samples.size(); i++) {
      near.add(nearBefore(i));
      for (int other : near.get(i)) {
        if (rule.isBetter(samples.get(i), samples.get(other))) {
          lastReplacements[other] = i;
        }
      }
    }
    for (int i = 0; i < samples.size(); i++) {
      if (!kept.get(i) && lastReplacements[i] > 0) {
        replaceable.set(i);
        byLastReplacement.computeIfAbsent(lastReplacements[i], last -> new ArrayList<>()).add(i);
      }
    }
  }

  private int[] nearBefore(int index) {
    int[] found = new int[4];
    int count = 0;
    for (int other = 0; other < index; other++) {
      if (rule.isNear(samples.get(index), samples.get(other))) {
        found = count == found.length ? Arrays.copyOf(found, 2 * count) : found;
        found[count++] = other;
      }
    }
    return Arrays.copyOf(found, count);
  }

  /**
   * Returns the fewest cuts.
   *
   * @param most from 0
   * @return empty if it needs more
   */
  public OptionalInt fewestCuts(int most) {
    BitSet tried = new BitSet();
    BitSet starts = new BitSet();
    starts.set(0);
    for (int cuts = 0; cuts <= most && !starts.isEmpty(); cuts++) {
      BitSet ends = new BitSet();
      for (int start = starts.length() - 1; start >= 0; start = starts.previousSetBit(start - 1)) {
        new Piece(start).findEnds(ends);
        if (ends.get(samples.size())) {
          return OptionalInt.of(cuts);
        }
      }
      tried.or(starts);
      ends.andNot(tried);
      starts = ends;
    }
    return OptionalInt.empty();
  }

  /** What the rule keeps of the samples from one on. */
  private final class Piece {
    private final int start;

    /** Those in the result, with their place there. */
    private final Map<Integer, Integer> places = new HashMap<>();

    /** Those in the result that were not kept: they must be replaced before the piece ends. */
    private final BitSet surplus = new BitSet();

    private int nextPlace;

    Piece(int start) {
      this.start = start;
    }

    /** Adds the indices of the samples before which the piece may end. */
    void findEnds(BitSet ends) {
      for (int i = start; i < samples.size() && add(i) && !mustHaveBeenReplacedBy(i); i++) {
        if (surplus.isEmpty()) {
          ends.set(i + 1);
        }
      }
    }

    /** Applies the rule to the next sample; returns whether the result may still become right. */
    private boolean add(int index) {
      OptionalInt match = match(index);
      if (match.isEmpty()) {
        return put(index, nextPlace++);
      }
      int old = match.getAsInt();
      if (old == start || !rule.isBetter(samples.get(index), samples.get(old))) {
        return !kept.get(index);
      }
      surplus.clear(old);
      return put(index, places.remove(old)) && !kept.get(old);
    }

    /** Returns the one in the result that the rule takes for the same; empty if there is none. */
    private OptionalInt match(int index) {
      OptionalInt match = OptionalInt.empty();
      for (int other : near.get(index)) {
        if (other == start) {
          return OptionalInt.of(start); // the first is compared first
        }
        Integer place = places.get(other);
        if (place != null
            && (match.isEmpty() || place < places.get(match.getAsInt()))
            && isCompared(index, other)) {
          match = OptionalInt.of(other);
        }
      }
      return match;
    }

    private boolean isCompared(int index, int other) {
      Sample first = samples.get(start);
      return rule.isCompared(
          rule.distance(samples.get(index), first), rule.distance(samples.get(other), first));
    }

    private boolean put(int index, int place) {
      places.put(index, place);
      if (kept.get(index)) {
        return true;
      }
      surplus.set(index);
      return index != start && replaceable.get(index);
    }

    private boolean mustHaveBeenReplacedBy(int index) {
      return byLastReplacement.getOrDefault(index, List.of()).stream().anyMatch(surplus::get);
    }
  }
}
