// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

import java.util.Optional;
import org.athanor.simulator.hdfs.FileSystem;
import org.athanor.simulator.hdfs.NoRoomException;
import org.athanor.simulator.kernel.FlowNetwork;

/** A task on a node, from its start to its end. */
abstract class Attempt {
  private static final int NO_FLOW = -1;

  private final JobRun job;
  private final int task;
  private final int node;
  private final int localDevice;
  private final double startSeconds;
  private TaskOutput output;
  private int part;
  private int piece;

  private int flow = NO_FLOW;
  private Step step;
  private double limit;
  private Runnable then;

  Attempt(JobRun job, int task, int node) {
    this.job = job;
    this.task = task;
    this.node = node;
    localDevice = job.cluster().localDevice(node, task);
    startSeconds = job.seconds();
  }

  final JobRun job() {
    return job;
  }

  /** The number of the map or of the reduce. */
  final int task() {
    return task;
  }

  final int node() {
    return node;
  }

  final int localDevice() {
    return localDevice;
  }

  abstract boolean isReduce();

  /** How near the task is to its input; {@link Locality#ANY} for a reduce. */
  abstract Locality locality();

  /** Begins with the first record, in a process that runs. */
  abstract void begin();

  /** All is written. */
  abstract void done();

  /** A device that has what the current step reads; {@link FileSystem#NOWHERE} if none has. */
  abstract int findSource();

  /** Starts a process, and then does something in it. */
  final void startProcess(Runnable next) {
    MapReduceSettings.Start start = job.settings().start();
    double hertz = job.cluster().node(node).cyclesPerSecond();
    work(
        step().computes(start.processCoreSeconds() * hertz),
        start.processSeconds() + start.processCoreSeconds() / start.processCores(),
        next);
  }

  final Step step() {
    return new Step(node, localDevice);
  }

  /** Does something as one flow of one unit; computes on one core. */
  final void work(Step what, Runnable next) {
    work(what, what.coreSeconds(job.cluster()), next);
  }

  /**
   * Does something as one flow of one unit.
   *
   * @param least seconds that it takes where nothing else uses what it needs
   */
  private void work(Step what, double least, Runnable next) {
    step = what;
    limit = least > 0 ? Math.min(1 / least, FlowNetwork.AT_ONCE) : FlowNetwork.AT_ONCE;
    then = next;
    flow(1);
  }

  private void flow(double amount) {
    step.begins(job.cluster());
    flow = network().start(step.route(job.cluster()).build(), amount, limit, this::stepDone);
  }

  private void stepDone() {
    flow = NO_FLOW;
    step.ends(job.cluster());
    then.run();
  }

  /** The output to HDFS; null until the attempt begins to write. */
  final TaskOutput output() {
    if (output == null) {
      output = job.newOutput(this);
    }
    return output;
  }

  /** Works, and writes the output meanwhile, block by block; then all is {@link #done}. */
  final void workAndWrite() {
    nextPiece();
  }

  private void nextPiece() {
    int pieces = piecesOfPart();
    double all = (double) pieces * output().parts();
    Optional<Step> next = piece((part * pieces + piece + 0.5) / all, 1 / all);
    if (next.isEmpty()) {
      return;
    }
    if (piece == 0) {
      try {
        output().begin(part, node);
      } catch (NoRoomException e) {
        job.cannotWrite(e);
        return;
      }
    }
    work(
        next.get().writes(output().devices(part), (double) output().bytes(part) / pieces),
        this::written);
  }

  private void written() {
    piece++;
    if (piece == piecesOfPart()) {
      piece = 0;
      part++;
    }
    if (part < output().parts()) {
      nextPiece();
    } else {
      output().close();
      done();
    }
  }

  /** In how many pieces a block of the output is made, from 1; always the same. */
  abstract int piecesOfPart();

  /**
   * What a piece of the work needs besides the output; empty if the job fails.
   *
   * @param middle of the piece in all work of {@link #workAndWrite}, 0 to 1
   * @param size of the piece, 0 to 1
   */
  abstract Optional<Step> piece(double middle, double size);

  /** Ends the attempt before it is done. */
  void kill() {
    stop();
    job.processes().leave(this);
    if (output != null) {
      output.discard();
    }
  }

  private void stop() {
    if (flow != NO_FLOW) {
      network().stop(flow);
      flow = NO_FLOW;
      step.ends(job.cluster());
    }
  }

  /**
   * Goes on without another node that has failed: reads what is left from another replica, and
   * writes to the remaining ones.
   *
   * @return false if the output is lost, so that the attempt must be killed
   */
  final boolean survives(int failed) {
    if (output != null && !output.survives(failed)) {
      return false;
    }
    if (flow == NO_FLOW) {
      return true;
    }
    boolean readsThere = step.readsFrom(failed, job.cluster());
    boolean writesThere = step.writesTo(failed, job.cluster());
    if (readsThere || writesThere || step.pushes()) {
      double left = network().left(flow);
      stop();
      if (writesThere) {
        step.writes(output.devices(part), step.outputBytes());
      }
      if (readsThere && !readElsewhere()) {
        return true;
      }
      flow(left);
    }
    return true;
  }

  /** Finds another source; if there is none, the job fails. */
  private boolean readElsewhere() {
    int source = findSource();
    if (source == FileSystem.NOWHERE) {
      job.inputLost(task);
      return false;
    }
    step.reads(source, step.inputBytes());
    return true;
  }

  final FlowNetwork network() {
    return job.network();
  }

  /** What became of it. */
  final AttemptRecord record(AttemptRecord.Outcome outcome) {
    return new AttemptRecord(
        job.spec().name(),
        isReduce(),
        task,
        node,
        startSeconds,
        job.seconds(),
        locality(),
        outcome);
  }
}
