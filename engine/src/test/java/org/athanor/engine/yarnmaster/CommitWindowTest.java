// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarnmaster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.athanor.engine.thread.DaemonThread;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("short")
@Timeout(30)
class CommitWindowTest {
  private final AtomicLong now = new AtomicLong(TimeUnit.HOURS.toNanos(1));
  private final CommitWindow window = new CommitWindow(Duration.ofSeconds(10), now::get);

  private interface Wait {
    void run() throws InterruptedException;
  }

  private static CompletableFuture<Void> begin(Wait wait) throws InterruptedException {
    CompletableFuture<Void> ended = new CompletableFuture<>();
    Thread thread =
        new DaemonThread(
            () -> {
              try {
                wait.run();
                ended.complete(null);
              } catch (InterruptedException e) {
                ended.completeExceptionally(e);
              }
            },
            "waits");
    thread.start();
    while (thread.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    return ended;
  }

  @Test
  void isClosedBeforeTheFirstAnswer() {
    assertThat(window.isOpen()).isFalse();
  }

  @Test
  void closesWhenTheResourceManagerHasNotAnsweredForTooLong() {
    window.answered();
    now.addAndGet(TimeUnit.SECONDS.toNanos(10));
    assertThat(window.isOpen()).isTrue();
    now.addAndGet(1);
    assertThat(window.isOpen()).isFalse();
    window.answered();
    assertThat(window.isOpen()).isTrue();
  }

  @Test
  void aCommitWaitsForTheNextAnswer() throws Exception {
    window.answered();
    window.awaitOpen();
    now.addAndGet(TimeUnit.SECONDS.toNanos(11));
    CompletableFuture<Void> opened = begin(window::awaitOpen);
    assertThat(opened).isNotDone();
    window.answered();
    opened.get();
  }

  @Test
  void anAnswerThatMayBeOldIsNoProof() throws Exception {
    window.answered();
    CompletableFuture<Void> proved = begin(window::awaitProof);
    window.answered();
    assertThat(proved).isNotDone();
    window.answered();
    proved.get();
  }

  @Test
  void hasTheLengthThatHadoopsSettingSays() {
    Configuration conf = new Configuration(false);
    assertThat(millisOpen(conf)).isEqualTo(10_000);
    conf.setLong("yarn.app.mapreduce.am.job.committer.commit-window", 5000);
    assertThat(millisOpen(conf)).isEqualTo(5000);
    conf.setLong("yarn.app.mapreduce.am.job.committer.commit-window", 0);
    assertThat(millisOpen(conf)).as("two calls of the ResourceManager").isEqualTo(2000);
  }

  private static long millisOpen(Configuration conf) {
    AtomicLong nanos = new AtomicLong();
    CommitWindow measured = CommitWindow.of(conf, nanos::get);
    measured.answered();
    long millis = 0;
    while (measured.isOpen()) {
      millis++;
      nanos.addAndGet(1_000_000);
    }
    return millis - 1;
  }

  @Test
  void aMasterThatIsRefusedHaltsUnlessItsSessionHasEnded() {
    List<String> calls = new ArrayList<>();
    ClusterEvents events = new ClusterEvents(null, null, window, () -> calls.add("halt"));
    events.masterRefused("unknown");
    assertThat(calls).containsExactly("halt");
    events.sessionEnded();
    events.masterRefused("unknown");
    assertThat(calls).hasSize(1);
  }
}
