// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.execution;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskCompletionEvent.Status;
import org.apache.hadoop.mapred.TaskID;
import org.apache.hadoop.mapred.TaskStatus;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.counters.LimitExceededException;
import org.athanor.engine.coordinator.AttemptRef;
import org.athanor.engine.coordinator.AttemptRef.Kind;
import org.athanor.engine.coordinator.Locality.Distance;
import org.athanor.engine.job.ContainerPlace;
import org.athanor.engine.job.ContainerSize;
import org.athanor.engine.job.LimitedCounters;
import org.athanor.engine.job.TaskView;
import org.athanor.engine.task.AttemptReport;

/**
 * All tasks and attempts of a job, its completion events and its counters. Guarded by its job's
 * lock.
 */
final class JobRecord {
  private final JobID id;
  private final int firstAttempt; // the number of each task's first attempt
  private final List<TaskRecord> maps = new ArrayList<>();
  private final List<TaskRecord> reduces = new ArrayList<>();
  private final Set<AttemptRecord> active = new LinkedHashSet<>();
  private final List<TaskCompletionEvent> events = new ArrayList<>();
  private final Counters jobCounters = new Counters();
  private final Optional<ContainerSize> containers;
  private long mapOutputBytes = -1; // not known

  /**
   * @param containers of the Workers; empty if they have none
   */
  JobRecord(JobDescription job, Optional<ContainerSize> containers) {
    this.id = job.id();
    this.containers = containers;
    this.firstAttempt = job.past().firstAttempt();
    for (int i = 0; i < job.plan().maps(); i++) {
      maps.add(
          new TaskRecord(
              new TaskID(id, TaskType.MAP, i), List.of(job.splits().get(i).getLocations())));
    }
    for (int i = 0; i < job.plan().reduces(); i++) {
      reduces.add(new TaskRecord(new TaskID(id, TaskType.REDUCE, i), List.of()));
    }
  }

  private List<TaskRecord> of(Kind kind) {
    return kind == Kind.MAP ? maps : reduces;
  }

  TaskAttemptID idOf(AttemptRef ref) {
    return new TaskAttemptID(of(ref.kind()).get(ref.task()).id(), firstAttempt + ref.attempt());
  }

  AttemptRecord attempt(AttemptRef ref) {
    return of(ref.kind()).get(ref.task()).attempts().get(ref.attempt());
  }

  /** Returns an attempt by its identifier; null if the job has no such attempt. */
  AttemptRecord attempt(org.apache.hadoop.mapreduce.TaskAttemptID attempt) {
    boolean ours = JobID.downgrade(attempt.getJobID()).equals(id);
    Kind kind = attempt.getTaskType() == TaskType.MAP ? Kind.MAP : Kind.REDUCE;
    int task = attempt.getTaskID().getId();
    return ours && task < of(kind).size()
        ? of(kind).get(task).attempt(attempt.getId()).orElse(null)
        : null;
  }

  /** Records a task that an earlier master has run, and whose attempts there are no others of. */
  void recovered(Kind kind, FinishedTask task) {
    int index = task.attempt().getTaskID().getId();
    AttemptRecord attempt = AttemptRecord.recovered(new AttemptRef(kind, index, 0), task);
    of(kind).get(index).attempts().add(attempt);
    count(kind == Kind.MAP ? JobCounter.TOTAL_LAUNCHED_MAPS : JobCounter.TOTAL_LAUNCHED_REDUCES, 1);
    ended(attempt, false);
  }

  void launched(
      AttemptRef ref, int worker, boolean alone, ContainerPlace place, AttemptReport report) {
    AttemptRecord launched = new AttemptRecord(ref, idOf(ref), worker, alone, place, report);
    of(ref.kind()).get(ref.task()).attempts().add(launched);
    active.add(launched);
    boolean map = ref.kind() == Kind.MAP;
    count(map ? JobCounter.TOTAL_LAUNCHED_MAPS : JobCounter.TOTAL_LAUNCHED_REDUCES, 1);
  }

  /** Counts how far an attempt at a map that was launched is from its input. */
  void countDistance(Distance distance) {
    count(
        switch (distance) {
          case HOST -> JobCounter.DATA_LOCAL_MAPS;
          case RACK -> JobCounter.RACK_LOCAL_MAPS;
          case FAR -> JobCounter.OTHER_LOCAL_MAPS;
        },
        1);
  }

  private void count(JobCounter counter, long amount) {
    jobCounters.findCounter(counter).increment(amount);
  }

  /** Returns the attempts by which maps have succeeded, unless their output is lost. */
  List<TaskAttemptID> succeededMaps() {
    return maps.stream().flatMap(map -> map.succeeded().stream()).map(AttemptRecord::id).toList();
  }

  /** Returns the bytes of the output of all maps that have succeeded, in all partitions. */
  long mapOutputBytes() {
    if (mapOutputBytes < 0) {
      long sum =
          maps.stream()
              .flatMap(map -> map.succeeded().stream())
              .map(map -> map.counters().findCounter(TaskCounter.MAP_OUTPUT_MATERIALIZED_BYTES))
              .mapToLong(Counter::getValue)
              .sum();
      mapOutputBytes = Math.max(0, sum); // The job's code may change Hadoop's counters.
    }
    return mapOutputBytes;
  }

  /** Returns how many attempts have been launched and have not ended. */
  int active() {
    return active.size();
  }

  /** Returns the attempts that a Worker runs, or was told to run. */
  List<AttemptRecord> activeOn(int worker) {
    return active.stream().filter(attempt -> attempt.worker() == worker).toList();
  }

