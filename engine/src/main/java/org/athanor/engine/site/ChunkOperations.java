// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.site;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.athanor.engine.exit.TaskExit;
import org.athanor.engine.failure.AttemptStoppedException;
import org.athanor.engine.failure.Failure;
import org.athanor.engine.task.ChunkThreads;
import org.athanor.engine.task.ReduceChunk;
import org.athanor.engine.worker.Operation;
import org.athanor.engine.worker.Share;
import org.athanor.engine.worker.WorkArea;
import org.athanor.engine.worker.Worker;

/**
 * The chunks of one attempt as operations, which wait behind the reduces that wait already. An
 * operation whose chunk was claimed before does nothing. Thread-safe.
 */
final class ChunkOperations implements ChunkThreads {
  private final WorkerJob job;
  private final TaskAttemptID attempt;
  private final Worker worker;
  private final List<ChunkOperation> offered = new CopyOnWriteArrayList<>();

  ChunkOperations(WorkerJob job, TaskAttemptID attempt, Worker worker) {
    this.job = job;
    this.attempt = attempt;
    this.worker = worker;
  }

  @Override
  public int threads() {
    return worker.settings().threads();
  }

  @Override
  public void offer(ReduceChunk chunk) {
    ChunkOperation operation = new ChunkOperation(job, chunk);
    offered.add(operation);
    worker.submit(operation);
  }

  @Override
  public void interrupt() {
    offered.forEach(worker::interrupt);
  }

  @Override
  public void withdraw() {
    offered.forEach(worker::withdraw);
  }

  @Override
  public void partFailed(Failure failure) {
    job.partFailed(attempt, failure);
  }

  /**
   * Abandons the operations that run, see {@link Worker#abandon}.
   *
   * @return false if that must be tried again: there is no memory for a new thread, or one has
   *     ended just now
   */
  boolean abandon() {
    boolean all = true;
    for (ChunkOperation operation : offered) {
      if (operation.runs && !worker.abandon(operation)) {
        all = false;
      } else {
        operation.runs = false;
      }
    }
    return all;
  }

  /** Runs a chunk and notes its end. */
  private static final class ChunkOperation implements Operation {
    private final WorkerJob job;
    private final ReduceChunk chunk;
    private volatile boolean runs; // and was not abandoned

    ChunkOperation(WorkerJob job, ReduceChunk chunk) {
      this.job = job;
      this.chunk = chunk;
    }

    @Override
    public Kind kind() {
      return Kind.REDUCE;
    }

    @Override
    public Share share() {
      return job.share();
    }

    @Override
    public void run(WorkArea work) {
      Throwable[] failure = new Throwable[1]; // before the claim, because the heap may be full
      if (!chunk.claim()) {
        return;
      }
      runs = true;
      try {
        // Its output belongs to the attempt's.
        job.site().logs().capture(chunk.attempt(), () -> failure[0] = runHere(work));
      } catch (Throwable e) {
        failure[0] = e;
      }
      chunk.ended(failure[0]);
      runs = false;
    }

    /** Returns what was thrown; null if nothing was. */
    private Throwable runHere(WorkArea work) {
      TaskExit.Scope scope = TaskExit.open(why -> job.exited(chunk.attempt(), why));
      try {
        if (chunk.reporter().isStopped()) {
          throw new AttemptStoppedException();
        }
        job.site().userCode().run(loader -> chunk.run(work, loader));
        return null;
      } catch (Throwable e) {
        return e;
      } finally {
        scope.close();
      }
    }
  }
}
