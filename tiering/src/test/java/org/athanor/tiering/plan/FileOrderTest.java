// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.athanor.testkit.Seeds;
import org.athanor.tiering.image.FileRecord;
import org.athanor.tiering.image.Knowledge;
import org.athanor.tiering.image.SnapshotState;
import org.junit.jupiter.api.Test;

class FileOrderTest {
  private static final double[] VALUES = {
    Double.NEGATIVE_INFINITY, -1e9, -1, -0.0, 0.0, Double.MIN_VALUE, 0.5, 1, 1e300
  };

  /** Compares with a sort of objects: values with many ties, in a random order of paths. */
  @Test
  void ordersAsComparatorsDo() {
    Random random = Seeds.of("FileOrderTest");
    for (int round = 0; round < 300; round++) {
      int count = random.nextInt(60);
      List<Integer> names = new ArrayList<>();
      double[] first = new double[count];
      double[] second = new double[count];
      BitSet some = new BitSet();
      for (int file = 0; file < count; file++) {
        names.add(file);
        first[file] = VALUES[random.nextInt(VALUES.length)];
        second[file] = VALUES[random.nextInt(VALUES.length)];
        some.set(file, random.nextInt(3) > 0);
      }
      Collections.shuffle(names, random);
      List<FileRecord> files = names.stream().map(name -> file("/f" + name)).toList();
      List<Integer> expected =
          some.stream()
              .boxed()
              .sorted(
                  Comparator.<Integer>comparingDouble(file -> first[file])
                      .thenComparingDouble(file -> second[file])
                      .reversed()
                      .thenComparing(file -> files.get(file).path()))
              .toList();

      int[] ordered =
          FileOrder.byPath(files)
              .thenBy(file -> second[file])
              .highestFirst(some, file -> first[file]);

      assertThat(ordered)
          .as("seed %d, round %d", Seeds.seed(), round)
          .containsExactly(expected.toArray(Integer[]::new));
    }
  }

  private static FileRecord file(String path) {
    return new FileRecord(
        path,
        FileRecord.NO_ID,
        1,
        1,
        1,
        3,
        Instant.EPOCH,
        Instant.EPOCH,
        FileRecord.NOT_TOLD,
        false,
        Knowledge.NO,
        SnapshotState.NONE);
  }
}
