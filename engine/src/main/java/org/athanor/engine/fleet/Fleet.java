// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.fleet;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.athanor.engine.protocol.ToWorker;
import org.athanor.engine.transport.FrameHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Workers of a session that are connected to this process, its master. Each of them is told of
 * the others, so that they find each other. A Worker whose connection has ended is lost: it never
 * comes back, because it ends itself then. Thread-safe.
 */
public final class Fleet {
  private static final Logger LOG = LoggerFactory.getLogger(Fleet.class);

  private final Listener listener;
  private final CommitGate commits;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private final Map<Integer, RemoteWorker> workers = new LinkedHashMap<>();

  @GuardedBy("lock")
  private final Set<Integer> known = new HashSet<>(); // the numbers of all that have ever joined

  /**
   * Is told which Workers there are. For each Worker the calls come one after the other, on the
   * thread of its connection, as do those of the listeners of its jobs.
   */
  public interface Listener {
    /** A Worker has joined. */
    void joined(RemoteWorker worker);

    /**
     * The connection to a Worker has ended, so all of its attempts are lost, and all that it holds.
     * No call about it, or about its jobs, follows. Its process may still run: it stops all code
     * and commits nothing as soon as it notices, which is for certain only when the process has
     * ended ({@link WorkerProcesses}).
     *
     * @param reason one line
     */
    void lost(int worker, String reason);

    /** A Worker has wanted map output of another one for a while, and cannot reach it. */
    void unreachable(RemoteWorker from, int peer);
  }

  public Fleet(Listener listener) {
    this(listener, CommitGate.ALWAYS_OPEN);
  }

  /**
   * @param commits while it is closed, no attempt may commit
   */
  public Fleet(Listener listener, CommitGate commits) {
    this.listener = listener;
    this.commits = commits;
  }

  /** Returns the handler of one connection that a Worker has opened. */
  public FrameHandler accepted() {
    return new WorkerConnection(this);
  }

  CommitGate commits() {
    return commits;
  }

  /** Returns the connected Workers, those that joined first first. */
  public List<RemoteWorker> workers() {
    synchronized (lock) {
      return List.copyOf(workers.values());
    }
  }

  /** Adds a Worker; returns false if there is, or was, another one of its number. */
  boolean join(RemoteWorker worker) {
    synchronized (lock) {
      if (!known.add(worker.number())) {
        return false;
      }
      for (RemoteWorker other : workers.values()) {
        other.send(new ToWorker.PeerJoined(worker.number(), worker.dataAddress()));
        worker.send(new ToWorker.PeerJoined(other.number(), other.dataAddress()));
      }
      workers.put(worker.number(), worker);
    }
    LOG.info("{} has joined with {} threads", worker, worker.threads());
    listener.joined(worker);
    return true;
  }

  /** A Worker says that it cannot reach another one. */
  void unreachable(RemoteWorker from, int peer) {
    listener.unreachable(from, peer);
  }

  /** Removes a Worker whose connection has ended. */
  void lost(RemoteWorker worker, String reason) {
    synchronized (lock) {
      workers.remove(worker.number());
      for (RemoteWorker other : workers.values()) {
        other.send(new ToWorker.PeerLost(worker.number()));
      }
    }
    LOG.info("{} is gone: {}", worker, reason);
    worker.lost();
    listener.lost(worker.number(), reason);
  }
}
