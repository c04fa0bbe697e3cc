// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.testing;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.athanor.engine.thread.DaemonThread;
import org.athanor.engine.transport.Connection;
import org.athanor.engine.transport.Frame;
import org.athanor.engine.transport.FrameHandler;
import org.athanor.engine.transport.Transport;

/**
 * A network within the process, for tests of what uses a {@link Transport}. One thread delivers
 * everything, each time what is next on a random connection and direction; so connections overtake
 * each other, and some are slow. With faults, connections break at random moments: frames get lost
 * then, and the two ends learn of it at different times.
 */
public final class Loopback implements AutoCloseable {
  private static final int SLOW_ONE_IN = 6;
  private static final int SLOWNESS = 10;

  private final Random random;
  private final DaemonThread thread; // null if the caller takes the steps
  private final Object lock = new Object();

  @GuardedBy("lock")
  private final Map<InetSocketAddress, Member> members = new HashMap<>();

  @GuardedBy("lock")
  private final List<End> ends = new ArrayList<>(); // that have not learned of their end

  @GuardedBy("lock")
  private final Set<Transport> frozen = new HashSet<>();

  @GuardedBy("lock")
  private int nextPort = 1;

  @GuardedBy("lock")
  private int cutOneIn; // deliveries; 0: never

  @GuardedBy("lock")
  private boolean isIdle; // all has been delivered

  @GuardedBy("lock")
  private boolean closed;

  public Loopback(Random random) {
    this.random = new Random(random.nextLong());
    this.thread = new DaemonThread(this::run, "loopback");
    thread.start();
  }

  private Loopback(long seed) {
    this.random = new Random(seed);
    this.thread = null;
  }

  /** Returns a network that delivers when {@link #step} is called. */
  public static Loopback stepped(Random random) {
    return new Loopback(random.nextLong());
  }

  /** Delivers what is next on a random connection; returns false if there is nothing. */
  public boolean step() {
    Runnable next = poll();
    if (next == null) {
      return false;
    }
    next.run();
    return true;
  }

  private Runnable poll() {
    synchronized (lock) {
      End end = choose();
      return end == null ? null : end.poll();
    }
  }

  /** Delivers nothing to a process until {@link #thaw}. */
  public void freeze(Transport process) {
    synchronized (lock) {
      frozen.add(process);
    }
  }

  public void thaw(Transport process) {
    synchronized (lock) {
      frozen.remove(process);
    }
  }

  /** Breaks the connections between two processes. */
  public void cut(Transport one, Transport other) {
    synchronized (lock) {
      List.copyOf(ends).stream()
          .filter(end -> end.owner == one && end.other != null && end.other.owner == other)
          .forEach(end -> end.cut("the network broke"));
    }
  }

  /** Breaks a random connection, if there is one, that does not end at a process. */
  public void cutOneWithout(Transport process) {
    synchronized (lock) {
      cutRandom(end -> end.owner != process && end.other != null && end.other.owner != process);
    }
  }

  /**
   * Has connections break, and some be refused.
   *
   * @param oneIn about one connection breaks in so many deliveries; 0: none
   */
  public void cutOneIn(int oneIn) {
    synchronized (lock) {
      cutOneIn = oneIn;
    }
  }

  /** Breaks a random connection, if there is one. */
  public void cutOne() {
    synchronized (lock) {
      cutRandom(end -> true);
    }
  }

  /** Waits until all that was sent has been delivered. */
  public void awaitIdle() throws InterruptedException {
    synchronized (lock) {
      while (!isIdle || ends.stream().anyMatch(end -> !end.events.isEmpty())) {
        lock.wait();
      }
    }
  }

  /** Adds a process on a machine of its own. */
  public Transport join(Supplier<FrameHandler> accepted) {
    synchronized (lock) {
      InetSocketAddress address = new InetSocketAddress(machine(members.size()), nextPort++);
      Member member = new Member(address, accepted);
      members.put(address, member);
      return member;
    }
  }

  private static InetAddress machine(int number) {
    try {
      return InetAddress.getByAddress(
          new byte[] {127, 0, (byte) (number >>> Byte.SIZE), (byte) (number + 1)});
    } catch (UnknownHostException e) {
      throw new AssertionError(e); // Four bytes are always an address.
    }
  }

