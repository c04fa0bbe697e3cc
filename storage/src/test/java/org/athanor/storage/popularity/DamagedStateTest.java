// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.popularity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** States of {@link FilePopularity} that are not as they were written. */
class DamagedStateTest {
  private static final long PERIOD = 3_600_000;
  private static final int MAX_FILES = 20;

  /**
   * States have about 1,000 bytes. The JDK needs 390,000 bytes for a text that may have 65,535, and
   * more to load classes. The lengths that single bits make are up to 2^28, which would be 2 GB.
   */
  private static final long MOST_ALLOCATED = 4_000_000;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static Stream<Supplier<Predictor>> predictors() {
    return Stream.of(
        () -> PopularityPrediction.aptStore(AptParameters.of(PERIOD)),
        PopularityPrediction::dux,
        Recurrence::new,
        AccessCounts::leastFrequentlyUsed,
        LeastRecentlyUsed::new,
        () -> new ConcurrentAccesses(60_000),
        Clairvoyant::new);
  }

  /** A state of a few files is read with one bit changed, for each bit, and without its end. */
  @ParameterizedTest
  @MethodSource("predictors")
  void isRefusedInOneLineOrWorks(Supplier<Predictor> make) throws IOException {
    Random random = Seeds.of("damaged states");
    FilePopularity popularity = new FilePopularity(make.get(), MAX_FILES);
    for (int event = 0; event < 60; event++) {
      step(popularity, random, event);
    }
    byte[] good = bytes(popularity);
    int accepted = 0;
    for (int bit = 0; bit < 8 * good.length; bit++) {
      byte[] changed = good.clone();
      changed[bit / 8] ^= (byte) (1 << (bit % 8));
      String what = "seed " + Seeds.seed() + ", bit " + bit;
      Optional<FilePopularity> read = read(changed, make.get(), what);
      if (read.isPresent()) {
        accepted++;
        use(read.get(), make, what);
      }
    }
    assertThat(accepted).isBetween(1, 8 * good.length - 64);
    for (int length = 0; length < good.length; length++) {
      String what = "seed " + Seeds.seed() + ", length " + length;
      assertThat(read(Arrays.copyOf(good, length), make.get(), what)).as(what).isEmpty();
    }
  }

  private static void step(FilePopularity popularity, Random random, int event) {
    String path = "/d" + random.nextInt(3) + "/f" + random.nextInt(8);
    long time = event * 600_000L;
    switch (random.nextInt(16)) {
      case 0 -> popularity.deleted(path);
      case 1 -> popularity.renamed(path, "/d" + random.nextInt(3) + "/r" + random.nextInt(8));
      case 2 -> popularity.renamed("/d" + random.nextInt(3), "/d" + random.nextInt(3));
      case 3, 4 -> popularity.endOfPeriod(time);
      case 5 -> popularity.created(path, time, random.nextInt(10));
      default -> popularity.accessed(new AccessEvent(path, time, "job"));
    }
  }

  private static byte[] bytes(FilePopularity popularity) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    popularity.write(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  private Optional<FilePopularity> read(byte[] bytes, Predictor predictor, String what) {
    long thread = Thread.currentThread().getId();
    long before = threads.getThreadAllocatedBytes(thread);
    FilePopularity read = null;
    Throwable failure = null;
    try {
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
      read = FilePopularity.read(in, predictor, MAX_FILES);
    } catch (IOException | RuntimeException | Error e) {
      failure = e;
    }
    long allocated = threads.getThreadAllocatedBytes(thread) - before;
    assertThat(allocated).as(what).isLessThan(MOST_ALLOCATED);
    if (failure != null) {
      assertThat(failure).as(what).isInstanceOf(IOException.class);
      assertThat(failure.getMessage()).as(what).isNotBlank().matches("[ -~]*");
    }
    return Optional.ofNullable(read);
  }

  /** Goes on with a state, which must be as good as any other. */
  private static void use(FilePopularity popularity, Supplier<Predictor> make, String what) {
    try {
      Random random = new Random(1);
      for (int event = 60; event < 120; event++) {
        step(popularity, random, event);
      }
      popularity.endOfPeriod(120 * 600_000L);
      assertThat(popularity.files()).as(what).isBetween(0, MAX_FILES);
      assertThat(popularity.mostPopular(100))
          .as(what)
          .allMatch(file -> Double.isFinite(file.popularity()))
          .allMatch(file -> popularity.predicted(file.path()).isPresent());
      byte[] bytes = bytes(popularity);
      FilePopularity again =
          FilePopularity.read(
              new DataInputStream(new ByteArrayInputStream(bytes)), make.get(), MAX_FILES);
      assertThat(again.mostPopular(100)).as(what).isEqualTo(popularity.mostPopular(100));
    } catch (IOException | RuntimeException e) {
      fail(what + ": " + e, e);
    }
  }

  /** A directory with the names of two files, the second changed into that of the first. */
  @Test
  void namesItsDamage() throws IOException {
    FilePopularity popularity = new FilePopularity(AccessCounts.lastValue(), MAX_FILES);
    popularity.accessed(new AccessEvent("/d/a", 1, ""));
    popularity.accessed(new AccessEvent("/d/b", 1, ""));
    byte[] good = bytes(popularity);
    assertDamage(replaced(good, 'b', 'a'), "two files of the same name in a directory");
    assertDamage(replaced(good, 'b', '/'), "a name that is empty, or has a slash");
    assertDamage(replaced(good, 'b', 0xff), "a name that is no text");
  }

  /** Changes the last name. */
  private static byte[] replaced(byte[] bytes, int from, int to) {
    byte[] changed = bytes.clone();
    int at = changed.length - 1;
    while (changed[at] != from) {
      at--;
    }
    changed[at] = (byte) to;
    return changed;
  }

  private static void assertDamage(byte[] bytes, String what) {
    assertThatThrownBy(
            () ->
                FilePopularity.read(
                    new DataInputStream(new ByteArrayInputStream(bytes)),
                    AccessCounts.lastValue(),
                    MAX_FILES))
        .isInstanceOf(IOException.class)
        .hasMessage("popularity state is damaged: it has " + what);
  }

  @Test
  void hasNoInfiniteValues() throws IOException {
    for (double value : new double[] {Double.POSITIVE_INFINITY, -Double.MAX_VALUE}) {
      DoubleColumn column = new DoubleColumn();
      column.set(0, value);
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      column.write(new DataOutputStream(bytes));
      assertThatThrownBy(
              () ->
                  new DoubleColumn()
                      .read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()))))
          .isInstanceOf(IOException.class)
          .hasMessage("popularity state is damaged: it has a value of " + value);
    }
  }
}
