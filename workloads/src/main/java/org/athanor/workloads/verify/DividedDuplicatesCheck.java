// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.athanor.workloads.verify.DuplicateReference.Sample;

/**
 * Checks MarDRe where the framework may cut groups: exactly the reads or pairs that the rule keeps,
 * in any order, if all groups together are cut at most so many times. A cut divides all reads whose
 * prefix has one number, so those that are shorter than the prefix together with those that have A
 * in place of the bases they lack. Several reads with the same name, bases, and qualities are taken
 * in the order of the input.
 *
 * <p>Input and output are read several times, each time for other prefixes, so that the input's
 * reads in memory are 256 MiB at most, and the output's as much, unless a prefix has more.
 */
public final class DividedDuplicatesCheck implements Check {
  private static final long BYTES_AT_ONCE = 256L << 20;

  private final SampleInput input;
  private final String what;
  private final DuplicateReference rule;
  private final FastqParts parts;
  private final int mostCuts;

  /**
   * A check.
   *
   * @param prefix bases that must be the same
   * @param mismatches other bases that may differ, in both mates together
   * @param paired whether the input has the mates of pairs, in {@code first} and {@code second}
   * @param mostCuts from 0
   */
  public DividedDuplicatesCheck(
      Configuration configuration,
      Path input,
      Path output,
      int prefix,
      int mismatches,
      boolean paired,
      int mostCuts)
      throws IOException, WrongOutputException {
    this.input = new SampleInput(configuration, input, paired);
    what = paired ? "pairs" : "reads";
    rule = new DuplicateReference(prefix, Integer.MAX_VALUE, mismatches);
    parts = new FastqParts(configuration, output, paired);
    this.mostCuts = mostCuts;
  }

  /** The reads of a pass in a part. */
  private static final class Found implements FastqParts.Consumer {
    private final Pass pass;
    private final List<Sample> reads = new ArrayList<>();

    Found(Pass pass) {
      this.pass = pass;
    }

    @Override
    public void accept(Sample read) {
      if (pass.has(read.bases())) {
        reads.add(read);
      }
    }
  }

  @Override
  public String run() throws WrongOutputException, IOException, InterruptedException {
    int passes = (int) (input.bytes() / BYTES_AT_ONCE) + 1;
    long reads = 0;
    int cuts = 0;
    for (int i = 0; i < passes; i++) {
      Pass pass = new Pass(i, passes);
      for (Found found : parts.read(() -> new Found(pass))) {
        found.reads.forEach(pass::addKept);
        reads += found.reads.size();
      }
      input.read(pass::has, pass::add);
      cuts += pass.cuts(mostCuts - cuts);
    }
    return reads + " " + what + ", those without duplicates after " + cuts + " cuts";
  }

  /** The groups whose prefixes have some numbers. */
  private final class Pass {
    private final int index;
    private final int passes;

    /** Those of the output, with how often it has them. */
    private final Map<Sample, Integer> kept = new HashMap<>();

    /** Groups by their prefix, by its number. */
    private final Map<String, Map<String, Group>> groups = new TreeMap<>();

    Pass(int index, int passes) {
      this.index = index;
      this.passes = passes;
    }

    boolean has(String bases) {
      return Math.floorMod(rule.number(bases).hashCode(), passes) == index;
    }

    void addKept(Sample read) {
      kept.merge(read, 1, Integer::sum);
    }

    void add(Sample read) {
      boolean isKept = kept.containsKey(read);
      if (isKept) {
        kept.computeIfPresent(read, (same, count) -> count == 1 ? null : count - 1);
      }
      groups
          .computeIfAbsent(rule.number(read.bases()), number -> new TreeMap<>())
          .computeIfAbsent(rule.start(read.bases()), start -> new Group())
          .add(read, isKept);
    }

    /** Returns how often groups were cut. */
    int cuts(int most) throws WrongOutputException {
      if (!kept.isEmpty()) {
        throw new WrongOutputException(
            what
                + ": "
                + kept.keySet().iterator().next().name()
                + " is not in the input, or not as often");
      }
      int sum = 0;
      for (Map<String, Group> ofNumber : groups.values()) {
        int cuts = 0;
        for (Group group : ofNumber.values()) {
          cuts = Math.max(cuts, group.cuts(most - sum));
        }
        sum += cuts;
      }
      return sum;
    }
  }

  /** The reads of a prefix. */
  private final class Group {
    private final List<Sample> samples = new ArrayList<>();
    private final BitSet kept = new BitSet();

    void add(Sample read, boolean isKept) {
      kept.set(samples.size(), isKept);
      samples.add(read);
    }

    int cuts(int most) throws WrongOutputException {
      OptionalInt cuts = new DividedGroup(rule, samples, kept).fewestCuts(most);
      if (cuts.isEmpty()) {
        throw new WrongOutputException(
            "of the "
                + samples.size()
                + " "
                + what
                + " with the prefix of "
                + samples.get(0).name()
                + " the output has "
                + kept.cardinality()
                + ", which are not those without duplicates, however those of all prefixes are cut "
                + mostCuts
                + " times");
      }
      return cuts.getAsInt();
    }
  }
}
