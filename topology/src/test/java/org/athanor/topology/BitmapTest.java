// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.BitSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Examples of sets of PUs and NUMA nodes. */
@Tag("short")
class BitmapTest {
  @Test
  void combinesAsSetsDo() {
    CpuSet a = CpuSet.of(0, 1, 2, 70);
    CpuSet b = CpuSet.of(2, 3, 70, 71);
    assertThat(a.and(b)).isEqualTo(CpuSet.of(2, 70));
    assertThat(a.or(b)).isEqualTo(CpuSet.of(0, 1, 2, 3, 70, 71));
    assertThat(a.xor(b)).isEqualTo(CpuSet.of(0, 1, 3, 71));
    assertThat(a.andNot(b)).isEqualTo(CpuSet.of(0, 1));
    assertThat(a.with(5)).isEqualTo(CpuSet.of(0, 1, 2, 5, 70));
    assertThat(a.without(70)).isEqualTo(CpuSet.of(0, 1, 2)).isEqualTo(CpuSet.ofRange(0, 2));
    assertThat(a.withRange(3, 69)).isEqualTo(CpuSet.ofRange(0, 70));
    assertThat(CpuSet.ofRange(0, 70).withoutRange(3, 69)).isEqualTo(a);
  }

  @Test
  void isImmutable() {
    CpuSet set = CpuSet.of(1);
    CpuSet other = set.with(2);
    assertThat(set).isEqualTo(CpuSet.of(1)).isNotEqualTo(other);
  }

  @Test
  void hasAComplementThatIsInfinite() {
    CpuSet complement = CpuSet.of(0, 2).not();
    assertThat(complement.isInfinite()).isTrue();
    assertThat(complement.contains(1_000_000)).isTrue();
    assertThat(complement.contains(2)).isFalse();
    assertThat(complement.first()).isEqualTo(1);
    assertThat(complement.last()).isEqualTo(-1);
    assertThat(complement.lastUnset()).isEqualTo(2);
    assertThat(complement.not()).isEqualTo(CpuSet.of(0, 2));
    assertThat(CpuSet.empty().not()).isEqualTo(CpuSet.full());
    assertThat(CpuSet.from(3)).isEqualTo(CpuSet.ofRange(0, 2).not());
    assertThat(CpuSet.from(0)).isEqualTo(CpuSet.full());
  }

  @Test
  void walksFromMemberToMember() {
    CpuSet set = CpuSet.of(3, 64, 200);
    assertThat(set.first()).isEqualTo(3);
    assertThat(set.next(3)).isEqualTo(64);
    assertThat(set.next(64)).isEqualTo(200);
    assertThat(set.next(200)).isEqualTo(-1);
    assertThat(set.last()).isEqualTo(200);
    assertThat(set.nextUnset(2)).isEqualTo(4);
    assertThat(set.firstUnset()).isZero();
    assertThat(set.stream()).containsExactly(3, 64, 200);
    assertThat(CpuSet.full().nextUnset(5)).isEqualTo(-1);
    assertThat(CpuSet.full().next(500)).isEqualTo(501);
  }

  @Test
  void hasTheFirstMemberAloneWhenSinglified() {
    assertThat(CpuSet.of(5, 6, 7).singlify()).isEqualTo(CpuSet.of(5));
    assertThat(CpuSet.from(9).singlify()).isEqualTo(CpuSet.of(9));
    assertThat(CpuSet.empty().singlify()).isEqualTo(CpuSet.empty());
  }

  @Test
  void hasRanges() {
    assertThat(CpuSet.parseList("0-3,5,64-").ranges())
        .containsExactly(
            new IndexRange(0, 3), new IndexRange(5, 5), new IndexRange(64, IndexRange.OPEN));
    assertThat(CpuSet.empty().ranges()).isEmpty();
  }

  @Test
  void readsAndWritesThreeFormats() {
    CpuSet set = CpuSet.of(0, 1, 2, 3, 64);
    assertThat(set.toListString()).isEqualTo("0-3,64");
    assertThat(set.toMaskString()).isEqualTo("0x00000001,,0x0000000f");
    assertThat(set.toTasksetString()).isEqualTo("0x1000000000000000f");
    assertThat(CpuSet.parseList("64 0-3")).isEqualTo(set);
    assertThat(CpuSet.parseMask("0x00000001,,0x0000000f")).isEqualTo(set);
    assertThat(CpuSet.parseMask("1,0,f")).isEqualTo(set);
    assertThat(CpuSet.parseTaskset("1000000000000000F")).isEqualTo(set);
  }

