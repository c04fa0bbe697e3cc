// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.audit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class LogTailTest {
  private static final int CASES = Integer.getInteger("athanor.test.tails", 1000);
  private static final int STEPS = 60;

  @TempDir Path directory;
  private Path log;
  private LogTail tail;
  private final Received received = new Received();

  /** Takes lines, and stops after some of them. */
  private static final class Received implements LineSink {
    private final List<String> lines = new ArrayList<>();
    private final List<String> notices = new ArrayList<>();
    private int most = Integer.MAX_VALUE;

    @Override
    public boolean line(byte[] buffer, int from, int to) {
      lines.add(new String(buffer, from, to - from, UTF_8));
      most--;
      return most > 0;
    }

    @Override
    public boolean tooLong() {
      lines.add("too long");
      return true;
    }
  }

  @BeforeEach
  void start() {
    log = directory.resolve("a.log");
    tail = new LogTail(log, LogPosition.START);
  }

  @Test
  @Timeout(60)
  void aFileWithTwoNamesIsReadOnce() throws IOException {
    write("a.log.2015-07-09", "one\ntwo\n");
    Files.createSymbolicLink(log, directory.resolve("a.log.2015-07-09"));
    Files.createLink(directory.resolve("a.log.1"), directory.resolve("a.log.2015-07-09"));
    readAll();
    readAll();
    assertThat(received.lines).containsExactly("one", "two");
    write("a.log.2015-07-09", "three\n");
    readAll();
    assertThat(received.lines).containsExactly("one", "two", "three");
    assertThat(received.notices).isEmpty();
  }

  @Test
  @Timeout(60)
  void whatIsNoFileIsNotRead() throws Exception {
    assertThat(
            new ProcessBuilder("mkfifo", directory.resolve("a.log.1").toString()).start().waitFor())
        .isZero();
    write("a.log", "one\n");
    readAll();
    assertThat(received.lines).containsExactly("one");
  }

  /** Reads by an opener that does not open some files, as root could open all. */
  private void followWithout(Set<String> closed) throws IOException {
    tail.close();
    LogFiles.Opener opener =
        file -> {
          if (closed.contains(file.name())) {
            throw new AccessDeniedException(file.path().toString());
          }
          return LogSource.open(file);
        };
    tail = new LogTail(new LogFiles(log, opener), LogPosition.START);
  }

  @Test
  @Timeout(60)
  void leavesOutAFileOfTheHistoryThatItMayNotOpenAndSaysSoOnce() throws IOException {
    write("a.log.3", "1\n");
    write("a.log.2", "2\n");
    write("a.log.1", "3\n");
    write("a.log", "4\n");
    followWithout(Set.of("a.log.2"));
    readAll();
    write("a.log", "5\n");
    readAll();
    assertThat(received.lines).containsExactly("1", "3", "4", "5");
    Path closed = directory.resolve("a.log.2");
    assertThat(received.notices)
        .containsExactly(
            closed
                + ": its lines are left out, it cannot be read"
                + " (java.nio.file.AccessDeniedException: "
                + closed
                + ")");
  }

  @Test
  @Timeout(60)
  void readsAFileThatItMayOpenInTheEnd() throws IOException {
    write("a.log.2", "1\n");
    Set<String> closed = new HashSet<>(Set.of("a.log.1", "a.log.2"));
    followWithout(closed);
    readAll();
    assertThat(received.lines).isEmpty();
    closed.clear();
    readAll();
    write("a.log.1", "2\n");
    write("a.log", "3\n");
    readAll();
    assertThat(received.lines).containsExactly("1", "2", "3");
    assertThat(received.notices).hasSize(1);
  }

  @Test
  void failsAsLongAsItMayNotOpenTheLogItself() throws IOException {
    write("a.log.1", "1\n");
    write("a.log", "2\n");
    Set<String> closed = new HashSet<>(Set.of("a.log"));
    followWithout(closed);
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(this::readAll).isInstanceOf(AccessDeniedException.class);
    }
    closed.clear();
    readAll();
    assertThat(received.lines).containsExactly("1", "2");
    assertThat(received.notices).isEmpty();
  }

  /** It would be read again after each rotation, since it would come after each file. */
  @Test
  @Timeout(60)
  void readsNoFileWithADateInTheFutureInItsName() throws IOException {
    write("a.log.2015-07-09", "1\n");
    write("a.log", "2\n");
    for (String suffix : List.of(".9999-12-31", "-99991231", "-9999999999", ".2999-01-01-00.gz")) {
      write("a.log" + suffix, "forged\n");
    }
    readAll();
    Files.move(log, directory.resolve("a.log.2015-07-10"));
    write("a.log", "3\n");
    readAll();
    assertThat(received.lines).containsExactly("1", "2", "3");
    assertThat(received.notices)
        .hasSize(4)
        .contains(
            directory.resolve("a.log.9999-12-31")
                + ": is not read, its name has a date in the future");
  }

  @Test
  void readsAFileWithTheDateOfToday() throws IOException {
    write("a.log." + LocalDate.now(ZoneId.systemDefault()), "1\n");
    write("a.log-1436572800", "2\n");
    readAll();
    assertThat(received.lines).containsExactlyInAnyOrder("1", "2");
    assertThat(received.notices).isEmpty();
  }

  @AfterEach
  void close() throws IOException {
    tail.close();
  }

  private void restart() throws IOException {
    String stored = tail.position().text();
    tail.close();
    tail = new LogTail(log, LogPosition.parse(stored));
  }

  private void readAll() throws IOException {
    received.most = Integer.MAX_VALUE;
    while (tail.poll(1 << 20, received, received.notices::add)) {
      // There is more.
    }
  }

  private void write(String name, String text) throws IOException {
    try (OutputStream out =
        Files.newOutputStream(
            directory.resolve(name), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      out.write(text.getBytes(UTF_8));
    }
  }

  private void compress(String name, String text) throws IOException {
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(directory.resolve(name)))) {
      out.write(text.getBytes(UTF_8));
    }
  }

  @Test
  void readsHistoryFromTheOldestToTheNewest() throws IOException {
    write("a.log", "9\n");
    write("a.log.1", "8\n");
    write("a.log.2", "7\n");
    compress("a.log.10.gz", "6\n");
    compress("a.log-20150710.gz", "3\n");
    write("a.log-20150711", "4\n");
    write("a.log.2015-07-11-09", "1\n");
    write("a.log.2015-07-11-10", "2\n");
    write("a.log-20150711-1436572800", "5\n");
    write("a.log.bak", "no\n");
    write("a.log.2.tmp", "no\n");
    write("b.log", "no\n");
    Files.createDirectory(directory.resolve("a.log.3"));
    readAll();
    assertThat(received.lines).containsExactly("1", "2", "3", "4", "5", "6", "7", "8", "9");
    assertThat(received.notices).isEmpty();
  }

  @Test
  void waitsForALogThatIsNotThereYet() throws IOException {
    log = directory.resolve("later").resolve("a.log");
    tail = new LogTail(log, LogPosition.START);
    readAll();
    assertThat(tail.position()).isEqualTo(LogPosition.START);
    Files.createDirectory(log.getParent());
    readAll();
    write("later/a.log", "half");
    readAll();
    assertThat(received.lines).isEmpty();
    write("later/a.log", " and half\n");
    readAll();
    assertThat(received.lines).containsExactly("half and half");
  }

  @Test
  void readsWhatWasWrittenToARenamedFileLater() throws IOException {
    write("a.log", "1\n");
    readAll();
    Files.move(log, directory.resolve("a.log.1"));
    Files.createFile(log);
    readAll();
    write("a.log.1", "2\n");
    readAll();
    write("a.log.1", "3\n");
    write("a.log", "4\n");
    readAll();
    assertThat(received.lines).containsExactly("1", "2", "3", "4");
    assertThat(received.notices).isEmpty();
  }

  @Test
  void readsTheLastLineOfAFileThatIsNotWrittenAnyMoreWithoutItsEnd() throws IOException {
    write("a.log", "1\nhalf");
    readAll();
    assertThat(received.lines).containsExactly("1");
    Files.move(log, directory.resolve("a.log.1"));
    write("a.log", "2\n");
    readAll();
    assertThat(received.lines).containsExactly("1", "half", "2");
    restart();
    readAll();
    assertThat(received.lines).hasSize(3);
  }

  @Test
  void readsTheRestOfADeletedFile() throws IOException {
    write("a.log", "1\n");
    readAll();
    write("a.log", "2\n");
    Files.delete(log);
    readAll();
    assertThat(received.lines).containsExactly("1", "2");
  }

  @Test
  void saysThatLinesMayBeLostIfTheFileIsGone() throws IOException {
    write("a.log", "1\n");
    readAll();
    restart();
    Files.delete(log);
    readAll();
    write("a.log", "2\n");
    readAll();
    readAll();
    assertThat(received.lines).containsExactly("1", "2");
    assertThat(received.notices)
        .containsExactly(
            log
                + ": reading goes on here, because the file that was read up to byte 2 is gone"
                + " or was truncated: lines between them may be lost");
  }

  @Test
  void saysThatLinesMayBeLostIfTheFileWasTruncatedWithoutACopy() throws IOException {
    write("a.log", "1\n2\n");
    readAll();
    Files.write(log, "3\n4\n5\n".getBytes(UTF_8));
    readAll();
    assertThat(received.lines).containsExactly("1", "2", "3", "4", "5");
    assertThat(received.notices).hasSize(1);
  }

  @Test
  void takesNoOtherFileForTheOneThatWasReadBecauseItsIdentityIsTheSame() throws IOException {
    rotateWithTheSameIdentity("");
    assertThat(received.lines).containsExactly("1", "2", "3", "4");
    assertThat(received.notices).isEmpty();
  }

  @Test
  void takesNoOtherFileForTheOneThatWasReadBecauseItsBeginningIsTheSame() throws IOException {
    String beginning = "x".repeat(LogPosition.SUMMED);
    rotateWithTheSameIdentity(beginning + "\n");
    assertThat(received.lines).containsExactly(beginning, "1", "2", beginning, "3", "4");
    assertThat(received.notices).isEmpty();
  }

  /** Does what a file system does that gives the identity of a deleted file to the next one. */
  private void rotateWithTheSameIdentity(String beginning) throws IOException {
    write("a.log", beginning + "1\n");
    readAll();
    LogPosition position = tail.position();
    tail.close();
    Files.move(log, directory.resolve("a.log.1"));
    write("a.log.1", "2\n");
    write("a.log", beginning + "3\n4\n");
    tail =
        new LogTail(
            log,
            new LogPosition(
                LogFile.of(log).identity(),
                position.modifiedMillis(),
                position.offset(),
                position.headSum(),
                position.tailSum()));
    readAll();
  }

  @Test
  void saysThatTheRestOfADamagedFileIsLost() throws IOException {
    Random random = Seeds.of("damaged");
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 20_000; i++) {
      text.append(random.nextLong()).append('\n');
    }
    compress("a.log.2.gz", text.toString());
    Path damaged = directory.resolve("a.log.2.gz");
    byte[] all = Files.readAllBytes(damaged);
    Files.write(damaged, Arrays.copyOf(all, all.length / 2));
    write("a.log.1", "next\n");
    write("a.log", "last\n");
    readAll();
    assertThat(received.lines).endsWith("next", "last").hasSizeGreaterThan(5000);
    assertThat(received.notices)
        .hasSize(1)
        .allMatch(notice -> notice.startsWith(damaged + ": cannot be uncompressed after byte "));
  }

  @Test
  void goesOnAfterALineThatIsTooLong() throws IOException {
    write("a.log", "1\n" + "x".repeat(2 * LineBuffer.CAPACITY + 5));
    readAll();
    readAll();
    write("a.log", "x\n2\n");
    readAll();
    assertThat(received.lines).containsExactly("1", "too long", "2");
  }

  @Test
  void takesNoRestOfALineThatIsTooLongForALineAfterARestart() throws IOException {
    for (String before : List.of("", "1\n")) {
      received.lines.clear();
      Files.deleteIfExists(log);
      tail.close();
      tail = new LogTail(log, LogPosition.START);
      write("a.log", before + "x".repeat(2 * LineBuffer.CAPACITY + 5));
      readAll();
      LogPosition inside = tail.position();
      assertThat(inside.offset()).isEqualTo(before.length());
      restart();
      write("a.log", "x\n2\n");
      readAll();
      assertThat(received.lines)
          .isEqualTo(before.isEmpty() ? List.of("too long", "2") : List.of("1", "too long", "2"));
    }
  }

  @Test
  void goesOnInACopyAfterATruncationWithinALineThatIsTooLong() throws IOException {
    write("a.log", "x".repeat(LineBuffer.CAPACITY + 5));
    readAll();
    write("a.log", "x\n2\n");
    Files.copy(log, directory.resolve("a.log.1"));
    Files.write(log, "3\n".getBytes(UTF_8));
    readAll();
    assertThat(received.lines).containsExactly("too long", "2", "3");
  }

  @Test
  void readsEachLineOnceWhateverIsRenamedCopiedAndCompressed() throws IOException {
    Random random = Seeds.of("tail");
    for (int i = 0; i < CASES; i++) {
      long seed = random.nextLong();
      LogWriter writer = follow(seed, 100, false);
      assertThat(received.lines).as("seed " + seed).isEqualTo(writer.lines());
      assertThat(received.notices).as("seed " + seed).isEmpty();
    }
  }

  @Test
  void readsEachLineOnceOrSaysThatSomeAreLost() throws IOException {
    Random random = Seeds.of("tail with losses");
    int losses = 0;
    for (int i = 0; i < CASES; i++) {
      long seed = random.nextLong();
      LogWriter writer = follow(seed, 1 + new Random(seed).nextInt(3), true);
      if (!received.lines.equals(writer.lines())) {
        losses++;
        assertThat(received.notices).as("seed " + seed).isNotEmpty();
        removeBeginnings(writer.lines());
        assertThat(new HashSet<>(received.lines)).as("seed " + seed).hasSameSizeAs(received.lines);
        assertThat(writer.lines()).as("seed " + seed).containsSubsequence(received.lines);
      }
    }
    assertThat(losses).isPositive();
  }

  /** A copy that was deleted before it was whole ends with the beginning of a line. */
  private void removeBeginnings(List<String> written) {
    received.lines.removeIf(
        line ->
            !written.contains(line) && written.stream().anyMatch(whole -> whole.startsWith(line)));
  }

  /** Writes and reads at random, then reads the rest. */
  private LogWriter follow(long seed, int kept, boolean truncates) throws IOException {
    Random random = new Random(seed);
    tail.close();
    received.lines.clear();
    received.notices.clear();
    Path place = Files.createTempDirectory(directory, "case");
    log = place.resolve("a.log");
    tail = new LogTail(log, LogPosition.START);
    LogWriter writer = new LogWriter(log, random, kept, random.nextBoolean());
    boolean copies = random.nextInt(3) == 0;
    if (truncates) {
      // Nobody can know of lines that are gone before the first look.
      writer.append();
      writer.endLine();
      readAll();
    }
    for (int i = 0; i < STEPS; i++) {
      int step = random.nextInt(20);
      if (step < 6) {
        received.most = 1 + random.nextInt(8);
        tail.poll(1 + random.nextInt(5000), received, received.notices::add);
      } else if (step == 6) {
        restart();
      } else if (writer.isRotating() && step < 14) {
        writer.step();
      } else if (writer.isRotating() && copies) {
        // What is written between copying and truncation cannot be had.
        writer.step();
      } else if (!writer.isRotating()) {
        change(writer, step, random, copies, truncates);
      }
    }
    while (writer.isRotating()) {
      writer.step();
    }
    writer.append();
    writer.endLine();
    readAll();
    return writer;
  }

  private void change(LogWriter writer, int step, Random random, boolean copies, boolean truncates)
      throws IOException {
    if (step < 15) {
      writer.append();
    } else if (step == 15) {
      writer.compress();
    } else if (step == 16 && truncates && random.nextInt(4) == 0) {
      readAll();
      // Nor of lines in a file that was truncated before its first line was read.
      if (Files.exists(log) && tail.position().file().equals(LogFile.of(log).identity())) {
        if (random.nextBoolean()) {
          writer.append();
        }
        writer.truncate();
      }
    } else if (copies) {
      writer.copyAndTruncate();
    } else {
      writer.rotate();
    }
  }
}
