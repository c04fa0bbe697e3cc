// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.athanor.testkit.Seeds;
import org.athanor.topology.testing.HwlocTools;
import org.athanor.topology.testing.Needs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares random sets with {@link BitSet} and with {@code hwloc-calc}. */
@Tag("short")
class BitmapPropertyTest {
  private static final int ROUNDS = 2_000;

  /** Indexes below are stored in words; from here on, a set has all indexes or none. */
  private static final int UNIVERSE = 320;

  /** A set and the expected members: below {@link #UNIVERSE} and from there on. */
  private record Pair(CpuSet set, BitSet bits, boolean infinite) {
    static Pair random(Random random) {
      BitSet bits = new BitSet();
      int shape = random.nextInt(4);
      int limit = 1 + random.nextInt(200);
      if (shape == 0) {
        bits.set(random.nextInt(limit), limit + 1);
      } else if (shape > 1) {
        for (int i = 0; i < limit; i++) {
          bits.set(i, random.nextInt(shape == 2 ? 2 : 20) == 0);
        }
      }
      CpuSet set = CpuSet.of(bits);
      if (random.nextInt(3) == 0) {
        bits.flip(0, UNIVERSE);
        return new Pair(set.not(), bits, true);
      }
      return new Pair(set, bits, false);
    }

    void check(CpuSet result, BitSet expected, boolean expectedInfinite) {
      assertThat(result.isInfinite()).isEqualTo(expectedInfinite);
      assertThat(bitsOf(result)).isEqualTo(expected);
    }

    private static BitSet bitsOf(CpuSet set) {
      BitSet bits = new BitSet();
      for (int i = set.first(); i >= 0 && i < UNIVERSE; i = set.next(i)) {
        bits.set(i);
      }
      return bits;
    }
  }

  @Test
  void agreesWithBitSet() {
    Random random = Seeds.of("agreesWithBitSet");
    for (int round = 0; round < ROUNDS; round++) {
      Pair a = Pair.random(random);
      Pair b = Pair.random(random);
      BitSet bits = (BitSet) a.bits.clone();
      bits.and(b.bits);
      a.check(a.set.and(b.set), bits, a.infinite && b.infinite);
      assertThat(a.set.intersects(b.set)).isEqualTo(a.bits.intersects(b.bits));
      bits = (BitSet) a.bits.clone();
      bits.or(b.bits);
      a.check(a.set.or(b.set), bits, a.infinite || b.infinite);
      bits = (BitSet) a.bits.clone();
      bits.xor(b.bits);
      a.check(a.set.xor(b.set), bits, a.infinite != b.infinite);
      bits = (BitSet) a.bits.clone();
      bits.andNot(b.bits);
      a.check(a.set.andNot(b.set), bits, a.infinite && !b.infinite);
      assertThat(a.set.isIncludedIn(b.set)).isEqualTo(bits.isEmpty());
      bits = (BitSet) a.bits.clone();
      bits.flip(0, UNIVERSE);
      a.check(a.set.not(), bits, !a.infinite);
      checkQuestions(a, random.nextInt(UNIVERSE));
      assertThat(a.set.equals(b.set)).isEqualTo(a.bits.equals(b.bits));
      assertThat(a.set.compareTo(b.set) == 0).isEqualTo(a.set.equals(b.set));
      assertThat(Integer.signum(a.set.compareTo(b.set)))
          .isEqualTo(-Integer.signum(b.set.compareTo(a.set)));
    }
  }

  private static void checkQuestions(Pair a, int index) {
    assertThat(a.set.contains(index)).isEqualTo(a.bits.get(index));
    assertThat(a.set.first()).isEqualTo(a.bits.nextSetBit(0));
    int next = a.bits.nextSetBit(index + 1);
    assertThat(a.set.next(index)).isEqualTo(next < 0 && a.infinite ? index + 1 : next);
    int nextUnset = a.bits.nextClearBit(index + 1);
    assertThat(a.set.nextUnset(index))
        .isEqualTo(a.infinite && nextUnset >= UNIVERSE ? -1 : nextUnset);
    assertThat(a.set.isEmpty()).isEqualTo(a.bits.isEmpty());
    assertThat(a.set.isFull()).isEqualTo(a.infinite && a.bits.cardinality() == UNIVERSE);
    if (!a.infinite) {
      assertThat(a.set.weight()).isEqualTo(a.bits.cardinality());
      assertThat(a.set.last()).isEqualTo(a.bits.length() - 1);
      assertThat(a.set.stream()).containsExactlyElementsOf(a.bits.stream().boxed().toList());
    }
  }

  @Test
  void readsBackWhatItWrites() {
    Random random = Seeds.of("readsBackWhatItWrites");
    for (int round = 0; round < ROUNDS; round++) {
      CpuSet set = Pair.random(random).set;
      assertThat(CpuSet.parseList(set.toListString())).isEqualTo(set);
      assertThat(CpuSet.parseMask(set.toMaskString())).isEqualTo(set);
      assertThat(CpuSet.parseTaskset(set.toTasksetString())).isEqualTo(set);
      assertThat(set.hashCode()).isEqualTo(CpuSet.parseMask(set.toMaskString()).hashCode());
    }
  }

  @Test
  void combinesAndWritesAsHwlocCalcDoes() {
    Needs.tools();
    Random random = Seeds.of("combinesAndWritesAsHwlocCalcDoes");
    List<String> questions = new ArrayList<>();
    List<CpuSet> answers = new ArrayList<>();
    for (int round = 0; round < 500; round++) {
      CpuSet a = Pair.random(random).set;
      CpuSet b = Pair.random(random).set;
      questions.add(question(a) + " " + question(b));
      answers.add(a.or(b));
      questions.add(question(a) + " x" + question(b));
      answers.add(a.and(b));
      questions.add(question(a) + " ^" + question(b));
      answers.add(a.xor(b));
      questions.add(question(a) + " ~" + question(b));
      answers.add(a.andNot(b));
    }
    List<String> machine = List.of("-i", "pu:1");
    assertThat(HwlocTools.calc(machine, questions))
        .isEqualTo(answers.stream().map(CpuSet::toMaskString).toList());
    List<String> taskset = List.of("-i", "pu:1", "--taskset");
    assertThat(HwlocTools.calc(taskset, questions))
        .isEqualTo(answers.stream().map(CpuSet::toTasksetString).toList());
  }

  /** The tool does not accept the bare location {@code 0xf...f}. */
  private static String question(CpuSet set) {
    return set.isFull() ? "0xf...f,0xffffffff,0xffffffff" : set.toMaskString();
  }
}
