// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mardre;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The rule of MarDRe on strings: base by base, without codes, and without leaving comparisons out
 * except where the rule says so.
 */
final class BruteForce {
  /** A single read, or a pair if it has a mate. */
  record Sample(String name, String bases, String qualities, Sample mate) {
    static Sample single(String name, String bases, String qualities) {
      return new Sample(name, bases, qualities, null);
    }
  }

  private final int prefix;
  private final int compared;
  private final int mismatches;

  BruteForce(int prefix, int compared, int mismatches) {
    this.prefix = prefix;
    this.compared = compared;
    this.mismatches = mismatches;
  }

  /** Returns the samples that are kept, in any order. */
  List<Sample> keep(List<Sample> samples) {
    Map<String, List<Sample>> groups = new TreeMap<>();
    for (Sample sample : samples) {
      groups.computeIfAbsent(start(sample), start -> new ArrayList<>()).add(sample);
    }
    List<Sample> kept = new ArrayList<>();
    groups.values().forEach(group -> kept.addAll(keepOfGroup(group)));
    return kept;
  }

  private static String plain(String bases) {
    return bases.toUpperCase(Locale.ROOT).replaceAll("[^ACGT]", "N");
  }

  private String start(Sample sample) {
    String bases = plain(sample.bases());
    return bases.substring(0, Math.min(prefix, bases.length()));
  }

  private List<Sample> keepOfGroup(List<Sample> group) {
    List<Sample> kept = new ArrayList<>();
    for (Sample sample : group) {
      if (kept.isEmpty()) {
        kept.add(sample);
        continue;
      }
      int distance = distance(sample, kept.get(0));
      if (distance <= mismatches) {
        continue;
      }
      int near = -1;
      for (int i = 1; i < kept.size() && near < 0; i++) {
        int others = distance(kept.get(i), kept.get(0));
        if (Math.abs(distance - others) <= mismatches
            && distance(sample, kept.get(i)) <= mismatches) {
          near = i;
        }
      }
      if (near < 0) {
        kept.add(sample);
      } else if (mean(sample) > mean(kept.get(near)) + 1e-9) {
        kept.set(near, sample);
      }
    }
    return kept;
  }

  private int distance(Sample a, Sample b) {
    int first = distance(a.bases(), b.bases(), prefix);
    int second = a.mate() == null ? 0 : distance(a.mate().bases(), b.mate().bases(), 0);
    return Math.min(1_000_000, first + second);
  }

  /** Two bases against N in one group of 16 count once. */
  private int distance(String a, String b, int from) {
    String left = plain(a.substring(0, Math.min(a.length(), compared)));
    String right = plain(b.substring(0, Math.min(b.length(), compared)));
    if (left.length() != right.length()) {
      return 1_000_000;
    }
    int sum = 0;
    for (int group = from; group < left.length(); group += 16) {
      int halves = 0;
      for (int i = group; i < Math.min(group + 16, left.length()); i++) {
        if (left.charAt(i) != right.charAt(i)) {
          halves += left.charAt(i) == 'N' || right.charAt(i) == 'N' ? 1 : 2;
        }
      }
      sum += halves / 2 + halves % 2;
    }
    return sum;
  }

  private static double mean(Sample sample) {
    String all = sample.qualities() + (sample.mate() == null ? "" : sample.mate().qualities());
    return all.chars().map(quality -> quality - 33).average().orElse(0);
  }
}
