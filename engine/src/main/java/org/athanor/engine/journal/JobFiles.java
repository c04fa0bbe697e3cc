// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.journal;

import static org.apache.hadoop.fs.CommonConfigurationKeysPublic.IO_FILE_BUFFER_SIZE_DEFAULT;
import static org.apache.hadoop.fs.CommonConfigurationKeysPublic.IO_FILE_BUFFER_SIZE_KEY;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapred.TaskID;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.athanor.engine.execution.CommitBegunException;
import org.athanor.engine.execution.FinishedTask;
import org.athanor.engine.execution.JobJournal;
import org.athanor.engine.execution.JobPast;
import org.athanor.engine.failure.BestEffort;
import org.athanor.engine.job.ContainerPlace;
import org.athanor.engine.job.JobView;
import org.athanor.engine.protocol.AttemptProgress;
import org.athanor.engine.protocol.FromWorker;
import org.athanor.engine.protocol.Message;
import org.athanor.engine.thread.DaemonThread;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The journal of one job: a file of finished tasks for each master that has run the job, and the
 * marks of the commit, which have the names and the meaning of Hadoop's. Thread-safe. A daemon
 * thread {@code athanor-journal} writes the finished tasks while there are any.
 */
public final class JobFiles implements JobJournal {
  private static final Logger LOG = LoggerFactory.getLogger(JobFiles.class);
  private static final FsPermission FILE = new FsPermission((short) 0600);
  private static final String TASKS = "tasks-";

  /** The commit had begun when a master ended, and nobody knows how far it got. */
  static final String COMMIT_STARTED = "COMMIT_STARTED";

  static final String COMMIT_SUCCESS = "COMMIT_SUCCESS";
  static final String COMMIT_FAIL = "COMMIT_FAIL";

  private final FileSystem fs;
  private final Path directory;
  private final int master;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private final List<FinishedTask> waiting = new ArrayList<>();

  @GuardedBy("lock")
  private boolean isWriting; // the thread runs

  @GuardedBy("lock")
  private boolean closed;

  private volatile JobView job; // null if nobody has said what it is

  private FSDataOutputStream tasks; // the writing thread only; null before the first task

  JobFiles(FileSystem fs, Path directory, int master) {
    this.fs = fs;
    this.directory = directory;
    this.master = master;
  }

  // What was

  /** Returns whether an earlier master has committed the job's output. */
  public boolean isCommitted() throws IOException {
    return exists(COMMIT_SUCCESS);
  }

  /**
   * Returns what a master wrote down of the job when it had committed it; empty if it could not.
   */
  public Optional<EndedJob> committed() {
    Path file = new Path(directory, COMMIT_SUCCESS);
    try (DataInputStream in = fs.open(file)) {
      return Optional.of(EndedJob.read(JobID.forName(directory.getName()), in));
    } catch (IOException | RuntimeException e) {
      LOG.debug("{} says nothing of the job", file, e);
      return Optional.empty();
    }
  }

  /** Returns whether an earlier master could not commit the job's output. */
  public boolean hasCommitFailed() throws IOException {
    return exists(COMMIT_FAIL);
  }

  /** Returns what earlier masters have done. */
  public JobPast past() throws IOException {
    if (master == 1) {
      return new JobPast(1, false, List.of());
    }
    Map<TaskID, FinishedTask> finished = new LinkedHashMap<>();
    // What a master has taken over from the one before, it has written again.
    Path file = new Path(directory, TASKS + (master - 1));
    if (fs.exists(file)) {
      read(fs, file, finished);
    }
    return new JobPast(master, exists(COMMIT_STARTED), List.copyOf(finished.values()));
  }

  private boolean exists(String name) throws IOException {
    return fs.exists(new Path(directory, name));
  }

  /** Reads as many tasks as were written before the master ended; the others run again. */
  private static void read(FileSystem fs, Path file, Map<TaskID, FinishedTask> finished) {
    try (DataInputStream in = fs.open(file)) {
      while (true) {
        FinishedTask task = readTask(in);
        finished.put(task.attempt().getTaskID(), task);
      }
    } catch (EOFException e) {
      LOG.debug("{} ends", file);
    } catch (IOException | RuntimeException e) {
      LOG.warn("{} cannot be read after {} tasks: {}", file, finished.size(), e.toString());
    }
  }

  private static FinishedTask readTask(DataInputStream in) throws IOException {
    long startTime = in.readLong();
    long finishTime = in.readLong();
    ContainerPlace place = readPlace(in);
    if (!(Message.of(Records.readFrame(in)) instanceof FromWorker.Succeeded succeeded)) {
      throw new IOException("the journal holds a message that is no task");
    }
    AttemptProgress last = succeeded.last();
    return new FinishedTask(
        succeeded.attempt(),
        place,
        startTime,
        finishTime,
        last.counters(),
        last.phase(),
        last.status(),
        last.shuffleFinishTime(),
        last.sortFinishTime(),
        succeeded.shape());
  }

