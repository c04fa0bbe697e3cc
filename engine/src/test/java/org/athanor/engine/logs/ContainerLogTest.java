// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.logs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.athanor.engine.logs.ContainerLog.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of a container's log. */
class ContainerLogTest {
  @TempDir Path root;

  private Path directory() {
    return root.resolve("container");
  }

  private static void write(ContainerLog log, Kind kind, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    log.write(kind, bytes, 0, bytes.length);
  }

  @Test
  void writesToTheFileAtOnce() {
    ContainerLog log = new ContainerLog(directory());
    write(log, Kind.STDERR, "one");
    assertThat(directory()).isDirectoryContaining("glob:**/stderr");
    assertThat(directory().resolve("stderr")).hasContent("one");
    write(log, Kind.STDERR, " two");
    assertThat(directory().resolve("stderr")).hasContent("one two");
    log.endHere();
  }

  @Test
  void namesMayBeginWithAnAttempt() {
    ContainerLog log = new ContainerLog(directory(), "attempt_1_0001_m_000000_0.");
    write(log, Kind.STDOUT, "one");
    log.endHere();
    assertThat(directory().resolve("attempt_1_0001_m_000000_0.stdout")).hasContent("one");
  }

  @Test
  void appendsToWhatAnEarlierStepWrote() {
    for (String step : new String[] {"set up, ", "committed"}) {
      ContainerLog log = new ContainerLog(directory());
      write(log, Kind.STDOUT, step);
      log.endHere();
    }
    assertThat(directory().resolve("stdout")).hasContent("set up, committed");
  }

  @Test
  void writesForAnInterruptedThread() {
    ContainerLog log = new ContainerLog(directory());
    Thread.currentThread().interrupt();
    write(log, Kind.SYSLOG, "one");
    write(log, Kind.SYSLOG, " two");
    assertThat(Thread.interrupted()).isTrue();
    assertThat(directory().resolve("syslog")).hasContent("one two");
    log.endHere();
  }

  @Test
  void ignoresWritesOfThreadsThatOutliveTheAttempt() throws Exception {
    ContainerLog log = new ContainerLog(directory());
    log.beginHere();
    CountDownLatch ended = new CountDownLatch(1);
    ContainerLog[] seen = new ContainerLog[1];
    Thread remaining =
        new Thread(
            () -> {
              seen[0] = ContainerLog.current();
              try {
                ended.await();
              } catch (InterruptedException e) {
                return;
              }
              write(ContainerLog.current(), Kind.STDOUT, "too late");
            });
    remaining.start();
    log.endHere();
    assertThat(ContainerLog.current()).isNull();
    ended.countDown();
    remaining.join();
    assertThat(seen[0]).isSameAs(log);
    assertThat(directory()).doesNotExist();
  }

  @Test
  void writesNothingMoreAfterAFailedWrite() throws Exception {
    Files.writeString(directory(), "in the way");
    ContainerLog log = new ContainerLog(directory());
    write(log, Kind.STDOUT, "lost");
    Files.delete(directory());
    write(log, Kind.STDOUT, "lost, too: a log without its beginning would mislead");
    assertThat(directory()).doesNotExist();
    log.endHere();
  }
}
