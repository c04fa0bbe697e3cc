// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.testing;

import java.util.function.Predicate;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskType;
import org.athanor.engine.failure.Failure;
import org.athanor.engine.fleet.RemoteWorker;
import org.athanor.engine.site.JobOnWorker;

/** Notes what it is told of a job on a Worker, and decides about commits as a test wants. */
public final class Told implements JobOnWorker.Listener, RemoteWorker.OpenListener {
  private final Events events = new Events();
  private final Predicate<TaskAttemptID> mayCommit;

  /**
   * @param mayCommit is asked on a thread of the transport
   */
  public Told(Predicate<TaskAttemptID> mayCommit) {
    this.mayCommit = mayCommit;
  }

  /** The calls, such as {@code succeeded m0.0}: of the map with index 0, attempt 0. */
  public Events events() {
    return events;
  }

  private void add(String call, TaskAttemptID attempt, String more) {
    events.add(
        call
            + " "
            + (attempt.getTaskType() == TaskType.MAP ? "m" : "r")
            + attempt.getTaskID().getId()
            + "."
            + attempt.getId()
            + more);
  }

  @Override
  public void opened() {
    events.add("opened");
  }

  @Override
  public void refused(String reason) {
    events.add("refused: " + reason);
  }

  @Override
  public void broken(String reason) {
    events.add("broken: " + reason);
  }

  @Override
  public void started(TaskAttemptID attempt) {
    add("started", attempt, "");
  }

  @Override
  public void mustEnd(TaskAttemptID attempt, String reason) {
    add("mustEnd", attempt, ": " + reason);
  }

  @Override
  public boolean mayCommit(TaskAttemptID attempt) {
    add("mayCommit", attempt, "");
    return mayCommit.test(attempt);
  }

  @Override
  public void succeeded(TaskAttemptID attempt) {
    add("succeeded", attempt, "");
  }

  @Override
  public void failed(TaskAttemptID attempt, Failure failure) {
    add("failed", attempt, ": " + failure.line());
  }

  @Override
  public void stopped(TaskAttemptID attempt) {
    add("stopped", attempt, "");
  }

  @Override
  public void abandoned(TaskAttemptID attempt) {
    add("abandoned", attempt, "");
  }

  @Override
  public void delivered(int assignment, int map) {
    events.add("delivered " + assignment + " " + map);
  }

  @Override
  public void mergeFailed(Failure failure) {
    events.add("mergeFailed: " + failure.line());
  }

  @Override
  public void mergeEnded() {
    events.add("mergeEnded");
  }
}