  private static ContainerPlace readPlace(DataInputStream in) throws IOException {
    try {
      return new ContainerPlace(
          ContainerId.fromString(in.readUTF()),
          NodeId.newInstance(in.readUTF(), in.readInt()),
          in.readInt(),
          in.readUTF());
    } catch (IllegalArgumentException e) {
      throw new IOException("a container in the journal: " + e.getMessage(), e);
    }
  }

  private static void writePlace(ContainerPlace place, DataOutputStream out) throws IOException {
    out.writeUTF(place.container().toString());
    out.writeUTF(place.node().getHost());
    out.writeInt(place.node().getPort());
    out.writeInt(place.httpPort());
    out.writeUTF(place.rack());
  }

  // What is

  @Override
  public void succeeded(FinishedTask task) {
    synchronized (lock) {
      if (closed) {
        return;
      }
      waiting.add(task);
      if (!isWriting) {
        new DaemonThread(this::writeAll, "athanor-journal").start();
        isWriting = true; // only now: close() waits for the thread
      }
    }
  }

  private void writeAll() {
    boolean isDone = false;
    try {
      List<FinishedTask> next = next();
      while (!next.isEmpty()) {
        tryToWrite(next);
        next = next();
      }
      isDone = true;
    } finally {
      if (!isDone) {
        stopped();
      }
    }
  }

  private void tryToWrite(List<FinishedTask> next) {
    try {
      write(next);
    } catch (IOException | RuntimeException e) {
      LOG.warn("{}: finished tasks are not written: {}", directory, e.toString());
    }
  }

  /** The thread ends because the heap is full, for example: close() must not wait for it. */
  private void stopped() {
    synchronized (lock) {
      isWriting = false;
      lock.notifyAll();
    }
  }

  /** Returns the tasks that wait; if there are none, the thread ends. */
  private List<FinishedTask> next() {
    synchronized (lock) {
      List<FinishedTask> next = List.copyOf(waiting);
      waiting.clear();
      isWriting = !next.isEmpty();
      lock.notifyAll();
      return next;
    }
  }

  private void write(List<FinishedTask> next) throws IOException {
    if (tasks == null) {
      tasks = FileSystem.create(fs, new Path(directory, TASKS + master), FILE);
    }
    for (FinishedTask task : next) {
      tasks.writeLong(task.startTime());
      tasks.writeLong(task.finishTime());
      writePlace(task.place(), tasks);
      AttemptProgress last =
          new AttemptProgress(
              task.counters(),
              task.phase(),
              task.lastProgress(),
              task.status(),
              task.shuffleFinishTime(),
              task.sortFinishTime());
      Records.writeFrame(
          new FromWorker.Succeeded(task.attempt(), last, task.shape()).toFrame(), tasks);
    }
    tasks.hflush();
  }

  /** Says which job it is, so that the mark of its commit holds its name and counters. */
  public void follow(JobView view) {
    job = view;
  }

  @Override
  public void commitBegins(boolean repeatable) throws IOException {
    if (repeatable) {
      mark(COMMIT_STARTED);
    } else {
      markFirst(COMMIT_STARTED);
    }
  }

  /** Makes a mark that no other master has made. */
  private void markFirst(String name) throws IOException {
    Path file = new Path(directory, name);
    try {
      createNew(file).close();
    } catch (IOException e) {
      if (fs.exists(file)) {
        CommitBegunException begun = new CommitBegunException();
        begun.initCause(e);
        throw begun;
      }
      throw e;
    }
  }

  private FSDataOutputStream createNew(Path file) throws IOException {
    return fs.create(
        file,
        FILE,
        false,
        fs.getConf().getInt(IO_FILE_BUFFER_SIZE_KEY, IO_FILE_BUFFER_SIZE_DEFAULT),
        fs.getDefaultReplication(file),
        fs.getDefaultBlockSize(file),
        null);
  }

  @Override
  public void commitEnded(boolean succeeded) throws IOException {
    if (succeeded) {
      mark(COMMIT_SUCCESS, description());
    } else {
      mark(COMMIT_FAIL);
    }
  }

  private void mark(String name) throws IOException {
    mark(name, new byte[0]);
  }

  private void mark(String name, byte[] content) throws IOException {
    try (FSDataOutputStream out = FileSystem.create(fs, new Path(directory, name), FILE)) {
      out.write(content);
    }
  }

  /** Describes the job for the mark of its commit, which counts without a description as well. */
  private byte[] description() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    JobView view = job;
    if (view != null) {
      try {
        EndedJob.committed(view, System.currentTimeMillis()).writeTo(new DataOutputStream(bytes));
      } catch (IOException | RuntimeException | Error e) {
        LOG.warn("{}: the job is not described: {}", directory, e.toString());
        return new byte[0];
      }
    }
    return bytes.toByteArray();
  }

  /** Takes no tasks any more; waits until all are written. */
  @Override
  public void close() {
    synchronized (lock) {
      closed = true;
      boolean wasInterrupted = false;
      while (isWriting) {
        try {
          lock.wait();
        } catch (InterruptedException e) {
          wasInterrupted = true;
        }
      }
      if (wasInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
    BestEffort.close(tasks, "journal");
  }
}
