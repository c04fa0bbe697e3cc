// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.athanor.engine.config.EngineSettings;
import org.athanor.topology.affinity.AffinityLevel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WorkerTest {
  private final Worker worker =
      new Worker(new EngineSettings(1, 8 << 20, 4096, AffinityLevel.NONE));
  private final Share share = new Share(1, 3);

  @AfterEach
  void close() {
    worker.close();
  }

  /** The work of an operation. */
  private interface Work {
    void run() throws InterruptedException;
  }

  private Operation operation(Work work) {
    return new Operation() {
      @Override
      public Kind kind() {
        return Kind.MAP;
      }

      @Override
      public Share share() {
        return share;
      }

      @Override
      public void run(WorkArea area) {
        try {
          work.run();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
    };
  }

  @Test
  void interruptsOnlyTheGivenOperation() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(1);
    List<String> seen = new CopyOnWriteArrayList<>();
    Operation first =
        operation(
            () -> {
              begun.countDown();
              try {
                never.await();
              } catch (InterruptedException e) {
                seen.add("interrupted");
                Thread.currentThread().interrupt();
              }
            });
    Operation second =
        operation(
            () -> {
              seen.add("status " + Thread.currentThread().isInterrupted());
              done.countDown();
            });
    worker.submit(first);
    worker.submit(second);
    begun.await();
    worker.interrupt(second);
    assertThat(seen).isEmpty();
    worker.interrupt(first);
    assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(seen).containsExactly("interrupted", "status false");
  }

  @Test
  void survivesAnOperationThatThrows() throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    ClassLoader[] loader = new ClassLoader[1];
    worker.submit(
        operation(
            () -> {
              Thread.currentThread().setContextClassLoader(null);
              throw new IllegalStateException("meant");
            }));
    worker.submit(
        operation(
            () -> {
              loader[0] = Thread.currentThread().getContextClassLoader();
              done.countDown();
            }));
    assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(loader[0]).isSameAs(Worker.class.getClassLoader());
  }

  @Test
  void renewedThreadsHaveEmptyThreadLocals() throws InterruptedException {
    InheritableThreadLocal<String> local = new InheritableThreadLocal<>();
    List<String> seen = new CopyOnWriteArrayList<>();
    CountDownLatch never = new CountDownLatch(1);
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(1);
    worker.submit(
        operation(
            () -> {
              local.set("left");
              worker.renewThreads();
              seen.add(Thread.currentThread().getName() + " " + local.get());
            }));
    Operation second =
        operation(
            () -> {
              seen.add(Thread.currentThread().getName() + " " + local.get());
              begun.countDown();
              try {
                never.await();
              } catch (InterruptedException e) {
                seen.add("interrupted");
                local.set("kept");
              }
            });
    worker.submit(second);
    worker.submit(
        operation(
            () -> {
              seen.add(local.get());
              done.countDown();
            }));
    begun.await();
    worker.interrupt(second);
    assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(seen).containsExactly("athanor-0 left", "athanor-0 null", "interrupted", "kept");
  }

  @Test
  void withdrawsOnlyOperationsThatHaveNotBegun() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(1);
    List<String> seen = new CopyOnWriteArrayList<>();
    Operation running =
        operation(
            () -> {
              begun.countDown();
              go.await();
            });
    Operation withdrawn = operation(() -> seen.add("withdrawn"));
    worker.submit(running);
    worker.submit(withdrawn);
    worker.submit(operation(done::countDown));
    begun.await();
    assertThat(worker.withdraw(running)).isFalse();
    assertThat(worker.withdraw(withdrawn)).isTrue();
    go.countDown();
    assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(seen).isEmpty();
  }

  @Test
  void dividesItsMemoryAsTheSettingsSay() {
    // Of 8 MiB, the thread has 35 %; the rest is buffers of 4 KiB for sorted map output.
    assertThat(worker.retained().capacity()).isEqualTo(1331);
    assertThat(worker.retained().bufferBytes()).isEqualTo(4096);
    // 60 % of the thread's part are for records or read buffers.
    assertThat(worker.mergeWidth()).isEqualTo(430);
  }
}