  @Test
  void writesTheEmptyTheFullAndOtherInfiniteSets() {
    assertThat(CpuSet.empty().toListString()).isEmpty();
    assertThat(CpuSet.empty().toMaskString()).isEqualTo("0x0");
    assertThat(CpuSet.empty().toTasksetString()).isEqualTo("0x0");
    assertThat(CpuSet.full().toListString()).isEqualTo("0-");
    assertThat(CpuSet.full().toMaskString()).isEqualTo("0xf...f");
    assertThat(CpuSet.full().toTasksetString()).isEqualTo("0xf...f");
    assertThat(CpuSet.from(4).toMaskString()).isEqualTo("0xf...f,0xffffffff,0xfffffff0");
    assertThat(CpuSet.from(4).toTasksetString()).isEqualTo("0xf...ffffffffffffffff0");
    assertThat(CpuSet.parseMask("0xf...f,0x1")).isEqualTo(CpuSet.from(32).with(0));
    assertThat(CpuSet.parseMask("0xf...f,,0x1")).isEqualTo(CpuSet.from(64).with(0));
    assertThat(CpuSet.parseTaskset("0xf...f0")).isEqualTo(CpuSet.from(4));
  }

  @Test
  void refusesMalformedText() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CpuSet.parseList("0-3,x"))
        .withMessage("\"0-3,x\" is not a set: \"x\" is not an index");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CpuSet.parseList("3-1"))
        .withMessage("\"3-1\" is not a set: range 3-1 ends before it begins");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CpuSet.parseList("99999999"))
        .withMessage("\"99999999\" is not a set: index 99999999 is not from 0 to 16777215");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CpuSet.parseMask("0x123456789"))
        .withMessage("\"0x123456789\" is not a set: \"0x123456789\" does not have 1 to 8 digits");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CpuSet.parseMask("0x0,0xg"))
        .withMessage("\"0x0,0xg\" is not a set: \"0xg\" is not a hexadecimal number");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CpuSet.parseMask("0xf...f0"))
        .withMessage("\"0xf...f0\" is not a set: a comma must follow 0xf...f");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CpuSet.parseTaskset("0x"))
        .withMessage("\"0x\" is not a set: there are no digits");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CpuSet.of(-1))
        .withMessage("index -1: must be from 0 to 16777215");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CpuSet.ofRange(2, 1))
        .withMessage("range 2-1: first is after last");
  }

  @Test
  void doesNotCountAnInfiniteSet() {
    assertThatIllegalStateException()
        .isThrownBy(() -> CpuSet.from(2).weight())
        .withMessage("weight of the infinite set {2-}");
    assertThatIllegalStateException()
        .isThrownBy(() -> CpuSet.from(2).stream())
        .withMessage("stream of the infinite set {2-}");
  }

  @Test
  void ordersByTheHighestIndexThatDiffers() {
    assertThat(CpuSet.of(0, 1, 2)).isLessThan(CpuSet.of(3));
    assertThat(CpuSet.of(1, 3)).isGreaterThan(CpuSet.of(0, 3));
    assertThat(CpuSet.of(63)).isLessThan(CpuSet.of(64));
    assertThat(CpuSet.full()).isGreaterThan(CpuSet.of(1000)).isGreaterThan(CpuSet.from(1));
    assertThat(CpuSet.of(4)).isEqualByComparingTo(CpuSet.of(4));
  }

  @Test
  void doesNotMixCpusAndNodes() {
    assertThat((Object) CpuSet.of(1)).isNotEqualTo(NodeSet.of(1));
    assertThat(NodeSet.parseList("0-1").toString()).isEqualTo("{0-1}");
  }

  @Test
  void comesFromABitSet() {
    BitSet bits = new BitSet();
    bits.set(7);
    bits.set(130);
    assertThat(CpuSet.of(bits)).isEqualTo(CpuSet.of(7, 130));
  }
}
