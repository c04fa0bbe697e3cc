// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.popularity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;

class FilePopularityTest {
  private static final long PERIOD = 3_600_000;

  private final FilePopularity popularity =
      new FilePopularity(AccessCounts.leastFrequentlyUsed(), 1000);

  private static AccessEvent access(String path, long timeMillis) {
    return new AccessEvent(path, timeMillis, "job_1");
  }

  private List<String> mostPopular(int limit) {
    return popularity.mostPopular(limit).stream().map(PredictedFile::path).toList();
  }

  @Test
  void followsAFileThatIsRenamed() {
    popularity.accessed(access("/tmp/x/part-0", 1));
    popularity.accessed(access("/tmp/x/part-0", 2));
    popularity.renamed("/tmp/x", "/data/x");
    popularity.accessed(access("/data/x/part-0", 3));
    popularity.endOfPeriod(PERIOD);

    assertThat(popularity.predicted("/data/x/part-0")).hasValue(3);
    assertThat(popularity.predicted("/tmp/x/part-0")).isEmpty();
    assertThat(popularity.files()).isEqualTo(1);
  }

  @Test
  void aDeletedDirectoryTakesItsFilesAlong() {
    popularity.accessed(access("/data/a", 1));
    popularity.accessed(access("/data/b", 1));
    popularity.accessed(access("/date", 1));
    popularity.deleted("/data");
    popularity.accessed(access("/data/b", 2));
    popularity.endOfPeriod(PERIOD);

    assertThat(popularity.predicted("/data/a")).isEmpty();
    assertThat(popularity.predicted("/data/b")).hasValue(1);
    assertThat(popularity.predicted("/date")).hasValue(1);
  }

  @Test
  void theMostPopularFileIsFirstAndTiesGoToTheLastUsed() {
    popularity.accessed(access("/a", 1));
    popularity.accessed(access("/b", 5));
    popularity.accessed(access("/d", 5));
    popularity.accessed(access("/c", 2));
    popularity.accessed(access("/c", 3));
    popularity.endOfPeriod(PERIOD);
    popularity.accessed(access("/new", 9));

    assertThat(mostPopular(10)).containsExactly("/c", "/b", "/d", "/a");
    assertThat(mostPopular(2)).containsExactly("/c", "/b");
    assertThat(mostPopular(0)).isEmpty();
    List<String> all = new ArrayList<>();
    popularity.forEach(file -> all.add(file.path()));
    assertThat(all).containsExactlyInAnyOrder("/a", "/b", "/c", "/d");
  }

  /** Files of 10 blocks gain a tenth: 1/(1 · 10 · 1) instead of 1. */
  @Test
  void knowsTheBlocksOfAFile() {
    FilePopularity apt =
        new FilePopularity(PopularityPrediction.aptStore(AptParameters.of(PERIOD)), 10);
    apt.created("/big", 0, 10);
    apt.created("/small", 0, 0);
    apt.created("/later", 0, 0);
    apt.created("/later", 1, 10);
    apt.accessed(access("/big", PERIOD));
    apt.accessed(access("/small", PERIOD));
    apt.accessed(access("/later", PERIOD));
    apt.endOfPeriod(2 * PERIOD);

    double small = apt.predicted("/small").getAsDouble();
    double big = apt.predicted("/big").getAsDouble();
    assertThat(small - big).isCloseTo(2 * 0.9, within(1e-9));
    assertThat(apt.predicted("/later")).hasValue(big);
  }

  @Test
  void findsFilesByTheirHandlesAsByTheirPaths() {
    Random random = Seeds.of("FilePopularity.handles");
    for (int history = 0; history < 100; history++) {
      FilePopularity byPath = new FilePopularity(AccessCounts.leastFrequentlyUsed(), 20);
      FilePopularity byHandle = new FilePopularity(AccessCounts.leastFrequentlyUsed(), 20);
      Map<String, Long> handles = new HashMap<>();
      for (int i = 0; i < 200; i++) {
        String path = anyPath(random);
        String other = anyPath(random);
        switch (random.nextInt(6)) {
          case 0 -> List.of(byPath, byHandle).forEach(files -> files.deleted(path));
          case 1 -> List.of(byPath, byHandle).forEach(files -> files.renamed(path, other));
          default -> {
            byPath.accessed(access(path, i));
            long before = handles.getOrDefault(path, FilePopularity.NO_HANDLE);
            handles.put(path, byHandle.accessed(access(path, i), before));
          }
        }
      }
      byPath.endOfPeriod(PERIOD);
      byHandle.endOfPeriod(PERIOD);
      assertThat(byHandle.mostPopular(20)).isEqualTo(byPath.mostPopular(20));
      assertThat(byHandle.files()).isEqualTo(byPath.files());
    }
  }

