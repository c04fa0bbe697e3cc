// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The rule of MarDRe on strings, base by base. Stateless except for the rule. */
public final class DuplicateReference {
  private static final int FAR = 1_000_000;
  private static final int GROUP = 16;

  private final int prefix;
  private final int compared;
  private final int mismatches;

  /**
   * A single read, or a pair.
   *
   * @param mate the second read of a pair, otherwise null
   */
  public record Sample(String name, String bases, String qualities, Sample mate) {
    /** Returns a read without a mate. */
    public static Sample single(String name, String bases, String qualities) {
      return new Sample(name, bases, qualities, null);
    }

    /** Returns a pair of which this read is the first mate. */
    Sample with(Sample second) {
      return new Sample(name, bases, qualities, second);
    }
  }

  /**
   * A rule.
   *
   * @param prefix bases that must be the same
   * @param compared bases that are compared at all
   * @param mismatches other bases that may differ
   */
  public DuplicateReference(int prefix, int compared, int mismatches) {
    this.prefix = prefix;
    this.compared = compared;
    this.mismatches = mismatches;
  }

  /** Returns the samples that are kept, in any order. */
  public List<Sample> keep(List<Sample> samples) {
    Map<String, List<Sample>> groups = new TreeMap<>();
    for (Sample sample : samples) {
      groups.computeIfAbsent(start(sample.bases()), start -> new ArrayList<>()).add(sample);
    }
    List<Sample> kept = new ArrayList<>();
    groups.values().forEach(group -> kept.addAll(keepOfGroup(group)));
    return kept;
  }

  /** Returns the bases that must be the same. */
  String start(String bases) {
    return plain(bases.substring(0, Math.min(prefix, bases.length())));
  }

  /**
   * Returns what stands for the number of the prefix: of two shorter reads, too, that differ only
   * in A at the end of their prefixes.
   */
  String number(String bases) {
    String start = start(bases);
    return start + "A".repeat(prefix - start.length());
  }

  private static String plain(String bases) {
    return bases.toUpperCase(Locale.ROOT).replaceAll("[^ACGT]", "N");
  }

  private List<Sample> keepOfGroup(List<Sample> group) {
    List<Sample> kept = new ArrayList<>();
    List<Integer> distances = new ArrayList<>();
    for (Sample sample : group) {
      int distance = kept.isEmpty() ? FAR : distance(sample, kept.get(0));
      if (!kept.isEmpty() && distance <= mismatches) {
        continue;
      }
      int near = -1;
      for (int i = 1; i < kept.size() && near < 0; i++) {
        if (isCompared(distance, distances.get(i)) && isNear(sample, kept.get(i))) {
          near = i;
        }
      }
      if (near < 0) {
        kept.add(sample);
        distances.add(distance);
      } else if (isBetter(sample, kept.get(near))) {
        kept.set(near, sample);
        distances.set(near, distance);
      }
    }
    return kept;
  }

  /** Whether a sample is compared with a kept one, by the distances of both to the first. */
  boolean isCompared(int distance, int distanceOfKept) {
    return Math.abs(distance - distanceOfKept) <= mismatches;
  }

  /** Whether two samples differ by no more than the allowed mismatches. */
  boolean isNear(Sample a, Sample b) {
    return distance(a, b, mismatches) <= mismatches;
  }

  /** Whether a sample replaces a kept one that is near. */
  boolean isBetter(Sample sample, Sample kept) {
    return mean(sample) > mean(kept) + 1e-9;
  }

  /** Returns how many mismatches two samples have. */
  int distance(Sample a, Sample b) {
    return distance(a, b, FAR);
  }

  /** Returns the distance, or if it is more than {@code enough} any number above that. */
  private int distance(Sample a, Sample b, int enough) {
    int first = distance(a.bases(), b.bases(), prefix, enough);
    int second =
        a.mate() == null || first > enough
            ? 0
            : distance(a.mate().bases(), b.mate().bases(), 0, enough);
    return Math.min(FAR, first + second);
  }

  /** Two bases against N in one group of 16 count once. */
  private int distance(String a, String b, int from, int enough) {
    int end = Math.min(a.length(), compared);
    if (end != Math.min(b.length(), compared)) {
      return FAR;
    }
    int sum = 0;
    for (int group = from; group < end && sum <= enough; group += GROUP) {
      int halves = 0;
      for (int i = group; i < Math.min(group + GROUP, end); i++) {
        char left = plain(a.charAt(i));
        char right = plain(b.charAt(i));
        if (left != right) {
          halves += left == 'N' || right == 'N' ? 1 : 2;
        }
      }
      sum += halves / 2 + halves % 2;
    }
    return sum;
  }

  private static char plain(char base) {
    return switch (base) {
      case 'A', 'a' -> 'A';
      case 'C', 'c' -> 'C';
      case 'G', 'g' -> 'G';
      case 'T', 't' -> 'T';
      default -> 'N';
    };
  }

  private static double mean(Sample sample) {
    String all = sample.qualities() + (sample.mate() == null ? "" : sample.mate().qualities());
    return all.chars().map(quality -> quality - 33).average().orElse(0);
  }
}
