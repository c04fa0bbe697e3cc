// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.athanor.engine.worker.Operation.Kind;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class OperationQueueTest {
  private final OperationQueue queue = new OperationQueue();
  private int made;

  /** An operation that does nothing, because the queue does not run operations. */
  private static final class NoOperation implements Operation {
    private final Share share;
    private final Kind kind;
    private final int number;

    NoOperation(Share share, Kind kind, int number) {
      this.share = share;
      this.kind = kind;
      this.number = number;
    }

    @Override
    public Kind kind() {
      return kind;
    }

    @Override
    public Share share() {
      return share;
    }

    @Override
    public void run(WorkArea work) {}

    @Override
    public String toString() {
      return kind + " " + number;
    }
  }

  private Operation add(Share share, Kind kind) {
    Operation operation = new NoOperation(share, kind, made++);
    queue.add(operation);
    return operation;
  }

  @Test
  void servesAJobsOperationsByKindThenInOrderOfArrival() {
    Share job = new Share(1, 3);
    Operation reduce = add(job, Kind.REDUCE);
    Operation merge = add(job, Kind.MERGE);
    Operation map1 = add(job, Kind.MAP);
    Operation map2 = add(job, Kind.MAP);
    Operation commit = add(job, Kind.JOB);
    assertThat(List.of(queue.take(), queue.take(), queue.take(), queue.take(), queue.take()))
        .containsExactly(commit, map1, map2, merge, reduce);
  }

  @Test
  void sharesThreadsEvenlyBetweenJobsOfOnePriority() {
    Share first = new Share(1, 3);
    Share second = new Share(2, 3);
    List<Operation> ofFirst = new ArrayList<>();
    List<Operation> ofSecond = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      ofFirst.add(add(first, Kind.MAP));
    }
    for (int i = 0; i < 3; i++) {
      ofSecond.add(add(second, Kind.MAP));
    }
    assertThat(queue.take()).isSameAs(ofFirst.get(0));
    assertThat(queue.take()).isSameAs(ofSecond.get(0));
    assertThat(queue.take()).isSameAs(ofFirst.get(1));
    queue.done(ofFirst.get(0));
    queue.done(ofFirst.get(1));
    // Now the first job has no running operation, the second has one.
    assertThat(queue.take()).isSameAs(ofFirst.get(2));
    assertThat(queue.take()).isSameAs(ofSecond.get(1));
  }

  @Test
  void servesTheHigherPriorityFirstWhateverRuns() {
    Share low = new Share(1, 2);
    Share high = new Share(2, 4);
    Operation waits = add(low, Kind.JOB);
    Operation first = add(high, Kind.REDUCE);
    Operation second = add(high, Kind.REDUCE);
    assertThat(queue.take()).isSameAs(first);
    assertThat(queue.take()).isSameAs(second);
    assertThat(queue.take()).isSameAs(waits);
  }

  @Test
  void appliesAPriorityThatChangesWhileOperationsWait() {
    Share first = new Share(1, 3);
    Share second = new Share(2, 3);
    Operation a = add(first, Kind.MAP);
    Operation b = add(second, Kind.MAP);
    queue.setPriority(second, 5);
    assertThat(queue.take()).isSameAs(b);
    assertThat(queue.take()).isSameAs(a);
  }

  @Test
  void removesAnOperationOnlyBeforeItBegins() {
    Share job = new Share(1, 3);
    Operation begun = add(job, Kind.MAP);
    Operation withdrawn = add(job, Kind.MAP);
    Operation next = add(job, Kind.REDUCE);
    assertThat(queue.take()).isSameAs(begun);
    assertThat(queue.remove(begun)).isFalse();
    assertThat(queue.remove(withdrawn)).isTrue();
    assertThat(queue.remove(withdrawn)).isFalse();
    assertThat(queue.take()).isSameAs(next);
    assertThat(queue.remove(next)).isFalse();
  }

  @Test
  void servesWorkForIdleThreadsOnlyWhenNoJobWaits() {
    Share idle = new Share(Long.MAX_VALUE, Integer.MIN_VALUE);
    Runnable work = () -> {};
    Runnable withdrawn = () -> {};
    queue.offer(new IdleWork(work, idle));
    queue.offer(new IdleWork(withdrawn, idle));
    Operation map = add(new Share(1, 0), Kind.MAP);
    assertThat(queue.remove(new IdleWork(withdrawn, idle))).isTrue();
    assertThat(queue.take()).isSameAs(map);
    assertThat(queue.take()).isEqualTo(new IdleWork(work, idle));
    assertThat(queue.remove(new IdleWork(work, idle))).isFalse();
    queue.close();
    assertThat(queue.offer(new IdleWork(work, idle))).isFalse();
  }

  @Test
  void dropsWaitingOperationsWhenItIsClosed() {
    add(new Share(1, 3), Kind.MAP);
    queue.close();
    assertThat(queue.take()).isNull();
    assertThatIllegalStateException()
        .isThrownBy(() -> add(new Share(1, 3), Kind.MAP))
        .withMessage("the engine has been shut down");
  }

  @Test
  void wakesAllWaitingThreadsWhenItIsClosed() throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Thread thread = new Thread(() -> assertThat(queue.take()).isNull());
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      while (thread.getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
    }
    queue.close();
    for (Thread thread : threads) {
      thread.join();
    }
  }

  @Test
  void agreesWithASimpleModelInRandomHistories() {
    Random random = Seeds.of("queue");
    for (int round = 0; round < 200; round++) {
      agreesWithASimpleModel(random);
    }
  }

  /** A job in the model. */
  private static final class Job {
    final Share share;
    final int age;
    int priority = 3;
    int running;
    final List<Operation> waiting = new ArrayList<>();

    Job(int age) {
      this.age = age;
      this.share = new Share(age, priority);
    }
  }

  private static void agreesWithASimpleModel(Random random) {
    OperationQueue queue = new OperationQueue();
    Map<Share, Job> jobs = new HashMap<>();
    List<Job> all = new ArrayList<>();
    for (int age = 0; age < 4; age++) {
      Job job = new Job(age);
      jobs.put(job.share, job);
      all.add(job);
    }
    Comparator<Job> byPrecedence =
        Comparator.comparingInt((Job job) -> -job.priority)
            .thenComparingInt(job -> job.running)
            .thenComparingInt(job -> job.age);
    Deque<Operation> running = new ArrayDeque<>();
    int number = 0;
    for (int step = 0; step < 150; step++) {
      Job job = all.get(random.nextInt(all.size()));
      switch (random.nextInt(6)) {
        case 0, 1 -> {
          List<Kind> kinds = List.of(Kind.values());
          Kind kind = kinds.get(random.nextInt(kinds.size()));
          Operation operation = new NoOperation(job.share, kind, number++);
          job.waiting.add(operation);
          queue.add(operation);
        }
        case 2 -> {
          job.priority = 1 + random.nextInt(5);
          queue.setPriority(job.share, job.priority);
        }
        case 3 -> {
          if (!job.waiting.isEmpty()) {
            assertThat(queue.remove(job.waiting.remove(random.nextInt(job.waiting.size()))))
                .isTrue();
          }
        }
        case 4 -> {
          if (!running.isEmpty()) {
            Operation done = running.poll();
            jobs.get(done.share()).running--;
            queue.done(done);
          }
        }
        default ->
            all.stream()
                .filter(j -> !j.waiting.isEmpty())
                .min(byPrecedence)
                .ifPresent(
                    next -> {
                      Operation expected =
                          next.waiting.stream()
                              .min(Comparator.comparing(Operation::kind))
                              .orElseThrow();
                      assertThat(queue.take()).isSameAs(expected);
                      next.waiting.remove(expected);
                      next.running++;
                      running.add(expected);
                    });
      }
    }
  }

  @Test
  void wakesAThreadForEachOperationAndAllThreadsWhenItIsClosed() throws InterruptedException {
    int threads = 4;
    int operations = 500;
    AtomicInteger taken = new AtomicInteger();
    CountDownLatch allTaken = new CountDownLatch(operations);
    ConcurrentLinkedQueue<Operation> seen = new ConcurrentLinkedQueue<>();
    List<Thread> all = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      Thread thread =
          new Thread(
              () -> {
                for (Operation next = queue.take(); next != null; next = queue.take()) {
                  seen.add(next);
                  taken.incrementAndGet();
                  queue.done(next);
                  allTaken.countDown();
                }
              });
      thread.start();
      all.add(thread);
    }
    Share job = new Share(1, 3);
    for (int i = 0; i < operations; i++) {
      add(job, Kind.MAP);
      // An interrupt that arrives after its operation must not make a thread lose another one.
      all.get(i % threads).interrupt();
    }
    allTaken.await();
    queue.close();
    for (Thread thread : all) {
      thread.join();
    }
    assertThat(seen).hasSize(operations).doesNotHaveDuplicates();
    assertThat(taken).hasValue(operations);
  }
}
