// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import org.athanor.testkit.Seeds;
import org.athanor.workloads.verify.DuplicateReference.Sample;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DividedGroupTest {
  private static final DuplicateReference RULE = new DuplicateReference(4, Integer.MAX_VALUE, 2);

  private static List<Sample> samples(Random random, int count) {
    List<Sample> samples = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      StringBuilder bases = new StringBuilder("ACGT" + "AAAAAAAAA".repeat(2));
      for (int j = random.nextInt(6); j > 0; j--) {
        bases.setCharAt(4 + random.nextInt(18), "ACGTN".charAt(random.nextInt(5)));
      }
      bases.setLength(random.nextInt(9) == 0 ? 12 : bases.length());
      String quality = Character.toString("5:?DI".charAt(random.nextInt(5)));
      samples.add(Sample.single("r" + i, bases.toString(), quality.repeat(bases.length())));
    }
    return samples;
  }

  /** Applies the rule to each piece by itself. */
  private static BitSet kept(List<Sample> samples, Iterable<Integer> ends) {
    BitSet kept = new BitSet();
    int start = 0;
    for (int end : ends) {
      RULE.keep(samples.subList(start, end)).forEach(one -> kept.set(samples.indexOf(one)));
      start = end;
    }
    return kept;
  }

  private static SortedSet<Integer> randomEnds(Random random, int samples, int cuts) {
    SortedSet<Integer> ends = new TreeSet<>(List.of(samples));
    while (ends.size() < cuts + 1) {
      ends.add(1 + random.nextInt(samples - 1));
    }
    return ends;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 5})
  void findsNoMoreCutsThanThereWere(int cuts) {
    Random random = Seeds.of("cuts" + cuts);
    for (int round = 0; round < 40; round++) {
      List<Sample> samples = samples(random, 20 + random.nextInt(150));
      SortedSet<Integer> ends = randomEnds(random, samples.size(), cuts);
      BitSet kept = kept(samples, ends);
      OptionalInt found = new DividedGroup(RULE, samples, kept).fewestCuts(cuts);
      assertThat(found).as("round %s, pieces end at %s", round, ends).isPresent();
      assertThat(found.getAsInt()).isBetween(0, cuts);
    }
  }

  /** Every way to cut a small group is tried. */
  @Test
  void findsTheFewestCutsIfThereAreAny() {
    Random random = Seeds.of("fewest");
    int right = 0;
    for (int round = 0; round < 300; round++) {
      List<Sample> samples = samples(random, 2 + random.nextInt(7));
      BitSet kept = kept(samples, randomEnds(random, samples.size(), random.nextInt(2)));
      kept.flip(random.nextInt(2 * samples.size())); // may be right yet, or beyond the end
      kept.clear(samples.size(), 2 * samples.size());
      OptionalInt expected = OptionalInt.empty();
      for (int inner = 0; inner < 1 << (samples.size() - 1); inner++) {
        TreeSet<Integer> ends = new TreeSet<>(List.of(samples.size()));
        for (int i = 1; i < samples.size(); i++) {
          if ((inner >> (i - 1) & 1) != 0) {
            ends.add(i);
          }
        }
        int cuts = ends.size() - 1;
        if (kept(samples, ends).equals(kept) && cuts < expected.orElse(Integer.MAX_VALUE)) {
          expected = OptionalInt.of(cuts);
        }
      }
      DividedGroup group = new DividedGroup(RULE, samples, kept);
      assertThat(group.fewestCuts(samples.size())).as("round " + round).isEqualTo(expected);
      if (expected.orElse(0) > 0) {
        right++;
        assertThat(group.fewestCuts(expected.getAsInt() - 1)).as("round " + round).isEmpty();
      }
    }
    assertThat(right).isPositive();
  }
}