  @Override
  public void close() {
    synchronized (lock) {
      closed = true;
      lock.notifyAll();
    }
    try {
      if (thread != null) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    Runnable next = await();
    while (next != null) {
      next.run();
      next = await();
    }
  }

  private Runnable await() {
    synchronized (lock) {
      while (!closed) {
        if (cutOneIn > 0 && random.nextInt(cutOneIn) == 0) {
          cutRandom(end -> true);
        }
        End end = choose();
        isIdle = end == null;
        if (end != null) {
          return end.poll();
        }
        lock.notifyAll();
        try {
          lock.wait();
        } catch (InterruptedException e) {
          return null;
        }
      }
      return null;
    }
  }

  @GuardedBy("lock")
  private End choose() {
    Set<Transport> stopped = frozen;
    List<End> ready =
        ends.stream().filter(end -> !end.events.isEmpty() && !stopped.contains(end.owner)).toList();
    if (ready.isEmpty()) {
      return null;
    }
    End chosen = ready.get(random.nextInt(ready.size()));
    for (int i = 0; i < SLOWNESS && chosen.isSlow; i++) {
      chosen = ready.get(random.nextInt(ready.size()));
    }
    return chosen;
  }

  @GuardedBy("lock")
  private void cutRandom(Predicate<End> which) {
    List<End> live = ends.stream().filter(end -> !end.hasEnded).filter(which).toList();
    if (!live.isEmpty()) {
      live.get(random.nextInt(live.size())).cut("the network broke");
    }
  }

  private final class Member implements Transport {
    private final InetSocketAddress address;
    private final Supplier<FrameHandler> accepted;

    Member(InetSocketAddress address, Supplier<FrameHandler> accepted) {
      this.address = address;
      this.accepted = accepted;
    }

    @Override
    public InetSocketAddress address() {
      return address;
    }

    @Override
    public Connection connect(InetSocketAddress peer, FrameHandler handler) {
      synchronized (lock) {
        End here = new End(this, handler, "peer " + peer.getPort());
        ends.add(here);
        Member to = members.get(peer);
        boolean isRefused = cutOneIn > 0 && random.nextInt(8) == 0;
        if (to == null || isRefused || members.get(address) != this) {
          here.end("refused");
        } else {
          End there = new End(to, null, "a connection from " + address.getPort());
          ends.add(there);
          here.other = there;
          there.other = here;
          here.add(() -> here.handler.opened(here));
          there.add(
              () -> {
                there.handler = to.accepted.get();
                there.handler.opened(there);
              });
        }
        return here;
      }
    }

    @Override
    public void close() {
      synchronized (lock) {
        members.remove(address);
        List.copyOf(ends).stream()
            .filter(end -> end.owner == this)
            .forEach(end -> end.cut("this process closed its transport"));
      }
    }
  }

  /** One end of a connection. Guarded by the network's lock, except the handler. */
  private final class End implements Connection {
    private final Member owner;
    private final String peer;
    private final boolean isSlow = random.nextInt(SLOW_ONE_IN) == 0;
    private final ArrayDeque<Runnable> events = new ArrayDeque<>(); // for the handler
    private FrameHandler handler; // the network's thread; null until a peer is accepted
    private End other;
    private boolean hasEnded;

    End(Member owner, FrameHandler handler, String peer) {
      this.owner = owner;
      this.handler = handler;
      this.peer = peer;
    }

    void add(Runnable event) {
      events.add(event);
      lock.notifyAll();
    }

    Runnable poll() {
      Runnable event = events.poll();
      return () -> {
        try {
          event.run();
        } catch (RuntimeException | Error e) {
          close();
        }
      };
    }

    @Override
    public void send(Frame frame, Runnable sent) {
      byte[] body =
          Arrays.copyOfRange(frame.body(), frame.offset(), frame.offset() + frame.length());
      Frame copy = new Frame(frame.type(), frame.head().clone(), body, 0, body.length);
      sent.run();
      synchronized (lock) {
        if (!hasEnded && !other.hasEnded) {
          End to = other;
          to.add(() -> to.handler.received(to, copy));
        }
      }
    }

    @Override
    public void close() {
      synchronized (lock) {
        cut("this process closed the connection");
      }
    }

    /** Breaks the connection; some of the last frames that are on their way are lost. */
    void cut(String reason) {
      end(reason);
      if (other != null && !other.hasEnded) {
        for (int lost = random.nextInt(other.events.size() + 1); lost > 0; lost--) {
          other.events.pollLast();
        }
        other.end("the peer closed the connection");
      }
    }

    private void end(String reason) {
      if (!hasEnded) {
        hasEnded = true;
        add(
            () -> {
              synchronized (lock) {
                ends.remove(this);
              }
              if (handler != null) {
                handler.closed(this, reason);
              }
            });
      }
    }

    @Override
    public String peer() {
      return peer;
    }
  }
}
