// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.kernel;

/**
 * Simulated time, and what happens in it. One thread; the same calls in the same order give the
 * same history on every JVM.
 */
public final class Simulation {
  private static final double NANOS = 1e9;

  private static final double FINEST = 1e-12;

  private final EventQueue events = new EventQueue();
  private final FlowNetwork flows;
  private long now;
  private long happened;
  private Sampler sampler;

  /** Creates a simulation whose rates are as precise as its arithmetic. */
  public Simulation() {
    this(FINEST);
  }

  /**
   * Creates a simulation.
   *
   * @param precision of rates, relatively, from 1e-12 to 0.01: in a large network with full links,
   *     a change of a rate is followed by ever smaller ones far away, and those below this are left
   *     out
   */
  public Simulation(double precision) {
    if (!(precision >= FINEST && precision <= 0.01)) {
      throw new IllegalArgumentException("precision=" + precision + ": must be from 1e-12 to 0.01");
    }
    flows = new FlowNetwork(events, precision);
  }

  /** Nanoseconds since the beginning. */
  public long now() {
    return now;
  }

  /** Seconds since the beginning. */
  public double seconds() {
    return now / NANOS;
  }

  /** Lets a sampler look from now on; there is one at most. */
  public void sampleBy(Sampler looks) {
    sampler = looks;
  }

  /** Number of events that have happened. */
  public long happened() {
    return happened;
  }

  /** Number of events that are planned; each flow that has not ended is one. */
  public int pending() {
    return events.size();
  }

  /** The resources, and the flows over them. */
  public FlowNetwork flows() {
    return flows;
  }

  /**
   * Lets something happen at a time. Events of the same time happen in the order of these calls.
   *
   * @param at nanoseconds since the beginning, not before now
   * @return the event's number, for {@link #cancel}
   */
  public int at(long at, Runnable what) {
    if (at < now) {
      throw new IllegalArgumentException(
          "time " + at + " of an event: must not be before now, " + now);
    }
    return events.add(at, what);
  }

  /**
   * Lets something happen after a while.
   *
   * @param delay seconds from now, from 0
   * @return the event's number, for {@link #cancel}
   */
  public int after(double delay, Runnable what) {
    if (!(delay >= 0) || delay > (EventQueue.NEVER - now) / NANOS) {
      throw new IllegalArgumentException("delay=" + delay + " s: must be from 0, within 292 years");
    }
    return at(now + Math.round(delay * NANOS), what);
  }

  /** Takes an event back that has not happened yet. */
  public void cancel(int event) {
    events.remove(event);
  }

  /**
   * Goes on until nothing more can happen. Flows that get nothing, because a resource of theirs has
   * no capacity, are left.
   */
  public void run() {
    runUntil(EventQueue.NEVER - 1);
  }

  /**
   * Lets all happen up to a time, which is then now unless nothing is left to happen.
   *
   * @param end nanoseconds since the beginning, the last moment that happens
   */
  public void runUntil(long end) {
    while (true) {
      if (events.nextTime() > now) {
        // All that happens at a moment is over: what it means for rates is computed once.
        flows.settle(now);
      }
      long next = events.nextTime();
      if (next > end) {
        break;
      }
      goTo(next);
      happened++;
      events.poll().run();
    }
    if (end < EventQueue.NEVER - 1 && end > now) {
      goTo(end);
    }
  }

  private void goTo(long time) {
    boolean sampled = sampler != null && time >= sampler.due();
    if (sampled) {
      sampler.sample(now);
    }
    now = time;
    flows.advanceTo(now);
    if (sampled) {
      sampler.sample(now);
    }
  }
}
