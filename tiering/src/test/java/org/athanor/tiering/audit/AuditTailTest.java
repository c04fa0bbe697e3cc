// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.audit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuditTailTest {
  @TempDir Path directory;
  private Path log;

  @BeforeEach
  void name() {
    log = directory.resolve("hdfs-audit.log");
  }

  private static String line(String command, int number) {
    return String.format(
        Locale.ROOT,
        "2015-07-09 00:00:00,%03d INFO FSNamesystem.audit: allowed=true\tugi=u (auth:SIMPLE)"
            + "\tip=/1.2.3.4\tcmd=%s\tsrc=/%d\tdst=null\tperm=null\tproto=rpc\n",
        number % 1000,
        command,
        number);
  }

  private void write(String text) throws IOException {
    try (OutputStream out =
        Files.newOutputStream(log, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      out.write(text.getBytes(UTF_8));
    }
  }

  private AuditTail tail(AuditPosition position) {
    return new AuditTail(log, ZoneOffset.UTC, position);
  }

  private static List<String> sources(AuditBatch batch) {
    return batch.events().stream().map(AuditEvent::source).toList();
  }

  @Test
  void returnsNoMoreEventsThanAskedForAndGoesOnAfterThem() throws IOException {
    write(line("open", 1) + "what?\n" + line("mkdirs", 2) + line("open", 3) + line("open", 4));
    try (AuditTail tail = tail(AuditPosition.START)) {
      AuditBatch first = tail.poll(2);
      assertThat(sources(first)).containsExactly("/1", "/3");
      assertThat(first.counts()).isEqualTo(new AuditCounts(2, 1, 1));
      assertThat(first.hasMore()).isTrue();
      AuditBatch second = tail.poll(2);
      assertThat(sources(second)).containsExactly("/4");
      assertThat(second.counts()).isEqualTo(new AuditCounts(1, 0, 0));
      AuditBatch third = tail.poll(2);
      assertThat(third.events()).isEmpty();
      assertThat(third.hasMore()).isFalse();
      assertThat(third.position()).isEqualTo(second.position());
    }
  }

  @Test
  void repeatsNothingAfterARestartAtThePositionOfAnyBatch() throws IOException {
    List<String> expected = new ArrayList<>();
    AuditPosition position = AuditPosition.START;
    List<String> read = new ArrayList<>();
    for (int file = 0; file < 4; file++) {
      for (int i = 0; i < 20; i++) {
        write(line(i % 3 == 0 ? "open" : "listStatus", 20 * file + i));
        if (i % 3 == 0) {
          expected.add("/" + (20 * file + i));
        }
        if (i % 5 == 4) {
          try (AuditTail tail = tail(AuditPosition.parse(position.text()))) {
            AuditBatch batch = tail.poll(2);
            read.addAll(sources(batch));
            assertThat(batch.notices()).isEmpty();
            position = batch.position();
          }
        }
      }
      Files.move(log, directory.resolve("hdfs-audit.log." + (9 - file)));
    }
    try (AuditTail tail = tail(position)) {
      read.addAll(sources(tail.poll(1000)));
    }
    assertThat(read).isEqualTo(expected);
  }

  @Test
  void keepsTheTimeOfTheLastLineForOneWithoutATime() throws IOException {
    write(line("listStatus", 7));
    AuditPosition position;
    try (AuditTail tail = tail(AuditPosition.START)) {
      position = tail.poll(1).position();
    }
    write(line("open", 8).substring(24));
    try (AuditTail tail = tail(position)) {
      assertThat(tail.poll(1).events())
          .extracting(AuditEvent::time)
          .containsExactly(Instant.parse("2015-07-09T00:00:00.007Z"));
    }
  }

  @Test
  void usesTheZoneOfTheNameNode() throws IOException {
    write(line("open", 1));
    try (AuditTail tail = new AuditTail(log, ZoneId.of("Asia/Tokyo"), AuditPosition.START)) {
      assertThat(tail.poll(1).events().get(0).time())
          .isEqualTo(Instant.parse("2015-07-08T15:00:00.001Z"));
    }
  }

  @Test
  void saysWhichFileCannotBeUncompressed() throws IOException {
    Path wrong = directory.resolve("hdfs-audit.log.1.gz");
    Files.writeString(wrong, "this is no gzip");
    write(line("open", 1));
    try (AuditTail tail = tail(AuditPosition.START)) {
      AuditBatch batch = tail.poll(10);
      assertThat(sources(batch)).containsExactly("/1");
      assertThat(batch.notices())
          .containsExactly(
              wrong
                  + ": cannot be uncompressed after byte 0 (Not in GZIP format): the rest of its"
                  + " lines is lost");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "1", "1 2 3", "x 0 0 0 0 f", "1 0 0 0 0 f g", "1 -1 0 0 0 f", "1 0 0 z 0 f"})
  void refusesATextThatIsNoPosition(String text) {
    assertThatThrownBy(() -> AuditPosition.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("position in a");
  }

  @Test
  void refusesABatchWithoutEvents() throws IOException {
    try (AuditTail tail = tail(AuditPosition.START)) {
      assertThatThrownBy(() -> tail.poll(0)).hasMessage("maxEvents=0: must be at least 1");
    }
  }

  @Test
  void readsEachLineOnceWhileAnotherThreadWritesAndRotates() throws Exception {
    int lines = 20_000;
    ExecutorService writer = Executors.newSingleThreadExecutor();
    List<String> read = new ArrayList<>();
    List<String> notices = new ArrayList<>();
    try (AuditTail tail = tail(AuditPosition.START)) {
      Future<?> writing = writer.submit(() -> writeAndRotate(lines));
      boolean ended = false;
      while (true) {
        AuditBatch batch = tail.poll(100);
        read.addAll(sources(batch));
        notices.addAll(batch.notices());
        assertThat(batch.counts().malformed()).isZero();
        if (ended && !batch.hasMore()) {
          break;
        }
        ended = writing.isDone();
      }
      writing.get();
    } finally {
      writer.shutdownNow();
    }
    assertThat(notices).isEmpty();
    assertThat(read).hasSize(lines);
    for (int i = 0; i < lines; i++) {
      assertThat(read.get(i)).isEqualTo("/" + i);
    }
  }

  /** As log4j's appender does it: close, rename from the oldest on, open a new file. */
  private Void writeAndRotate(int lines) throws IOException {
    int files = 0;
    OutputStream out = Files.newOutputStream(log);
    for (int i = 0; i < lines; i++) {
      byte[] line = line("open", i).getBytes(UTF_8);
      int half = line.length / 2;
      out.write(line, 0, half);
      out.write(line, half, line.length - half);
      if (i % 500 == 499) {
        out.close();
        for (int n = files; n >= 1; n--) {
          Files.move(numbered(n), numbered(n + 1));
        }
        Files.move(log, numbered(1));
        files++;
        out = Files.newOutputStream(log, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      }
    }
    out.close();
    return null;
  }

  private Path numbered(int number) {
    return directory.resolve("hdfs-audit.log." + number);
  }
}
