// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.exchange;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntConsumer;
import org.apache.hadoop.mapreduce.JobID;
import org.athanor.engine.buffer.BufferPool;
import org.athanor.engine.run.SpillFile;
import org.athanor.engine.thread.Clock;
import org.athanor.engine.transport.FrameHandler;
import org.athanor.engine.transport.Transport;

/**
 * The map output of all jobs between this Worker and the others of the session. A Worker connects
 * to each other one from which it wants output, and subscribes to some partitions; the other one
 * pushes what it keeps of them, and what it will keep. If the connection breaks, the Worker drops
 * what is incomplete, connects again, and subscribes again.
 *
 * <p>Memory outside the jobs' pools: {@link ExchangeLimits#creditBytes} for what arrives, or two
 * blocks for each peer if that is more; as much for what is sent; and for each peer that is pushed
 * to, one block, and a buffer while it is pushed output that is on disk. When a peer connects, the
 * others may have more on its way than their new part for a moment.
 *
 * <p>Thread-safe. Its two threads live as long as the exchange.
 */
public final class Exchange implements AutoCloseable {
  private final int worker;
  private final PushThread pushes = new PushThread();
  private final ReceiveThread receiver;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private final Set<JobExchange> jobs = new HashSet<>();

  /**
   * @param worker the number of this Worker in the session
   */
  public Exchange(int worker, ExchangeLimits limits) {
    this(worker, limits, Clock.SYSTEM);
    pushes.start();
    boolean isStarted = false;
    try {
      receiver.start();
      isStarted = true;
    } finally {
      if (!isStarted) {
        pushes.end();
      }
    }
  }

  private Exchange(int worker, ExchangeLimits limits, Clock clock) {
    this.worker = worker;
    this.receiver = new ReceiveThread(worker, limits, clock);
  }

  /** Returns an exchange without threads: one thread calls all of its methods, and the steps. */
  static Exchange stepped(int worker, ExchangeLimits limits, Clock clock) {
    Exchange made = new Exchange(worker, limits, clock);
    made.receiver.beginSteps();
    return made;
  }

  /** Sends one message to a peer; returns false if none can be sent now. */
  boolean stepPush() {
    return pushes.step();
  }

  /** Takes one message of a peer, or looks after connections; returns false if nothing is due. */
  boolean stepReceive() {
    return receiver.step();
  }

  /** Returns whether no job is open, and neither this Worker nor a peer wants map output. */
  boolean isIdle() {
    synchronized (lock) {
      return jobs.isEmpty() && receiver.wantsNothing() && pushes.isUnwanted();
    }
  }

  /** Returns the bytes of map output that were sent to peers so far. */
  public long pushedBytes() {
    return pushes.sentBytes();
  }

  /** Returns the bytes of map output that have come from peers so far. */
  public long receivedBytes() {
    return receiver.takenBytes();
  }

  /** Returns the handler of a connection that a peer has opened. */
  public FrameHandler accepted() {
    return new PushConnection(worker, pushes);
  }

  /**
   * Connects to the peers from now on.
   *
   * @param transport takes frames as large as any record, and a kilobyte more; closed by the
   *     caller, after this exchange
   * @param unreachable is told of each peer whose output is wanted and that cannot be reached, and
   *     again as long as that is so; on the receiving thread, which must not wait
   */
  public void begin(Transport transport, IntConsumer unreachable) {
    receiver.begin(transport, unreachable);
  }

  /**
   * A Worker has joined the session.
   *
   * @param address of its transport
   */
  public void peerJoined(int peer, InetSocketAddress address) {
    receiver.peerJoined(peer, address);
  }

  /** A Worker has left the session: what is incomplete of it is dropped. */
  public void peerLost(int peer) {
    receiver.peerLost(peer);
  }

  /**
   * Begins with a job.
   *
   * @param partitions how many the job has
   * @param pool memory for what arrives; what it has no room for goes to the spill file. Its
   *     buffers have the size of the blocks that are pushed
   * @param spill closed by the caller, after the job's exchange
   * @param compression of blocks for other machines; closed by the caller, as the spill file
   * @throws IllegalStateException if the job is open, or this exchange is closed
   */
  public JobExchange open(
      JobID job,
      int partitions,
      BufferPool pool,
      SpillFile spill,
      BlockCompression compression,
      JobExchange.Listener listener) {
    String name = job.toString();
    JobReports reports = new JobReports(name, listener);
    KeptOutputs kept = new KeptOutputs(name, partitions, pool.bufferBytes(), compression, reports);
    JobIntake intake =
        new JobIntake(
            name, new OutputReceiver(partitions, pool, spill, reports), compression, reports);
    JobExchange opened = new JobExchange(this, kept, pushes, intake, receiver);
    synchronized (lock) {
      jobs.add(opened);
    }
    boolean isOpen = false;
    try {
      receiver.open(intake);
      pushes.open(kept);
      isOpen = true;
    } finally {
      if (!isOpen) {
        opened.close();
      }
    }
    return opened;
  }

  void closed(JobExchange job) {
    synchronized (lock) {
      jobs.remove(job);
    }
  }

  /** Closes the exchanges of all jobs, ends all connections, and waits for the threads' end. */
  @Override
  public void close() {
    List<JobExchange> open;
    synchronized (lock) {
      open = List.copyOf(jobs);
    }
    open.forEach(JobExchange::close);
    pushes.end();
    receiver.end();
  }
}
