// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.warm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import org.athanor.engine.exit.TaskThreads;
import org.athanor.engine.thread.DaemonThread;
import org.junit.jupiter.api.Test;

class LiveThreadsTest {
  /** Tasks run on threads of the engine, so what they leave is in any group. */
  @Test
  void findsThreadsOfEachGroupButTheEnginesOwn() throws InterruptedException {
    CountDownLatch end = new CountDownLatch(1);
    Runnable wait =
        () -> {
          try {
            end.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        };
    Thread left = new Thread(new ThreadGroup("of another driver"), wait, "athanor-left");
    // A task that does not end keeps its thread, whose place another one takes.
    Thread abandoned = new DaemonThread(TaskThreads.group(), wait, "athanor-0");
    Thread own = new DaemonThread(wait, "athanor-history");
    try {
      left.start();
      abandoned.start();
      own.start();
      assertThat(LiveThreads.now())
          .contains(left, abandoned, Thread.currentThread())
          .doesNotContain(own)
          .noneMatch(thread -> thread.getName().equals("Signal Dispatcher"));
    } finally {
      end.countDown();
    }
    left.join();
    abandoned.join();
    assertThat(LiveThreads.now()).doesNotContain(left, abandoned);
  }
}
