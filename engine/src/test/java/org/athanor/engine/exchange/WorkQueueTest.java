// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.athanor.engine.thread.Clock;
import org.junit.jupiter.api.Test;

class WorkQueueTest {
  private static final long LATER = System.nanoTime() + TimeUnit.HOURS.toNanos(1);

  private final WorkQueue queue = new WorkQueue(Clock.SYSTEM);
  private final Runnable first = new Work();
  private final Runnable second = new Work();

  /** Work that is not done. */
  private static final class Work implements Runnable {
    @Override
    public void run() {}
  }

  @Test
  void workIsTakenInOrder() {
    queue.add(first);
    queue.add(second);
    assertThat(queue.take(LATER)).isSameAs(first);
    assertThat(queue.take(LATER)).isSameAs(second);
    assertThat(queue.take(System.nanoTime())).isNull();
  }

  @Test
  void aThreadThatIsWokenLooksFirst() {
    queue.add(first);
    queue.wake();
    queue.wake();
    assertThat(queue.take(LATER)).isNull();
    assertThat(queue.take(LATER)).isSameAs(first);
  }

  @Test
  void whenItIsTimeToLookNoMoreWorkIsTaken() {
    queue.add(first);
    assertThat(queue.take(System.nanoTime() - 1)).isNull();
    assertThat(queue.take(LATER)).isSameAs(first);
  }

  @Test
  void afterTheEndThereIsNoWork() {
    queue.add(first);
    queue.end();
    queue.add(second);
    assertThat(queue.hasEnded()).isTrue();
    assertThat(queue.take(LATER)).isNull();
  }

  @Test
  void aWaitingThreadIsWokenByWork() throws Exception {
    Thread adding = new Thread(() -> queue.add(first));
    adding.start();
    assertThat(queue.take(LATER)).isSameAs(first);
    adding.join();
  }
}
