// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.exchange;

import java.net.InetSocketAddress;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import org.athanor.engine.exchange.JobIntake.Assigned;
import org.athanor.engine.failure.Failure;
import org.athanor.engine.thread.Clock;
import org.athanor.engine.thread.DaemonThread;
import org.athanor.engine.transport.Frame;
import org.athanor.engine.transport.Transport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connects to the peers, tells them what this Worker wants, and takes what they push. All of that
 * is done by the thread {@code athanor-receive}; the methods queue it for it.
 *
 * <p>Work that is lost because the heap is full must not stop the rest. So the thread does not
 * depend on each event: when it is woken it looks at the state of each connection and job.
 */
final class ReceiveThread {
  private static final Logger LOG = LoggerFactory.getLogger(ReceiveThread.class);
  private static final long NEVER_NANOS = Long.MAX_VALUE / 4;
  private static final long AGAIN_NANOS = 100_000_000;

  private final int worker;
  private final ExchangeLimits limits;
  private final Clock clock;
  private final WorkQueue queue;
  private final DaemonThread thread = new DaemonThread(this::run, "athanor-receive");
  private final List<JobIntake> jobs = new CopyOnWriteArrayList<>(); // that are not closed

  private final AtomicLong takenBytes = new AtomicLong();
  private volatile boolean isStepped;

  // The thread only.
  private final Map<Integer, PeerLink> links = new HashMap<>(); // by Worker
  private final Map<Integer, Assigned> subscriptions = new HashMap<>();
  private int nextSubscription;
  private Transport transport; // null until the exchange begins
  private IntConsumer unreachable; // as transport
  private long next; // by the clock, when to look at the state at the latest

  /**
   * @param worker the number of this Worker
   */
  ReceiveThread(int worker, ExchangeLimits limits, Clock clock) {
    this.worker = worker;
    this.limits = limits;
    this.clock = clock;
    this.queue = new WorkQueue(clock);
    this.next = clock.nanoTime() + NEVER_NANOS;
  }

  void start() {
    thread.start();
  }

  /** From now on {@link #step} does what the thread would do, which is not started. */
  void beginSteps() {
    isStepped = true;
  }

  /** Returns the bytes of map output that have come. */
  long takenBytes() {
    return takenBytes.get();
  }

  // Any thread

  void add(Runnable work) {
    queue.add(work);
  }

  void wake() {
    queue.wake();
  }

  void begin(Transport to, IntConsumer ifUnreachable) {
    queue.add(
        () -> {
          unreachable = ifUnreachable;
          transport = to;
          queue.wake();
        });
  }

  void peerJoined(int peer, InetSocketAddress address) {
    queue.add(() -> join(peer, address));
  }

  void peerLost(int peer) {
    queue.add(() -> lose(peer));
  }

  void open(JobIntake job) {
    jobs.add(job);
    if (queue.hasEnded()) {
      jobs.remove(job);
      throw new IllegalStateException("the exchange is closed");
    }
  }

  void assign(JobIntake job, int assignment, BitSet partitions) {
    queue.add(() -> job.guard(() -> subscribe(job, assignment, partitions)));
  }

  void withdraw(JobIntake job, int assignment, BitSet partitions) {
    queue.add(() -> job.guard(() -> narrow(job, assignment, partitions)));
  }

  void has(JobIntake job, int assignment, int map) {
    queue.add(() -> job.guard(() -> job.has(assignment, map)));
  }

  void publish(JobIntake job, int map, int attempt) {
    queue.add(() -> job.guard(() -> job.publish(map, attempt)));
  }

  /** Takes nothing of a job any more. Returns when its memory is given back. */
  void close(JobIntake job) {
    job.beginClosing();
    if (isCaller()) {
      closeNow(job);
    } else {
      queue.wake();
      if (queue.hasEnded()) {
        ThreadEnd.await(thread);
        job.close();
      }
      job.awaitClosed();
    }
  }

  /** Ends the thread, all connections and all jobs. */
  void end() {
    boolean isFirst = !queue.hasEnded();
    queue.end();
    if (isStepped && isFirst) {
      endAll();
    }
    ThreadEnd.await(thread);
  }

