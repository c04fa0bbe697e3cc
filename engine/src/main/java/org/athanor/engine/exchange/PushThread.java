// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.exchange;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.athanor.engine.failure.Failure;
import org.athanor.engine.run.Run;
import org.athanor.engine.thread.DaemonThread;
import org.athanor.engine.transport.Frame;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Pushes the map output that this Worker keeps to the peers that want it, to one after the other a
 * message, as far as each has credit. The thread {@code athanor-push} reads the runs, without a
 * lock. The methods are called by any other thread; only {@link #close} waits.
 */
final class PushThread {
  private static final Logger LOG = LoggerFactory.getLogger(PushThread.class);

  private final DaemonThread thread = new DaemonThread(this::run, "athanor-push");
  private final Object lock = new Object();

  @GuardedBy("lock")
  private final Map<String, KeptOutputs> jobs = new HashMap<>();

  @GuardedBy("lock")
  private final List<Subscriber> subscribers = new ArrayList<>();

  @GuardedBy("lock")
  private int turn; // index of the subscriber that is looked at first

  @GuardedBy("lock")
  private KeptOutputs reading; // the job whose runs the thread reads; null if it reads none

  private final AtomicLong sentBytes = new AtomicLong();

  @GuardedBy("lock")
  private boolean ended;

  void start() {
    thread.start();
  }

  /** Returns the bytes of map output that were sent. */
  long sentBytes() {
    return sentBytes.get();
  }

  // Jobs

  void open(KeptOutputs job) {
    Map<Subscriber, WrongMessageException> refused = new HashMap<>();
    synchronized (lock) {
      if (ended) {
        throw new IllegalStateException("the exchange is closed");
      }
      if (jobs.putIfAbsent(job.job(), job) != null) {
        throw new IllegalStateException(job.job() + " is open already");
      }
      for (Subscriber subscriber : subscribers) {
        try {
          subscriber.opened(job);
        } catch (WrongMessageException e) {
          subscriber.end();
          refused.put(subscriber, e);
        }
      }
      lock.notifyAll();
    }
    refused.forEach((subscriber, why) -> PushConnection.refuse(subscriber.connection(), why));
  }

  /**
   * @param runs are released if the job is not open any more
   */
  void keep(KeptOutputs job, int map, int attempt, List<Run> runs) {
    boolean isKept = false;
    try {
      KeptOutput output = new KeptOutput(map, attempt, List.copyOf(runs));
      synchronized (lock) {
        if (jobs.get(job.job()) == job) {
          job.add(output);
          isKept = true;
          lock.notifyAll();
        }
      }
    } finally {
      if (!isKept) {
        runs.forEach(Run::release);
      }
    }
  }

  /**
   * Pushes nothing of a job any more. Returns when its memory is given back, also if another caller
   * does that; but a listener that this thread calls must not wait for itself.
   */
  void close(KeptOutputs job) {
    boolean isFirst;
    boolean wasInterrupted = false;
    synchronized (lock) {
      isFirst = jobs.remove(job.job(), job);
      if (isFirst) {
        job.beginRelease();
        subscribers.forEach(subscriber -> subscriber.closed(job));
      }
      while (isUsed(job, isFirst) && !Thread.currentThread().equals(thread)) {
        try {
          lock.wait();
        } catch (InterruptedException e) {
          wasInterrupted = true;
        }
      }
    }
    if (wasInterrupted) {
      Thread.currentThread().interrupt();
    }
    if (isFirst) {
      release(job);
    }
  }

  @GuardedBy("lock")
  private boolean isUsed(KeptOutputs job, boolean isFirst) {
    return reading == job || (!isFirst && job.isBeingReleased());
  }

  private void release(KeptOutputs job) {
    try {
      job.release();
    } finally {
      synchronized (lock) {
        job.endRelease();
        lock.notifyAll();
      }
    }
  }

  // Peers

  /** A peer has connected. */
  void add(Subscriber subscriber) {
    synchronized (lock) {
      if (!ended) {
        subscribers.add(subscriber);
        return;
      }
    }
    subscriber.connection().close();
  }

  /** The connection has ended. */
  void remove(Subscriber subscriber) {
    synchronized (lock) {
      subscriber.end();
      subscribers.remove(subscriber);
    }
  }

  void subscribe(Subscriber subscriber, Message.Subscribe message) throws WrongMessageException {
    synchronized (lock) {
      Subscription added = subscriber.add(message);
      KeptOutputs job = jobs.get(message.job());
      if (job != null) {
        Subscriber.begin(added, job);
      }
      lock.notifyAll();
    }
  }

  void narrow(Subscriber subscriber, Message.Narrow message) throws WrongMessageException {
    synchronized (lock) {
      subscriber.get(message.subscription()).partitions().andNot(message.partitions());
    }
  }

  void unsubscribe(Subscriber subscriber, Message.Unsubscribe message)
      throws WrongMessageException {
    synchronized (lock) {
      subscriber.remove(subscriber.get(message.subscription()));
      lock.notifyAll();
    }
  }

  void credit(Subscriber subscriber, Message.Credit message) throws WrongMessageException {
    synchronized (lock) {
      subscriber.credit(message);
      lock.notifyAll();
    }
  }

  /** Returns whether no job is open, and no peer has a subscription. */
  boolean isUnwanted() {
    synchronized (lock) {
      return jobs.isEmpty() && subscribers.stream().noneMatch(Subscriber::wantsOutput);
    }
  }

  // The thread

  private void run() {
    for (Subscriber to = await(); to != null; to = await()) {
      Thread.interrupted(); // A listener may have left that behind.
      serveOrDrop(to);
    }
  }

  /** Sends one message in place of the thread; returns false if there is none to send. */
  boolean step() {
    Subscriber to;
    synchronized (lock) {
      to = ended ? null : ready();
    }
    if (to != null) {
      serveOrDrop(to);
    }
    return to != null;
  }

  private void serveOrDrop(Subscriber to) {
    try {
      serve(to);
    } catch (RuntimeException | Error e) {
      drop(to, e);
    }
  }

  /** Waits for a subscriber that can be served; returns null at the end. */
  private Subscriber await() {
    synchronized (lock) {
      while (!ended) {
        Subscriber to = ready();
        if (to != null) {
          return to;
        }
        try {
          lock.wait();
        } catch (InterruptedException e) {
          // Nobody ends this thread in this way.
        }
      }
      return null;
    }
  }

  /** Returns the next subscriber that can be served; null if there is none. */
  @GuardedBy("lock")
  private Subscriber ready() {
    for (int i = 0; i < subscribers.size(); i++) {
      int index = (turn + i) % subscribers.size();
      if (subscribers.get(index).isReady()) {
        turn = index + 1;
        return subscribers.get(index);
      }
    }
    return null;
  }

  /** Sends a subscriber the next message. If there is no credit for it, it is kept. */
  private void serve(Subscriber to) {
    OutputPush push;
    synchronized (lock) {
      push = to.push();
      reading = push == null ? null : push.job();
    }
    if (push != null && read(to, push)) {
      Frame message;
      synchronized (lock) {
        message = to.mayTake(push) ? push.take() : null;
        if (push.isDone()) {
          to.ended(push);
        }
      }
      if (message != null) {
        to.connection().send(message);
        sentBytes.addAndGet(message.length());
      }
    }
  }

  /**
   * Reads the next message, if the job is not being closed; returns false if that is impossible.
   */
  private boolean read(Subscriber to, OutputPush push) {
    try {
      push.read();
      return true;
    } catch (IOException | RuntimeException e) {
      if (abandon(to, push)) {
        push.job().reports().failed("cannot push map output: ", e);
      }
      return false;
    } finally {
      synchronized (lock) {
        reading = null;
        lock.notifyAll();
      }
    }
  }

  /** Does not go on with a push; returns whether the job is open. */
  private boolean abandon(Subscriber to, OutputPush push) {
    synchronized (lock) {
      to.ended(push);
      return push.job().equals(jobs.get(push.job().job()));
    }
  }

  /**
   * Ends the connection to a subscriber that could not be served for lack of memory. It connects
   * again after a while.
   */
  private void drop(Subscriber to, Throwable failure) {
    try {
      synchronized (lock) {
        to.end();
      }
      try {
        LOG.warn(
            "the connection to {} ends: pushing map output failed: {}",
            to.connection().peer(),
            Failure.of(failure).line());
      } finally {
        to.connection().close();
      }
    } catch (RuntimeException | Error noMemory) {
      return;
    }
  }

  /** Ends the thread, and all connections. Jobs that are open must be closed. */
  void end() {
    List<Subscriber> connected;
    synchronized (lock) {
      ended = true;
      lock.notifyAll();
      connected = List.copyOf(subscribers);
      connected.forEach(Subscriber::end);
    }
    connected.forEach(subscriber -> subscriber.connection().close());
    ThreadEnd.await(thread);
  }
}
