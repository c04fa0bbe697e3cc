// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.athanor.engine.buffer.BufferPool;
import org.athanor.engine.testing.RawRecord;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Failures of files, and how a spill file and its users report them. */
@Timeout(60)
class SpillFileTest {
  @Test
  void encryptsAndDecryptsBlocks() throws IOException {
    try (SpillFile spill = new SpillFile(file(), new SpillCipher(128))) {
      byte[] same = block(5000, 7);
      List<Long> positions = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        positions.add(spill.write(same, same.length - i));
      }
      assertThat(same).isEqualTo(block(5000, 7));
      for (int i = 0; i < 3; i++) {
        int length = same.length - i;
        assertThat(spill.read(positions.get(i), length, NO_BUFFER))
            .isEqualTo(Arrays.copyOf(same, length));
        assertThat(spill.read(positions.get(i), length, new byte[6000]))
            .startsWith(Arrays.copyOf(same, length));
      }
      // The file has no sequence of the block's bytes, and two equal blocks have different bytes.
      byte[] stored = Files.readAllBytes(file());
      byte[] first = Arrays.copyOfRange(stored, 8, 8 + 4998);
      byte[] second = Arrays.copyOfRange(stored, 16 + 5000, 16 + 5000 + 4998);
      assertThat(equalBytes(first, same)).isLessThan(100);
      assertThat(equalBytes(first, second)).isLessThan(100);
    }
  }

  /** Returns the number of equal bytes; about one in 256 is equal by chance. */
  private static int equalBytes(byte[] a, byte[] b) {
    int equal = 0;
    for (int i = 0; i < Math.min(a.length, b.length); i++) {
      equal += a[i] == b[i] ? 1 : 0;
    }
    return equal;
  }

  @Test
  void refusesKeysOfAnotherSize() {
    assertThatIOException()
        .isThrownBy(() -> new SpillCipher(100))
        .withMessage("no AES key of 100 bits (128, 192 or 256 are possible)");
  }

  private static final byte[] NO_BUFFER = new byte[0];

  @TempDir Path directory;

  private Path file() {
    return directory.resolve("spill");
  }

  private static byte[] block(int length, int fill) {
    byte[] block = new byte[length];
    Arrays.fill(block, (byte) fill);
    return block;
  }

  @Test
  void readsBlocksOfAnySizeIntoTheBufferIfTheyFit() throws IOException {
    try (SpillFile spill = new SpillFile(file())) {
      byte[] small = block(10, 1);
      byte[] large = block(100, 2);
      long first = spill.write(small, 10);
      long second = spill.write(large, 100);
      long third = spill.write(large, 0);
      byte[] buffer = new byte[50];
      assertThat(spill.read(first, 10, buffer)).isSameAs(buffer).startsWith(small);
      assertThat(spill.read(second, 100, buffer)).isEqualTo(large);
      assertThat(spill.read(third, 0, buffer)).isSameAs(buffer);
      assertThat(spill.bytes()).isEqualTo(Files.size(file()));
    }
    assertThat(file()).doesNotExist();
  }

  @Test
  void noticesEveryFlippedBit() throws IOException {
    try (SpillFile spill = new SpillFile(file())) {
      byte[] block = block(40, 7);
      long position = spill.write(block, block.length);
      byte[] good = Files.readAllBytes(file());
      for (int bit = 0; bit < 8 * good.length; bit++) {
        byte[] bad = good.clone();
        bad[bit / 8] ^= (byte) (1 << (bit % 8));
        Files.write(file(), bad);
        String what =
            bit / 8 < 4 ? "has a length other than the one written" : "fails its checksum";
        assertThatIOException()
            .isThrownBy(() -> spill.read(position, block.length, NO_BUFFER))
            .withMessage("cannot read spilled map output from " + file() + ": block at 0 " + what);
      }
      Files.write(file(), good);
      assertThat(spill.read(position, block.length, NO_BUFFER)).isEqualTo(block);
    }
  }

  @Test
  void noticesATruncatedFile() throws IOException {
    try (SpillFile spill = new SpillFile(file())) {
      byte[] block = block(40, 7);
      long position = spill.write(block, block.length);
      byte[] good = Files.readAllBytes(file());
      for (int length = 0; length < good.length; length++) {
        Files.write(file(), Arrays.copyOf(good, length));
        assertThatIOException()
            .isThrownBy(() -> spill.read(position, block.length, NO_BUFFER))
            .withMessage(
                "cannot read spilled map output from " + file() + ": file ends at byte " + length);
      }
    }
  }

  @Test
  void reportsTheReasonIfItCannotBeCreated() throws IOException {
    Path notADirectory = Files.writeString(directory.resolve("file"), "");
    try (SpillFile spill = new SpillFile(notADirectory.resolve("spill"))) {
      assertThatIOException()
          .isThrownBy(() -> spill.write(NO_BUFFER, 0))
          .withMessage(
              "cannot spill map output to "
                  + notADirectory
                  + "/spill: "
                  + notADirectory
                  + " exists already")
          .withCauseInstanceOf(FileAlreadyExistsException.class);
    }
    assertThat(notADirectory).exists();
  }

  @Test
  void isPrivateToItsOwner() throws IOException {
    try (SpillFile spill = new SpillFile(file())) {
      spill.write(NO_BUFFER, 0);
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
          .isEqualTo("rw-------");
    }
  }

  @Test
  void refusesAFileThatExists() throws IOException {
    Files.writeString(file(), "existing content");
    try (SpillFile spill = new SpillFile(file())) {
      assertThatIOException().isThrownBy(() -> spill.write(NO_BUFFER, 0));
    }
    assertThat(file()).hasContent("existing content");
  }

  @Test
  void failsAfterItIsClosed() throws IOException {
    SpillFile spill = new SpillFile(file());
    spill.write(block(1, 1), 1);
    spill.close();
    assertThatIOException()
        .isThrownBy(() -> spill.read(0, 1, NO_BUFFER))
        .withMessage("cannot read spilled map output from " + file() + ": the job has ended");
    assertThatIOException()
        .isThrownBy(() -> spill.write(block(1, 1), 1))
        .withMessage("cannot spill map output to " + file() + ": the job has ended");
    spill.close();
    assertThat(file()).doesNotExist();
  }

  @Test
  void failsForTheInterruptedThreadOnly() throws IOException {
    try (SpillFile spill = new SpillFile(file())) {
      long position = spill.write(block(9, 1), 9);
      Thread.currentThread().interrupt();
      assertThatIOException()
          .isThrownBy(() -> spill.read(position, 9, NO_BUFFER))
          .withCauseInstanceOf(ClosedByInterruptException.class)
          .withMessage(
              "cannot read spilled map output from "
                  + file()
                  + ": java.nio.channels.ClosedByInterruptException");
      assertThat(Thread.interrupted()).isTrue();
      assertThat(spill.read(position, 9, NO_BUFFER)).isEqualTo(block(9, 1));
      assertThat(spill.read(spill.write(block(5, 2), 5), 5, NO_BUFFER)).isEqualTo(block(5, 2));
    }
  }

  @Test
  void servesManyThreadsWhileOthersAreInterrupted() throws Exception {
    int threads = 3;
    int rounds = 400;
    Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    CountDownLatch working = new CountDownLatch(threads);
    try (SpillFile spill = new SpillFile(file())) {
      List<Thread> all = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        int id = t + 1;
        all.add(
            start(
                failures,
                () -> {
                  for (int i = 0; i < rounds; i++) {
                    byte[] block = block(100 + i, id);
                    long position = spill.write(block, block.length);
                    assertThat(spill.read(position, block.length, NO_BUFFER)).isEqualTo(block);
                  }
                  working.countDown();
                }));
      }
      all.add(
          start(
              failures,
              () -> {
                while (working.getCount() > 0) {
                  Thread.currentThread().interrupt();
                  assertThatIOException().isThrownBy(() -> spill.write(block(64, 99), 64));
                  assertThat(Thread.interrupted()).isTrue();
                  Thread.onSpinWait();
                }
              }));
      for (Thread thread : all) {
        thread.join();
      }
    }
    assertThat(failures).isEmpty();
  }

  /** The work of a thread. */
  private interface Work {
    void run() throws Exception;
  }

  private static Thread start(Queue<Throwable> failures, Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (Throwable e) {
                failures.add(e);
              }
            });
    thread.start();
    return thread;
  }

  @Test
  void reportsTheFailureOfAnyIoCall() throws IOException {
    Random random = Seeds.of("faults");
    List<RawRecord> records = Runs.sorted(random, 400, 3);
    long calls = attempt(-1, Integer.MAX_VALUE, records).calls();
    assertThat(calls).isGreaterThan(40);
    for (long failing = 0; failing < calls; failing++) {
      attempt(failing, Integer.MAX_VALUE, records);
    }
  }

  @Test
  void acceptsAFileSystemThatTransfersInSmallPieces() throws IOException {
    List<RawRecord> records = Runs.sorted(Seeds.of("pieces"), 200, 3);
    long calls = attempt(-1, 500, records).calls();
    for (long failing = 0; failing < calls; failing += 7) {
      attempt(failing, 500, records);
    }
  }

  /** Writes a run and reads it, while one call fails. */
  private FaultyChannel.Plan attempt(long failing, int maxBytes, List<RawRecord> records)
      throws IOException {
    FaultyChannel.Plan plan = new FaultyChannel.Plan(failing, maxBytes);
    BufferPool pool = new BufferPool(2, Runs.BUFFER_BYTES);
    SpillFile spill = new SpillFile(file(), plan);
    boolean failed = false;
    Run run = null;
    try (RunWriter writer = new RunWriter(0, 3, pool, spill, new byte[Runs.BUFFER_BYTES])) {
      Runs.writeAll(records, writer);
      run = writer.finish();
    } catch (IOException e) {
      failed = true;
      assertThat(e)
          .hasMessage("cannot spill map output to " + file() + ": No space left on device");
    }
    if (run == null) {
      assertThat(pool.lent()).as("after the failure of call %d", failing).isZero();
    } else {
      try {
        RawRecord.assertSame(Runs.read(run), records, "failing call " + failing);
      } catch (IOException e) {
        failed = true;
        assertThat(e)
            .hasMessage(
                "cannot read spilled map output from " + file() + ": No space left on device");
      }
      run.release();
    }
    assertThat(pool.lent()).isZero();
    try {
      spill.close();
    } catch (IOException e) {
      failed = true;
    }
    assertThat(file()).doesNotExist();
    assertThat(failed).as("call %d fails", failing).isEqualTo(failing >= 0);
    return plan;
  }
}