  List<AttemptRecord> runningAttempts() {
    return active.stream().filter(AttemptRecord::isRunning).toList();
  }

  /**
   * Records the end of an attempt, whose own record already has its final state.
   *
   * @param wasLastTry whether the task has failed if the attempt has
   */
  void ended(AttemptRecord attempt, boolean wasLastTry) {
    active.remove(attempt);
    boolean map = attempt.ref().kind() == Kind.MAP;
    if (map) {
      mapOutputBytes = -1;
    }
    long millis = attempt.finishTime() - attempt.startTime();
    countTime(map, millis);
    Status status =
        switch (attempt.state()) {
          case SUCCEEDED -> Status.SUCCEEDED;
          case KILLED -> Status.KILLED;
          default -> wasLastTry ? Status.TIPFAILED : Status.FAILED;
        };
    if (attempt.state() == TaskStatus.State.FAILED) {
      if (wasLastTry) {
        of(attempt.ref().kind()).get(attempt.ref().task()).failForGood();
      }
      count(map ? JobCounter.NUM_FAILED_MAPS : JobCounter.NUM_FAILED_REDUCES, 1);
    } else if (attempt.state() == TaskStatus.State.KILLED) {
      count(map ? JobCounter.NUM_KILLED_MAPS : JobCounter.NUM_KILLED_REDUCES, 1);
    }
    addEvent(attempt, status, millis);
  }

  /** Counts how long an attempt ran, and what it had of its Worker's container meanwhile. */
  @SuppressWarnings("deprecation") // Hadoop counts slots all the same.
  private void countTime(boolean map, long millis) {
    count(map ? JobCounter.MILLIS_MAPS : JobCounter.MILLIS_REDUCES, millis);
    containers.ifPresent(
        size -> {
          count(map ? JobCounter.SLOTS_MILLIS_MAPS : JobCounter.SLOTS_MILLIS_REDUCES, millis);
          count(
              map ? JobCounter.MB_MILLIS_MAPS : JobCounter.MB_MILLIS_REDUCES,
              size.mbMillis(millis));
          count(
              map ? JobCounter.VCORES_MILLIS_MAPS : JobCounter.VCORES_MILLIS_REDUCES,
              size.vcoreMillis(millis));
        });
  }

  private void addEvent(AttemptRecord attempt, Status status, long millis) {
    boolean map = attempt.ref().kind() == Kind.MAP;
    org.apache.hadoop.mapred.TaskCompletionEvent event =
        new org.apache.hadoop.mapred.TaskCompletionEvent(
            events.size(), attempt.id(), attempt.ref().task(), map, status, "");
    event.setTaskRunTime((int) Math.min(Integer.MAX_VALUE, millis));
    events.add(event);
  }

  /**
   * Records that the output of a map that had succeeded is lost: clients must forget its success.
   */
  void undo(int map) {
    AttemptRecord attempt = maps.get(map).succeeded().orElseThrow();
    for (int i = 0; i < events.size(); i++) {
      TaskCompletionEvent event = events.get(i);
      if (event.getTaskAttemptId().equals(attempt.id())) {
        org.apache.hadoop.mapred.TaskCompletionEvent obsolete =
            new org.apache.hadoop.mapred.TaskCompletionEvent(
                event.getEventId(), attempt.id(), map, true, Status.OBSOLETE, "");
        obsolete.setTaskRunTime(event.getTaskRunTime());
        events.set(i, obsolete);
      }
    }
    attempt.outputLost();
    mapOutputBytes = -1;
    count(JobCounter.NUM_KILLED_MAPS, 1);
    addEvent(attempt, Status.KILLED, 0);
  }

  /**
   * Returns the sum over all tasks; if it exceeds Hadoop's limit, as many counters as that allows.
   */
  Counters counters() {
    try {
      Counters sum = new Counters();
      sum.incrAllCounters(jobCounters);
      currentAttempts().forEach(attempt -> sum.incrAllCounters(attempt.counters()));
      return sum;
    } catch (LimitExceededException | IllegalArgumentException e) {
      return limitedCounters(); // The latter: Hadoop also limits the file systems of a JVM.
    }
  }

  private Stream<AttemptRecord> currentAttempts() {
    return Stream.concat(maps.stream(), reduces.stream())
        .flatMap(task -> task.currentAttempt().stream());
  }

  private Counters limitedCounters() {
    LimitedCounters limited = new LimitedCounters();
    limited.addAll(jobCounters);
    currentAttempts().forEach(attempt -> limited.addAll(attempt.counters()));
    return limited.sum();
  }

  float progress(Kind kind) {
    List<TaskRecord> tasks = of(kind);
    if (tasks.isEmpty()) {
      return 0;
    }
    double sum = 0;
    for (TaskRecord task : tasks) {
      sum += task.progress();
    }
    return (float) (sum / tasks.size());
  }

  /** Returns a task that should have another attempt, see {@link Speculation#slowTask}. */
  OptionalInt slowTask(Kind kind, Speculation speculation, long nanoTime) {
    return speculation.slowTask(of(kind), nanoTime);
  }

  List<TaskView> tasks(Kind kind, boolean jobEnded) {
    return of(kind).stream().map(task -> task.view(jobEnded)).toList();
  }

  List<TaskCompletionEvent> completionEvents(int from, int max) {
    int begin = Math.max(0, Math.min(from, events.size()));
    int end = (int) Math.min(events.size(), (long) begin + Math.max(0, max));
    return List.copyOf(events.subList(begin, end));
  }
}