  private static String anyPath(Random random) {
    String[] ends = {"", "", "", "/a", "//b", "/a/b", "/b/"};
    return "/"
        + "ab".charAt(random.nextInt(2))
        + "/"
        + "abc".charAt(random.nextInt(3))
        + ends[random.nextInt(ends.length)];
  }

  @Test
  void forgetsWhatWasUsedLongestAgo() {
    FilePopularity small = new FilePopularity(AccessCounts.leastFrequentlyUsed(), 32);
    for (int file = 0; file < 32; file++) {
      small.accessed(access("/d/" + file, 100 + file));
    }
    small.accessed(access("/d/0", 500));
    small.accessed(access("/d/new", 501));
    small.endOfPeriod(PERIOD);

    assertThat(small.forgotten()).isEqualTo(2);
    assertThat(small.files()).isEqualTo(31);
    assertThat(small.predicted("/d/1")).isEmpty();
    assertThat(small.predicted("/d/2")).isEmpty();
    assertThat(small.predicted("/d/0")).hasValue(2);
    assertThat(small.predicted("/d/3")).hasValue(1);
  }

  @Test
  void forgetsFilesThatAreKeptLongerAfterAllOthers() {
    FilePopularity small =
        new FilePopularity(
            AccessCounts.leastFrequentlyUsed(), 32, path -> path.startsWith("/kept/"));
    for (int file = 0; file < 31; file++) {
      small.accessed(access("/kept/" + file, 100 + file));
    }
    for (int other = 0; other < 10; other++) {
      small.accessed(access("/other/" + other, 500 + other));
    }
    small.endOfPeriod(PERIOD);
    // With /other/1 there is no room: /other/0 goes, and the oldest of those that are kept longer.
    assertThat(small.predicted("/other/0")).isEmpty();
    assertThat(small.predicted("/kept/0")).isEmpty();
    assertThat(small.predicted("/kept/30")).hasValue(1);
    assertThat(small.predicted("/other/9")).hasValue(1);

    small = new FilePopularity(AccessCounts.leastFrequentlyUsed(), 32, path -> path.length() == 2);
    small.accessed(access("/k", 1));
    for (int other = 0; other < 1000; other++) {
      small.accessed(access("/other/" + other, 500 + other));
    }
    small.endOfPeriod(PERIOD);
    assertThat(small.predicted("/k")).hasValue(1);
    assertThat(small.predicted("/other/999")).hasValue(1);
    assertThat(small.files() + small.forgotten()).isEqualTo(1001);
  }

  @Test
  void neverKnowsMoreFilesThanAllowed() {
    Random random = Seeds.of("FilePopularity");
    for (int most : new int[] {1, 2, 17, 100}) {
      FilePopularity bounded = new FilePopularity(PopularityPrediction.dux(), most);
      for (int i = 0; i < 5000; i++) {
        bounded.accessed(access("/" + random.nextInt(10) + "/" + random.nextInt(50), i));
        assertThat(bounded.files()).isBetween(1, most);
      }
    }
  }

  @Test
  void continuesAfterItsStateWasWrittenAndRead() throws IOException {
    for (int history = 0; history < 100; history++) {
      Random random = new Random(Seeds.of("stored").nextLong() + history);
      FilePopularity whole = new FilePopularity(apt(), 40);
      FilePopularity stored = new FilePopularity(apt(), 40);
      for (int event = 0; event < 500; event++) {
        long seed = random.nextLong();
        step(whole, new Random(seed), event);
        step(stored, new Random(seed), event);
        if (random.nextInt(50) == 0) {
          stored = FilePopularity.read(in(bytes(stored)), apt(), 40);
        }
      }
      assertThat(stored.mostPopular(100))
          .as("seed %d, history %d", Seeds.seed(), history)
          .isEqualTo(whole.mostPopular(100));
      assertThat(stored.forgotten()).isEqualTo(whole.forgotten());
    }
  }

