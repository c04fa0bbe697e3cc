// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarnmaster;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.athanor.engine.affinity.Seat;
import org.athanor.engine.fleet.WorkerProcesses;
import org.athanor.engine.job.ContainerSize;
import org.athanor.engine.yarn.WorkerSize;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Workers of a session as containers of YARN: asks for as many as the session has, and for
 * others when some have ended. Each container is a new Worker with a number of its own.
 *
 * <p>After a failure the next request waits, longer after each one: {@value #FIRST_PAUSE_SECONDS} s
 * to {@value #LONGEST_PAUSE_SECONDS} s. A Worker that joins the session ends the pause. If nothing
 * but Workers that never join is started, as where nodes have no suitable Java, the session is told
 * that none can be started. Containers that the cluster takes back count as no failure.
 *
 * <p>Thread-safe. Calls to others are made without the lock.
 */
final class YarnWorkers implements WorkerProcesses {
  static final int FIRST_PAUSE_SECONDS = 1;
  static final int LONGEST_PAUSE_SECONDS = 60;

  /** How many Workers may end one after the other before any joins; twice their number if more. */
  static final int MOST_EARLY_ENDS = 4;

  /**
   * A Worker that has not heard of its master for as long as the connection allows has stopped all
   * code after so long.
   */
  static final int STOP_SECONDS = 45;

  /** A Worker that has not joined for so long is killed and replaced, as one that has failed. */
  static final int JOIN_SECONDS = 600;

  /** How often the log says that containers are missing. */
  private static final int MISSING_SECONDS = 60;

  private static final Logger LOG = LoggerFactory.getLogger(YarnWorkers.class);

  /** A Worker whose container was allocated and has not ended. The lock guards its fields. */
  private static final class Member {
    final int number;
    final Container container;
    final Seat seat;
    final long startedAt;
    boolean joined;
    boolean isAtFault; // its end counts as a failure, because it has not joined, for example
    boolean killed;
    boolean unreachable; // its node did not take the order to kill it
    long killedAt;
    String reason; // why it counts as ended, if it is not the container's own reason
    ContainerEnd end; // while it still counts as running

    Member(int number, Container container, Seat seat, long startedAt) {
      this.number = number;
      this.container = container;
      this.seat = seat;
      this.startedAt = startedAt;
    }

    String host() {
      return container.getNodeId().getHost();
    }
  }

  private final WorkerSize size;
  private final int count;
  private final int fenceSeconds;
  private final ContainerCalls calls;
  private final LongSupplier nanoTime;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private final Map<ContainerId, Member> members = new HashMap<>();

  @GuardedBy("lock")
  private final NodeFailures failures = new NodeFailures();

  @GuardedBy("lock")
  private Listener listener; // null before begin()

  @GuardedBy("lock")
  private boolean registered; // the master is

  @GuardedBy("lock")
  private boolean gaveUp; // the listener was told that none can be started

  @GuardedBy("lock")
  private long completeAt; // when the session last had as many Workers as it should

  @GuardedBy("lock")
  private int requested; // containers that were asked for and not yet allocated

  @GuardedBy("lock")
  private int lastNumber = -1;

  @GuardedBy("lock")
  private int earlyEnds; // since the last Worker joined

  @GuardedBy("lock")
  private long pauseSeconds;

  @GuardedBy("lock")
  private long pausedUntil;

  @GuardedBy("lock")
  private boolean paused;

  @GuardedBy("lock")
  private boolean closed;

  /**
   * @param size of the Workers, and how many the session has
   * @param silence of the master until a Worker counts it as lost. When a node was to kill a
   *     Worker, the Worker counts as ended {@value #STOP_SECONDS} s after that, whatever the node
   *     says
   */
  YarnWorkers(WorkerSize size, Duration silence, ContainerCalls calls, LongSupplier nanoTime) {
    this.size = size;
    this.count = size.workers();
    this.fenceSeconds = Math.toIntExact(silence.toSeconds()) + STOP_SECONDS;
    this.calls = calls;
    this.nanoTime = nanoTime;
    this.completeAt = nanoTime.getAsLong();
  }

  @Override
  public Optional<ContainerSize> containers() {
    return Optional.of(new ContainerSize(size.memoryMb(), size.vcores(), size.threads()));
  }

  @Override
  public void begin(Listener told) {
    List<Runnable> then = new ArrayList<>();
    synchronized (lock) {
      listener = told;
      fill(then);
    }
    run(then);
  }

  /** The ResourceManager takes requests from now on. */
  void registered() {
    List<Runnable> then = new ArrayList<>();
    synchronized (lock) {
      registered = true;
      fill(then);
    }
    run(then);
  }

  private static void run(List<Runnable> calls) {
    calls.forEach(Runnable::run);
  }

  /** Asks for the containers that are missing. */
  @GuardedBy("lock")
  private void fill(List<Runnable> then) {
    if (closed || listener == null || !registered || paused || gaveUp) {
      return;
    }
    for (; requested + members.size() < count; requested++) {
      then.add(calls::request);
    }
  }

  @Override
  public void kill(int worker) {
    List<Runnable> then = new ArrayList<>();
    synchronized (lock) {
      for (Member member : members.values()) {
        if (member.number == worker && !member.killed) {
          kill(member, then);
        }
      }
    }
    run(then);
  }

  @Override
  public void blame(int worker) {
    synchronized (lock) {
      for (Member member : members.values()) {
        member.isAtFault |= member.number == worker;
      }
    }
  }

  @GuardedBy("lock")
  private void kill(Member member, List<Runnable> then) {
    member.killed = true;
    member.killedAt = nanoTime.getAsLong();
    then.add(() -> calls.stop(member.container));
  }

  @Override
  public void close() {
    List<Runnable> then = new ArrayList<>();
    synchronized (lock) {
      closed = true;
      for (; requested > 0; requested--) {
        then.add(calls::cancelRequest);
      }
      for (Member member : members.values()) {
        if (!member.killed) {
          kill(member, then);
        }
      }
    }
    run(then);
  }

  /** Returns whether the listener was told that no Worker can be started any more. */
  boolean gaveUp() {
    synchronized (lock) {
      return gaveUp;
    }
  }

  /** A Worker has connected to the master; may be said more than once. */
  void joined(int worker) {
    List<Runnable> then = new ArrayList<>();
    synchronized (lock) {
      for (Member member : members.values()) {
        if (member.number == worker && !member.joined) {
          member.joined = true;
          earlyEnds = 0;
          pauseSeconds = 0;
          paused = false;
          fill(then);
        }
      }
    }
    run(then);
  }

  /** The cluster gives a container. */
  void allocated(Container container) {
    List<Runnable> then = new ArrayList<>();
    synchronized (lock) {
      if (requested == 0 || closed) {
        then.add(() -> calls.release(container));
      } else {
        requested--;
        then.add(calls::cancelRequest);
        if (failures.isExcluded(container.getNodeId().getHost())) {
          then.add(() -> calls.release(container));
          fill(then);
        } else {
          Member member =
              new Member(++lastNumber, container, seat(container), nanoTime.getAsLong());
          members.put(container.getId(), member);
          then.add(() -> start(member));
        }
      }
    }
    run(then);
  }

  /** Returns the first free seat on a container's node, if Workers are spread over all nodes. */
  @GuardedBy("lock")
  private Seat seat(Container container) {
    BitSet taken = new BitSet();
    for (Member member : members.values()) {
      if (member.host().equals(container.getNodeId().getHost())) {
        taken.set(member.seat.index());
      }
    }
    int index = taken.nextClearBit(0);
    int nodes = Math.max(1, calls.nodes());
    return new Seat(index, Math.max(index + 1, (count + nodes - 1) / nodes));
  }

  private void start(Member member) {
    LOG.info(
        "Worker {} starts in {} on {}",
        member.number,
        member.container.getId(),
        member.container.getNodeId());
    calls.start(member.container, member.number, member.seat);
  }

  /** A node did not start a Worker, or it is not known whether it did. */
  void startFailed(ContainerId id, String reason) {
    giveBack(id, "its node did not start it: " + reason);
  }

  /** A node could not be told to kill a Worker. */
  void stopFailed(ContainerId id, String reason) {
    List<Runnable> then = new ArrayList<>();
    synchronized (lock) {
      Member member = members.get(id);
      if (member != null) {
        LOG.warn(
            "Worker {}: its node {} was not told to kill it: {}",
            member.number,
            member.container.getNodeId(),
            reason);
        member.unreachable = true;
        then.add(() -> calls.release(member.container));
      }
    }
    run(then);
  }

  private void giveBack(ContainerId id, String reason) {
    List<Runnable> then = new ArrayList<>();
    synchronized (lock) {
      Member member = members.get(id);
      if (member != null) {
        member.reason = reason;
        then.add(() -> calls.release(member.container));
      }
    }
    run(then);
  }

  /** The cluster says that a container has ended. */
  void completed(ContainerStatus status) {
    List<Runnable> then = new ArrayList<>();
    synchronized (lock) {
      Member member = members.get(status.getContainerId());
      if (member != null) {
        ContainerEnd end = ContainerEnd.of(status, member.killed);
        if (member.reason != null) {
          end = new ContainerEnd(member.reason, true, false);
        }
        if (member.unreachable && !isFenced(member)) {
          member.end = end; // tick() goes on
        } else {
          ended(member, end, then);
        }
      }
    }
    run(then);
  }

  @GuardedBy("lock")
  private boolean isFenced(Member member) {
    return hasPassed(fenceSeconds, member.killedAt);
  }

  private boolean hasPassed(int seconds, long since) {
    return nanoTime.getAsLong() - since >= TimeUnit.SECONDS.toNanos(seconds);
  }

  @GuardedBy("lock")
  private void ended(Member member, ContainerEnd end, List<Runnable> then) {
    members.remove(member.container.getId());
    String reason = end.reason() + " (" + member.container.getId() + " on " + member.host() + ")";
    Listener told = listener;
    then.add(() -> LOG.info("Worker {} is gone: {}", member.number, reason));
    then.add(() -> told.ended(member.number, reason, end.isByCluster()));
    if (closed) {
      return;
    }
    if (member.isAtFault || end.isFailure()) {
      failed(member, reason, told, then);
    }
    fill(then);
  }

  @GuardedBy("lock")
  private void failed(Member member, String reason, Listener told, List<Runnable> then) {
    if (failures.failed(member.host(), calls.nodes())) {
      LOG.warn(
          "node {} gets no more Workers: {} have failed on it",
          member.host(),
          NodeFailures.MOST_PER_NODE);
      then.add(() -> calls.exclude(member.host()));
    }
    pauseSeconds = Math.min(LONGEST_PAUSE_SECONDS, Math.max(FIRST_PAUSE_SECONDS, 2 * pauseSeconds));
    paused = true;
    pausedUntil = nanoTime.getAsLong() + TimeUnit.SECONDS.toNanos(pauseSeconds);
    if (!member.joined && ++earlyEnds >= mostEarlyEnds() && noneHasJoined() && !gaveUp) {
      gaveUp = true;
      then.add(
          () ->
              told.cannotStart(
                  earlyEndsLine() + "; the last one, Worker " + member.number + ": " + reason));
    }
  }

  private int mostEarlyEnds() {
    return Math.max(MOST_EARLY_ENDS, 2 * count);
  }

  private String earlyEndsLine() {
    return mostEarlyEnds() + " Workers have ended before they reached the session";
  }

  @GuardedBy("lock")
  private boolean noneHasJoined() {
    return members.values().stream().noneMatch(member -> member.joined);
  }

  /** Does what has become due; called every second or so. */
  void tick() {
    List<Runnable> then = new ArrayList<>();
    synchronized (lock) {
      killLate(then);
      List<Member> due = new ArrayList<>();
      for (Member member : members.values()) {
        if (member.killed && isFenced(member)) {
          due.add(member);
        }
      }
      for (Member member : due) {
        fenced(member, then);
      }
      if (paused && nanoTime.getAsLong() - pausedUntil >= 0) {
        paused = false;
      }
      fill(then);
      warnIfMissing(then);
    }
    run(then);
  }

  @GuardedBy("lock")
  private void killLate(List<Runnable> then) {
    for (Member member : members.values()) {
      if (!member.joined && !member.killed && hasPassed(JOIN_SECONDS, member.startedAt)) {
        member.isAtFault = true;
        member.reason = "it has not joined the session for " + JOIN_SECONDS + " s";
        kill(member, then);
      }
    }
  }

  /** A killed Worker has stopped. Its node may still try to take the order to kill it. */
  @GuardedBy("lock")
  private void fenced(Member member, List<Runnable> then) {
    ContainerEnd end = member.end;
    if (end == null) {
      then.add(() -> calls.release(member.container));
    }
    if (end == null && member.reason != null) {
      end = new ContainerEnd(member.reason, true, false);
    } else if (end == null) {
      end =
          new ContainerEnd(
              "it was to be killed, and its node has not said for "
                  + fenceSeconds
                  + " s that it is",
              false,
              true);
    }
    ended(member, end, then);
  }

  @GuardedBy("lock")
  private void warnIfMissing(List<Runnable> then) {
    long now = nanoTime.getAsLong();
    int has = members.size();
    if (has == count) {
      completeAt = now;
    } else if (now - completeAt >= TimeUnit.SECONDS.toNanos(MISSING_SECONDS)) {
      completeAt = now;
      then.add(
          () ->
              LOG.warn(
                  "the session has {} of {} Workers: the cluster has had no room for the others for"
                      + " {} s",
                  has,
                  count,
                  MISSING_SECONDS));
    }
  }
}
