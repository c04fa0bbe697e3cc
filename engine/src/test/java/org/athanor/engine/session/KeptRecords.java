// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskID;
import org.athanor.engine.session.HeldCode.Hold;

/**
 * The output of a job, as its committer keeps it, and what went wrong with it. What a process does
 * after its end has no effect. Thread-safe.
 */
final class KeptRecords {
  private final HeldCode code;

  @GuardedBy("this")
  private State state = State.NEW;

  @GuardedBy("this")
  private final Map<TaskAttemptID, List<Written>> written = new TreeMap<>(); // not committed

  @GuardedBy("this")
  private final Map<TaskAttemptID, String> writers = new HashMap<>(); // the process of each attempt

  @GuardedBy("this")
  private final Map<TaskID, Committed> committed = new TreeMap<>();

  @GuardedBy("this")
  private final Map<TaskID, Hold> committing = new HashMap<>();

  @GuardedBy("this")
  private final Set<TaskAttemptID> toBeAborted = new HashSet<>(); // by the master

  @GuardedBy("this")
  private final Set<TaskAttemptID> aborted = new HashSet<>(); // by the master

  @GuardedBy("this")
  private final Set<String> replaced = new HashSet<>(); // processes that count as ended

  @GuardedBy("this")
  private final List<String> wrongs = new ArrayList<>();

  /** How far the job's output is. */
  enum State {
    NEW,
    SET_UP,
    COMMITTING,
    COMMITTED,
    ABORTED
  }

  /** An attempt at a map that has made a record. */
  record Source(int map, int attempt) {}

  /** A record: what it is whatever happens, and who has made it. */
  record Written(String content, Source source) {}

  /** The records of a task, in the order in which its attempt has written them. */
  record Committed(TaskAttemptID attempt, List<Written> records) {
    List<String> contents() {
      return records.stream().map(Written::content).toList();
    }

    Set<Source> sources() {
      return records.stream().map(Written::source).collect(Collectors.toSet());
    }
  }

  KeptRecords(HeldCode code) {
    this.code = code;
  }

  // The job

  synchronized void setUp() {
    state = State.SET_UP;
  }

  synchronized void beginJobCommit() {
    if (state != State.SET_UP) {
      wrong("the job's commit begins in state " + state);
    }
    checkThatLostOutputIsAborted("commit");
    for (TaskAttemptID attempt : written.keySet()) {
      // The master may not have heard that a lost attempt had begun.
      if (!replaced.contains(writers.get(attempt))) {
        wrong("output of " + attempt + " is left when the job is committed");
      }
    }
    state = State.COMMITTING;
  }

  synchronized void endJobCommit() {
    state = State.COMMITTED;
  }

  synchronized void abortJob() {
    if (state == State.COMMITTED || state == State.ABORTED) {
      wrong("the job is aborted in state " + state);
    }
    checkThatLostOutputIsAborted("abort");
    state = State.ABORTED;
    written.clear();
    committed.clear();
  }

  @GuardedBy("this")
  private void checkThatLostOutputIsAborted(String when) {
    if (!toBeAborted.isEmpty()) {
      wrong("at the job's " + when + " there is output of lost attempts: " + toBeAborted);
    }
  }

  // Attempts

  synchronized void write(TaskAttemptID attempt, Hold by, Written record) {
    if (!code.hasEnded(by.process())) {
      written.computeIfAbsent(attempt, unused -> new ArrayList<>()).add(record);
    }
  }

  synchronized void begin(TaskAttemptID attempt, Hold by) {
    if (!code.hasEnded(by.process())) {
      written.put(attempt, new ArrayList<>());
      writers.put(attempt, by.process());
    }
  }

  synchronized boolean hasOutput(TaskAttemptID attempt) {
    return written.containsKey(attempt);
  }

  /** Commits the output of an attempt; takes some time. */
  void commit(TaskAttemptID attempt, Hold by) throws IOException {
    beginCommit(attempt, by);
    try {
      code.pass(by, false);
      endCommit(attempt, by);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while it commits", e);
    } finally {
      synchronized (this) {
        committing.remove(attempt.getTaskID(), by);
      }
    }
  }

  private synchronized void beginCommit(TaskAttemptID attempt, Hold by) {
    Hold other = committing.get(attempt.getTaskID());
    if (other != null && !code.hasEnded(other.process())) {
      wrong("two attempts commit at once: " + other + ", " + by);
    }
    checkThatItMayCommit(by);
    committing.put(attempt.getTaskID(), by);
  }

  private synchronized void endCommit(TaskAttemptID attempt, Hold by) {
    if (code.hasEnded(by.process())) {
      return;
    }
    checkThatItMayCommit(by);
    List<Written> records = written.remove(attempt);
    if (records == null) {
      wrong("nothing is left to commit of " + attempt);
      return;
    }
    committed.put(attempt.getTaskID(), new Committed(attempt, List.copyOf(records)));
  }

  @GuardedBy("this")
  private void checkThatItMayCommit(Hold by) {
    if (state != State.SET_UP || replaced.contains(by.process())) {
      wrong(by + " commits although it must not; the job's output is " + state);
    }
  }

  /** Removes the output of an attempt; takes some time. */
  void abort(TaskAttemptID attempt, Hold by) throws IOException {
    try {
      code.pass(by, false);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // It took long enough.
    }
    remove(attempt, by);
  }

  private synchronized void remove(TaskAttemptID attempt, Hold by) {
    if (!code.hasEnded(by.process())) {
      written.remove(attempt);
      if (by.process().startsWith("master")) {
        toBeAborted.remove(attempt);
        aborted.add(attempt);
      }
    }
  }

  /** Returns whether the committer still has the output of an attempt. */
  synchronized boolean has(TaskAttemptID attempt) {
    Committed kept = committed.get(attempt.getTaskID());
    return kept != null && kept.attempt().equals(attempt);
  }

  // The history

  /** A process counts as ended; the output of some attempts there must be aborted by the master. */
  synchronized void replaced(String process, List<TaskAttemptID> lost) {
    replaced.add(process);
    toBeAborted.addAll(lost);
    toBeAborted.removeAll(aborted);
  }

  /** A master has ended: what it had to do is done by the next one with the job's output. */
  synchronized void masterEnded() {
    toBeAborted.clear();
    written.clear();
    if (state == State.COMMITTING) {
      state = State.SET_UP;
    }
  }

  synchronized Map<TaskID, Committed> committed() {
    return new TreeMap<>(committed);
  }

  synchronized State state() {
    return state;
  }

  @GuardedBy("this")
  private void wrong(String what) {
    wrongs.add(what);
  }

  synchronized List<String> wrongs() {
    return List.copyOf(wrongs);
  }
}