  private static PopularityPrediction apt() {
    return PopularityPrediction.aptStore(AptParameters.of(PERIOD));
  }

  /**
   * Times are all different, because files that were used at once may be forgotten in any order.
   */
  private static void step(FilePopularity popularity, Random random, int event) {
    long time = event * 60_000L;
    switch (random.nextInt(20)) {
      case 0 -> popularity.deleted(path(random));
      case 1 -> popularity.renamed(path(random), path(random));
      case 2 -> popularity.endOfPeriod(time);
      case 3 -> popularity.created(path(random), time, random.nextInt(10));
      default -> popularity.accessed(access(path(random), time));
    }
  }

  private static String path(Random random) {
    String directory = "/" + random.nextInt(5);
    return random.nextInt(10) == 0 ? directory : directory + "/" + random.nextInt(20);
  }

  private static byte[] bytes(FilePopularity popularity) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    popularity.write(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  private static DataInputStream in(byte[] bytes) {
    return new DataInputStream(new ByteArrayInputStream(bytes));
  }

  @Test
  void anotherLimitAtReadingForgetsTheSurplus() throws IOException {
    for (int file = 0; file < 10; file++) {
      popularity.accessed(access("/" + file, file));
    }
    popularity.endOfPeriod(PERIOD);
    FilePopularity smaller =
        FilePopularity.read(in(bytes(popularity)), AccessCounts.leastFrequentlyUsed(), 3);
    assertThat(smaller.mostPopular(10))
        .extracting(PredictedFile::path)
        .containsExactly("/9", "/8", "/7");
  }

  @Test
  void refusesBytesThatAreNoState() throws IOException {
    popularity.accessed(access("/a/b", 1));
    byte[] good = bytes(popularity);
    assertThatThrownBy(() -> FilePopularity.read(in(good), PopularityPrediction.dux(), 10))
        .isInstanceOf(IOException.class)
        .hasMessage("popularity state is that of predictor lfu: must be dux");
    assertThatThrownBy(() -> read(changed(good, 0)))
        .isInstanceOf(IOException.class)
        .hasMessage("not a popularity state: begins with be544850");
    assertThatThrownBy(() -> read(changed(good, 7)))
        .isInstanceOf(IOException.class)
        .hasMessage("popularity state has version 254: must be version 1");
    for (int length = 0; length < good.length; length++) {
      byte[] part = Arrays.copyOf(good, length);
      assertThatThrownBy(() -> read(part))
          .isInstanceOf(IOException.class)
          .hasMessage("popularity state is damaged: it ends too early");
    }
  }

  /** HDFS allows paths of 8,000 characters. */
  @Test
  void storesTheLongestNameOfHdfs() throws IOException {
    String path = "/" + "漢".repeat(7999);
    popularity.accessed(access(path, 1));
    popularity.endOfPeriod(PERIOD);
    assertThat(read(bytes(popularity)).predicted(path)).hasValue(1);
  }

  private static byte[] changed(byte[] bytes, int at) {
    byte[] changed = bytes.clone();
    changed[at] = (byte) ~changed[at];
    return changed;
  }

  private static FilePopularity read(byte[] bytes) throws IOException {
    return FilePopularity.read(in(bytes), AccessCounts.leastFrequentlyUsed(), 10);
  }

  /** The tests' heap has 1 GB. Each file has a path of 40 letters; a directory has 100 files. */
  @Test
  void aMillionFilesFitIntoAHeapOfOneGigabyte() {
    assertThat(Runtime.getRuntime().maxMemory()).isLessThanOrEqualTo(1L << 30);
    int million = 1_000_000;
    FilePopularity large = new FilePopularity(apt(), million);
    for (int file = 0; file < million; file++) {
      large.created(path(file), file, 1 + file % 50);
    }
    for (int file = 0; file < million; file += 1000) {
      large.accessed(access(path(file), PERIOD));
    }
    large.endOfPeriod(2 * PERIOD);

    assertThat(large.files()).isEqualTo(million);
    assertThat(large.forgotten()).isZero();
    assertThat(large.mostPopular(1000))
        .allMatch(file -> file.path().endsWith("00.parquet"))
        .hasSize(1000);
  }

  private static String path(int file) {
    return "/warehouse/t/" + (10_000 + file / 100) + "/part-" + (1_000_000_000 + file) + ".parquet";
  }
}