  // The thread

  private void run() {
    while (!queue.hasEnded()) {
      serve();
    }
    endAll();
  }

  /** Waits for work, or for the time to look at the state, and does it. */
  private void serve() {
    try {
      Runnable work = queue.take(next);
      Thread.interrupted(); // A listener may have left that behind.
      if (work == null) {
        next = clock.nanoTime() + AGAIN_NANOS; // if what follows fails
        next = clock.nanoTime() + tend();
      } else {
        work.run();
      }
    } catch (RuntimeException | Error e) {
      warn(e);
    }
  }

  /** Does one piece of work in place of the thread; returns false if there is none. */
  boolean step() {
    if (queue.hasEnded() || !queue.isReady(next)) {
      return false;
    }
    serve();
    return true;
  }

  /** Returns whether there is no subscription and no open job; the thread only. */
  boolean wantsNothing() {
    return subscriptions.isEmpty() && jobs.isEmpty();
  }

  private boolean isCaller() {
    return isStepped || Thread.currentThread().equals(thread);
  }

  private static void warn(Throwable e) {
    try {
      LOG.warn("an operation of the exchange of map output failed: {}", Failure.of(e).line());
    } catch (RuntimeException | Error noMemory) {
      return;
    }
  }

  /**
   * Does what the state of jobs and connections demands; returns after how many nanoseconds to do
   * so again.
   */
  private long tend() {
    for (JobIntake job : jobs) {
      if (job.isClosing()) {
        closeNow(job);
      }
    }
    long wait = NEVER_NANOS;
    for (PeerLink link : links.values()) {
      wait = Math.min(wait, tend(link));
    }
    return wait;
  }

  private long tend(PeerLink link) {
    Feed feed = link.feed();
    if (feed != null && feed.isOver()) {
      jobs.forEach(job -> job.lost(link.sender()));
      link.disconnected(limits.longestRetry().toNanos());
      shareCredit();
    } else if (feed != null && feed.isOpen() && !feed.isGreeted()) {
      greet(feed);
    } else if (feed != null) {
      feed.sendMissedCredit(); // The heap may have been too full for it.
    }
    if (transport == null || subscriptions.isEmpty() || isGreeted(link)) {
      link.isNotMissed();
      return NEVER_NANOS;
    }
    long patience = tendMissed(link);
    if (link.feed() != null) {
      return patience; // It is being connected to.
    }
    long wait = link.waitNanos();
    if (wait > 0) {
      return Math.min(wait, patience);
    }
    connect(link);
    return patience;
  }

  /** Reports a peer that has been missed for long; returns when to look again. */
  private long tendMissed(PeerLink link) {
    long left = limits.patience().toNanos() - link.missedNanos();
    if (left > 0) {
      return left;
    }
    link.reported();
    LOG.warn(
        "{} at {} could not be reached for {} s",
        link.sender(),
        link.address(),
        limits.patience().toSeconds());
    unreachable.accept(link.worker());
    return limits.patience().toNanos();
  }

  private void connect(PeerLink link) {
    Feed feed = new Feed(this, link);
    link.connected(feed);
    boolean isConnecting = false;
    try {
      feed.connecting(transport.connect(link.address(), feed));
      isConnecting = true;
    } finally {
      if (!isConnecting) {
        link.disconnected(limits.longestRetry().toNanos());
        queue.wake();
      }
    }
  }

  private void greet(Feed feed) {
    boolean isGreeted = false;
    try {
      feed.greet(worker, feed.link().worker());
      boolean isRemote = isRemote(feed.link());
      subscriptions
          .values()
          .forEach(all -> feed.send(MessageCodec.frame(all.toSubscribe(isRemote))));
      shareCredit();
      isGreeted = true;
    } finally {
      if (!isGreeted) {
        feed.close();
      }
    }
  }

  /** Divides the credit among the connections. */
  private void shareCredit() {
    int connections = (int) links.values().stream().filter(ReceiveThread::isGreeted).count();
    long share = credit(Math.max(1, connections));
    for (PeerLink link : links.values()) {
      if (isGreeted(link)) {
        link.feed().setWindow(share);
      }
    }
  }

