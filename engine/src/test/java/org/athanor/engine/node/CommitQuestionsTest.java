// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskID;
import org.apache.hadoop.mapreduce.TaskType;
import org.athanor.engine.protocol.FromWorker;
import org.athanor.engine.protocol.ToWorker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CommitQuestionsTest {
  private static final Duration LEASE = Duration.ofSeconds(10);

  private final AtomicLong clock = new AtomicLong(-5);
  private final BlockingQueue<FromWorker.CommitAsked> asked = new LinkedBlockingQueue<>();
  private final CommitQuestions commits =
      new CommitQuestions(
          message -> asked.add((FromWorker.CommitAsked) message), LEASE, clock::get);
  private final TaskAttemptID attempt = attempt(0);
  private Thread asking;

  private static TaskAttemptID attempt(int number) {
    return new TaskAttemptID(new TaskID(new JobID("1", 1), TaskType.REDUCE, 0), number);
  }

  private CompletableFuture<Boolean> ask() {
    CompletableFuture<Boolean> may = new CompletableFuture<>();
    asking = new Thread(() -> may.complete(commits.mayCommit(attempt)));
    asking.setDaemon(true);
    asking.start();
    return may;
  }

  private static boolean get(CompletableFuture<Boolean> may) throws Exception {
    return may.get(40, TimeUnit.SECONDS);
  }

  private ToWorker.CommitAnswer answer(FromWorker.CommitAsked question, boolean granted) {
    return new ToWorker.CommitAnswer(question.attempt(), question.question(), granted);
  }

  @Test
  void theAnswerOfTheMasterCounts() throws Exception {
    for (boolean granted : new boolean[] {true, false, true}) {
      CompletableFuture<Boolean> may = ask();
      commits.answered(answer(asked.take(), granted));
      assertThat(get(may)).isEqualTo(granted);
    }
  }

  @Test
  void aPermissionHoldsForTheLeaseFromTheQuestion() throws Exception {
    CompletableFuture<Boolean> inTime = ask();
    FromWorker.CommitAsked question = asked.take();
    clock.addAndGet(LEASE.toNanos());
    commits.answered(answer(question, true));
    assertThat(get(inTime)).isTrue();
    CompletableFuture<Boolean> late = ask();
    question = asked.take();
    clock.addAndGet(LEASE.toNanos() + 1);
    commits.answered(answer(question, true));
    assertThat(get(late)).isFalse();
  }

  @Test
  void theFirstAnswerToTheLastQuestionCounts() throws Exception {
    CompletableFuture<Boolean> first = ask();
    FromWorker.CommitAsked old = asked.take();
    asking.interrupt();
    assertThat(get(first)).isFalse();
    CompletableFuture<Boolean> second = ask();
    FromWorker.CommitAsked question = asked.take();
    commits.answered(answer(old, true));
    commits.answered(new ToWorker.CommitAnswer(attempt(1), question.question(), true));
    commits.answered(answer(question, false));
    commits.answered(answer(question, true));
    assertThat(get(second)).isFalse();
  }

  @Test
  void anAttemptThatIsStoppedMayNotCommit() throws Exception {
    CompletableFuture<Boolean> may = ask();
    FromWorker.CommitAsked question = asked.take();
    commits.stop(attempt(1));
    commits.stop(attempt);
    commits.answered(answer(question, true));
    assertThat(get(may)).isFalse();
  }

  @Test
  void anInterruptedAttemptMayNotCommitAndStaysInterrupted() throws Exception {
    CompletableFuture<Boolean> stays = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () ->
                stays.complete(
                    !commits.mayCommit(attempt) && Thread.currentThread().isInterrupted()));
    thread.start();
    asked.take();
    thread.interrupt();
    assertThat(get(stays)).isTrue();
  }

  @Test
  void withoutMasterNothingIsCommitted() throws Exception {
    CompletableFuture<Boolean> may = ask();
    FromWorker.CommitAsked question = asked.take();
    commits.close();
    commits.answered(answer(question, true));
    assertThat(get(may)).isFalse();
    assertThat(commits.mayCommit(attempt)).isFalse();
    assertThat(asked).isEmpty();
  }
}
