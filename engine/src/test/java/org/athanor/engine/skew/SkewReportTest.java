// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.skew;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SkewReportTest {
  private static final ReduceLoad.Shape UNKNOWN = ReduceLoad.Shape.UNKNOWN;

  private static ReduceLoad load(
      int reduce, long bytes, long records, long start, long millis, ReduceLoad.Shape shape) {
    return new ReduceLoad(reduce, bytes, records, start, millis, shape);
  }

  /**
   * Eight reduces of 100,000 records, on two threads; reduce 3 has 400,000 of one key in addition
   * and takes 12 s, the others 1 s: 12 s on one thread, 7 s on the other. Evenly: 9.5 s.
   */
  private static List<ReduceLoad> oneHotKey(ReduceLoad.Shape shape) {
    List<ReduceLoad> loads = new ArrayList<>();
    long other = 0;
    for (int i = 0; i < 8; i++) {
      if (i == 3) {
        loads.add(load(i, 50_000_000, 500_000, 0, 12_000, shape));
      } else {
        loads.add(load(i, 10_000_000 + i, 100_000, other, 1_000, UNKNOWN));
        other += 1_000;
      }
    }
    return loads;
  }

  private static ReduceLoad.Shape keys(HeavyKey... keys) {
    return new ReduceLoad.Shape(Optional.of(List.of(keys)), List.of(), Cuts.OFF);
  }

  @Test
  void showsSizesTimesKeysAndWhatFollows() {
    assertThat(
            SkewReport.of(
                    oneHotKey(
                        keys(new HeavyKey("\"AAAA\"", 400_000), new HeavyKey("\"ACGT\"", 20))))
                .orElseThrow()
                .table())
        .isEqualTo(
            """
            uneven reduces: 8 in 12.0 s, 2 at once; evenly spread 9.5 s
                        reduce     bytes        records   share      time  chunks
              fastest        0   10.0 MB        100,000    8.3%     1.0 s
              median         4   10.0 MB        100,000    8.3%     1.0 s
              slowest        3   50.0 MB        500,000   41.7%    12.0 s
              partitions: smallest 10.0 MB, median 10.0 MB, largest 50.0 MB
              key "AAAA": 400,000 records, 33.3% of all, in reduce 3
              key "ACGT": 20 records, 0.0% of all, in reduce 3
              advice: key "AAAA" is 80% of reduce 3 and 33% of all records, and one key is never divided by more reduces or another partitioner: only athanor.skew.mode=free, a combiner, or other keys help
            """);
  }

  @Test
  void showsTheChunksOfACutPartition() {
    ReduceLoad.Shape cut =
        new ReduceLoad.Shape(
            Optional.of(List.of(new HeavyKey("0x00", 300))),
            List.of(1_900L, 2_000L),
            Cuts.COHERENT);
    SkewReport report =
        SkewReport.of(
                List.of(load(0, 1_000, 10, 0, 100, UNKNOWN), load(1, 90_000, 900, 0, 2_100, cut)))
            .orElseThrow();
    assertThat(report.table())
        .isEqualTo(
            """
            uneven reduces: 2 in 2.1 s, 2 at once; evenly spread 1.1 s
                        reduce     bytes        records   share      time  chunks
              fastest        0    1.0 kB             10    1.1%     0.1 s
              median         0    1.0 kB             10    1.1%     0.1 s
              slowest        1   90.0 kB            900   98.9%     2.1 s  2: 1.9 s, 2.0 s
              partitions: smallest 1.0 kB, median 1.0 kB, largest 90.0 kB
              key 0x00: 300 records, 33.0% of all, in reduce 1
              advice: the chunks were even; a larger athanor.skew.chunks helps if there are more threads
            """);
  }

  @Test
  void advisesByWhatMadeTheReduceSlow() {
    assertThat(SkewReport.of(oneHotKey(keys())).orElseThrow().advice())
        .isEqualTo(
            "reduce 3 has 42% of the bytes, of many keys: more reduces, another partitioner, or"
                + " athanor.skew.mode=coherent divide them");
    assertThat(
            SkewReport.of(
                    List.of(
                        load(0, 1_000, 10, 0, 9_000, UNKNOWN),
                        load(1, 1_000, 10, 0, 1_000, UNKNOWN)))
                .orElseThrow()
                .advice())
        .isEqualTo(
            "reduce 0 has no more bytes than others, so its keys cost its reducer more, or its"
                + " thread was disturbed: more reduces spread costly keys better");
    ReduceLoad.Shape uneven =
        new ReduceLoad.Shape(
            Optional.of(List.of(new HeavyKey("7", 800))),
            List.of(100L, 9_000L, 200L),
            Cuts.COHERENT);
    assertThat(
            SkewReport.of(List.of(load(0, 100_000, 1_000, 0, 9_500, uneven)))
                .orElseThrow()
                .advice())
        .isEqualTo(
            "the chunks were uneven, because key 7 is 80% of the partition: only"
                + " athanor.skew.mode=free cuts within a key");
  }

  private static String advice(ReduceLoad.Shape shape) {
    return SkewReport.of(oneHotKey(shape)).orElseThrow().advice();
  }

  @Test
  void advisesOnlyWhatIsPossibleAndNotSet() {
    assertThat(advice(UNKNOWN))
        .isEqualTo(
            "reduce 3 has 42% of the bytes: more reduces, another partitioner, or"
                + " athanor.skew.mode=coherent, if it is not set, divide them, unless most have one"
                + " key");
    Optional<List<HeavyKey>> hot = Optional.of(List.of(new HeavyKey("7", 400_000)));
    assertThat(advice(new ReduceLoad.Shape(hot, List.of(), Cuts.FREE)))
        .endsWith(": only a combiner or other keys help");
    for (Cuts cuts : List.of(Cuts.OFF, Cuts.COHERENT, Cuts.UNKNOWN)) {
      assertThat(advice(new ReduceLoad.Shape(hot, List.of(), cuts)))
          .endsWith(": only athanor.skew.mode=free, a combiner, or other keys help");
    }
    for (Cuts cuts : List.of(Cuts.COHERENT, Cuts.FREE)) {
      assertThat(advice(new ReduceLoad.Shape(Optional.of(List.of()), List.of(), cuts)))
          .endsWith(", of many keys: more reduces or another partitioner divide them");
    }
    assertThat(advice(new ReduceLoad.Shape(hot, List.of(100L, 9_000L, 200L), Cuts.FREE)))
        .isEqualTo("the chunks were uneven: a larger athanor.skew.chunks makes smaller ones");
  }

  @Test
  void knowsTheKeyOfTheSlowestReduceAlsoIfOthersHaveHeavierKeys() {
    List<ReduceLoad> loads = new ArrayList<>();
    loads.add(load(0, 10, 100, 0, 9_000, keys(new HeavyKey("hot", 90))));
    for (int i = 1; i < 5; i++) {
      loads.add(load(i, 10, 1_000, 0, 1_000, keys(new HeavyKey("large", 200))));
    }
    assertThat(SkewReport.of(loads).orElseThrow().advice())
        .startsWith("key hot is 90% of reduce 0");
  }

  @Test
  void saysNothingAboutReducesThatCouldNotEndMuchSooner() {
    assertThat(SkewReport.of(List.of())).isEmpty();
    assertThat(SkewReport.of(List.of(load(0, 1 << 20, 9, 0, 99_000, UNKNOWN)))).isEmpty();
    // Two threads, 5 s each: one of them has run one reduce, the other five.
    List<ReduceLoad> even = new ArrayList<>();
    even.add(load(0, 5_000, 50, 0, 5_000, UNKNOWN));
    for (int i = 0; i < 5; i++) {
      even.add(load(1 + i, 1_000, 10, 1_000L * i, 1_000, UNKNOWN));
    }
    assertThat(SkewReport.of(even)).isEmpty();
    // Uneven, but half a second is no matter.
    assertThat(
            SkewReport.of(
                List.of(load(0, 5_000, 50, 0, 1_000, UNKNOWN), load(1, 10, 1, 0, 10, UNKNOWN))))
        .isEmpty();
  }

  @Test
  void findsPartitionsWithMoreThanTheirShare() {
    // 8 partitions on 2 threads: the share is an eighth of 800 kB, large is above 125 kB.
    assertThat(LargePartition.is(125_000, 800_000, 8, 2)).isFalse();
    assertThat(LargePartition.is(125_001, 800_000, 8, 2)).isTrue();
    // The only partition is half of it too much for two threads, but not for one.
    assertThat(LargePartition.is(800_000, 800_000, 1, 2)).isTrue();
    assertThat(LargePartition.is(800_000, 800_000, 1, 1)).isFalse();
    // Too small to be worth it.
    assertThat(LargePartition.is(60_000, 60_000, 1, 2)).isFalse();
  }
}
