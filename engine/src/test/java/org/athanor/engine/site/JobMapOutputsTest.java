// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.athanor.engine.buffer.BufferPool;
import org.athanor.engine.run.Run;
import org.athanor.engine.run.Runs;
import org.athanor.engine.run.SpillFile;
import org.athanor.engine.testing.RawRecord;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which runs are merged before the reduces. */
class JobMapOutputsTest {
  @TempDir Path directory;
  private final BufferPool memory = new BufferPool(1000, Runs.BUFFER_BYTES);
  private final BufferPool nothing = new BufferPool(0, Runs.BUFFER_BYTES);
  private SpillFile spill;
  private int made;

  @BeforeEach
  void openSpillFile() {
    spill = new SpillFile(directory.resolve("spill"));
  }

  @AfterEach
  void closeSpillFile() throws IOException {
    spill.close();
  }

  private Run onDisk(int bytes) throws IOException {
    return run(nothing, bytes);
  }

  private Run inMemory() throws IOException {
    return run(memory, 1);
  }

  private Run run(BufferPool pool, int bytes) throws IOException {
    List<RawRecord> one = List.of(RawRecord.of(0, new byte[bytes], new byte[0]));
    return Runs.write(made++, one, 1, pool, spill);
  }

  private List<Run> onDiskRuns(int n) throws IOException {
    List<Run> runs = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      runs.add(onDisk(100 - i));
    }
    return runs;
  }

  /**
   * 4 runs can be read at once: how many runs there are after the maps, and how many are merged.
   */
  @ParameterizedTest
  @CsvSource({"0, 0", "4, 0", "5, 2", "6, 3", "7, 4", "8, 4", "50, 4"})
  void mergesAtTheEndWhatIsTooMuchAndNoMore(int runs, int merged) throws IOException {
    JobMapOutputs outputs = new JobMapOutputs(4);
    outputs.add(onDiskRuns(runs));
    assertThat(outputs.nextMerge(true)).hasSize(merged);
  }

  @ParameterizedTest
  @CsvSource({"7, 0", "8, 4", "20, 4"})
  void mergesAFullWidthWhileMapsRun(int runs, int merged) throws IOException {
    JobMapOutputs outputs = new JobMapOutputs(4);
    outputs.add(onDiskRuns(runs));
    assertThat(outputs.nextMerge(false)).hasSize(merged);
  }

  @Test
  void mergesTheSmallestOnes() throws IOException {
    JobMapOutputs outputs = new JobMapOutputs(2);
    Run large = onDisk(90);
    Run small = onDisk(10);
    Run medium = onDisk(50);
    outputs.add(List.of(large, small, medium));
    assertThat(outputs.nextMerge(true)).containsExactly(small, medium);
    assertThat(outputs.isMerging()).isTrue();
    assertThat(outputs.all()).containsExactly(large);
  }

  @Test
  void leavesRunsInMemoryAlone() throws IOException {
    JobMapOutputs outputs = new JobMapOutputs(2);
    for (int i = 0; i < 20; i++) {
      outputs.add(List.of(inMemory()));
    }
    assertThat(outputs.nextMerge(true)).isEmpty();
    assertThat(memory.lent()).isEqualTo(20);
    outputs.release();
    assertThat(memory.lent()).isZero();
    assertThat(outputs.all()).isEmpty();
  }

  @Test
  void releasesWhatWasMergedAndKeepsWhatWasNot() throws IOException {
    JobMapOutputs outputs = new JobMapOutputs(2);
    List<Run> runs = onDiskRuns(3);
    outputs.add(runs);
    List<Run> chosen = outputs.nextMerge(true);
    outputs.mergeFailed(chosen);
    assertThat(outputs.isMerging()).isFalse();
    assertThat(outputs.all()).containsExactlyInAnyOrderElementsOf(runs);
    chosen = outputs.nextMerge(true);
    Run result = onDisk(1);
    outputs.merged(chosen, result);
    assertThat(outputs.all()).hasSize(2).contains(result);
  }

  @Test
  void givesBackTheMemoryOfWhatWasMerged() throws IOException {
    BufferPool one = new BufferPool(1, Runs.BUFFER_BYTES);
    RawRecord large = RawRecord.of(0, new byte[1], new byte[3000]);
    Run partlyInMemory = Runs.write(0, List.of(large, large, large), 1, one, spill);
    assertThat(partlyInMemory.hasBlocksOnDisk()).isTrue();
    assertThat(one.lent()).isEqualTo(1);
    JobMapOutputs outputs = new JobMapOutputs(2);
    outputs.add(List.of(partlyInMemory, onDisk(4000), onDisk(8000)));
    List<Run> chosen = outputs.nextMerge(true);
    assertThat(chosen).contains(partlyInMemory);
    outputs.merged(chosen, onDisk(1));
    assertThat(one.lent()).isZero();
  }

  @Test
  void getsDownToTheWidthHoweverMergesGo() throws IOException {
    Random random = Seeds.of("map outputs");
    for (int round = 0; round < 100; round++) {
      int width = 2 + random.nextInt(6);
      JobMapOutputs outputs = new JobMapOutputs(width);
      outputs.add(onDiskRuns(random.nextInt(40)));
      List<List<Run>> merging = new ArrayList<>();
      for (int step = 0; step < 10_000; step++) {
        List<Run> next = outputs.nextMerge(true);
        if (!next.isEmpty()) {
          assertThat(next)
              .hasSizeBetween(2, width)
              .isSortedAccordingTo(Comparator.comparingLong(Run::spilledBytes));
          merging.add(next);
        } else if (!merging.isEmpty()) {
          List<Run> done = merging.remove(random.nextInt(merging.size()));
          if (random.nextInt(4) == 0) {
            outputs.mergeFailed(done);
          } else {
            outputs.merged(done, onDisk(random.nextInt(200)));
          }
        } else {
          break;
        }
      }
      assertThat(outputs.isMerging()).isFalse();
      assertThat(outputs.all()).hasSizeLessThanOrEqualTo(width);
    }
  }
}