  /** Whether a peer is on another machine. */
  private boolean isRemote(PeerLink link) {
    return !transport.address().getAddress().equals(link.address().getAddress());
  }

  private static boolean isGreeted(PeerLink link) {
    return link.feed() != null && link.feed().isGreeted();
  }

  private long credit(int connections) {
    return Math.max(
        limits.creditBytes() / connections, 2 * MessageCodec.costOfBlock(limits.blockBytes()));
  }

  /** Sends a message to each peer that knows the subscriptions. */
  private void sendToAll(Frame frame) {
    for (PeerLink link : links.values()) {
      if (isGreeted(link)) {
        link.feed().send(frame);
      }
    }
  }

  private void join(int peer, InetSocketAddress address) {
    PeerLink known = links.get(peer);
    if (peer == worker || (known != null && known.address().equals(address))) {
      return;
    }
    lose(peer);
    links.put(peer, new PeerLink(peer, address, clock, limits.firstRetry().toNanos()));
    queue.wake();
  }

  private void lose(int peer) {
    PeerLink lost = links.remove(peer);
    if (lost != null && lost.feed() != null) {
      lost.feed().close();
      jobs.forEach(job -> job.lost(lost.sender()));
      shareCredit();
    }
  }

  private void subscribe(JobIntake job, int assignment, BitSet partitions) {
    Assigned added = job.assign(assignment, nextSubscription++, partitions);
    subscriptions.put(added.subscription(), added);
    for (PeerLink link : links.values()) {
      if (isGreeted(link)) {
        link.feed().send(MessageCodec.frame(added.toSubscribe(isRemote(link))));
      }
    }
    queue.wake(); // Now the peers must be connected to.
  }

  private void narrow(JobIntake job, int assignment, BitSet partitions) {
    Assigned narrowed = job.assigned(assignment);
    if (narrowed == null) {
      return;
    }
    narrowed.left().andNot(partitions);
    if (narrowed.left().isEmpty()) {
      job.withdraw(narrowed);
      unsubscribe(narrowed);
    } else {
      sendToAll(MessageCodec.frame(new Message.Narrow(narrowed.subscription(), partitions)));
    }
  }

  private void unsubscribe(Assigned from) {
    subscriptions.remove(from.subscription());
    sendToAll(MessageCodec.frame(new Message.Unsubscribe(from.subscription())));
  }

  private void closeNow(JobIntake job) {
    job.assigned().forEach(this::unsubscribe);
    jobs.remove(job);
    job.close();
  }

  /** Takes a message that a peer has pushed. */
  void take(Feed feed, Frame frame) {
    try {
      if (feed.link().feed() == feed && !feed.isRefused()) {
        take(feed, MessageCodec.message(frame));
        feed.link().works(limits.firstRetry().toNanos());
      }
    } catch (WrongMessageException e) {
      feed.refuse(e.getMessage());
    } catch (RuntimeException | Error e) {
      feed.refuse(Failure.of(e).line());
    } finally {
      takenBytes.addAndGet(frame.length());
      feed.taken(MessageCodec.cost(frame));
    }
  }

  private void take(Feed feed, Message message) throws WrongMessageException {
    String sender = feed.link().sender();
    if (message instanceof Message.Block block) {
      Assigned to = wanted(block.subscription());
      if (to != null) {
        to.job().take(sender, to, block);
      }
    } else if (message instanceof Message.Complete complete) {
      Assigned to = wanted(complete.subscription());
      if (to != null) {
        to.job().take(sender, to, complete);
      }
    } else {
      throw new WrongMessageException("the peer asks for map output in the wrong direction");
    }
  }

  /** Returns to whom the output of a subscription goes; null if it has ended. */
  private Assigned wanted(int subscription) throws WrongMessageException {
    if (subscription >= nextSubscription) {
      throw new WrongMessageException("output for the unknown subscription " + subscription);
    }
    return subscriptions.get(subscription);
  }

  private void endAll() {
    for (PeerLink link : links.values()) {
      if (link.feed() != null) {
        link.feed().close();
      }
    }
    for (JobIntake job : jobs) {
      job.beginClosing();
      job.close();
    }
  }
}
