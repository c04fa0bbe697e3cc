// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.kernel;

import java.util.Arrays;

/**
 * The flows of a {@link FlowNetwork}, as arrays that have an element for each flow's number: its
 * route, what of its amount is done, and its rate. Numbers of flows that have ended are given
 * again. It knows no levels: {@link FairDivision} sets the rates.
 */
final class FlowTable {
  private static final double NANOS = 1e9;

  /** The resources of a flow's route, null for one that has ended. */
  int[][] resources = new int[64][];

  /** What a flow needs of each of its resources, in units of the resource for one of the flow. */
  double[][] needs = new double[64][];

  /** For each resource of a flow's route, its place among the resource's members. */
  int[][] places = new int[64][];

  /** Units per second that a flow never exceeds. */
  double[] limit = new double[64];

  /** Units per second; to be changed after {@link #progress} only. */
  double[] rate = new double[64];

  private double[] amount = new double[64];

  /** What was not done at {@link #since}. */
  private double[] left = new double[64];

  private long[] since = new long[64];
  private int[] event = new int[64];
  private Runnable[] atEnd = new Runnable[64];
  private int used;
  private int[] free = new int[64];
  private int freeCount;

  /** Number of flows that have not ended. */
  int active() {
    return used - freeCount;
  }

  /** Adds a flow with the rate 0, at a time in nanoseconds. Returns its number. */
  int add(Route route, double units, double most, Runnable whenDone, long now) {
    int flow = freeCount > 0 ? free[--freeCount] : used++;
    if (flow == rate.length) {
      grow();
    }
    resources[flow] = route.resources();
    needs[flow] = route.needs();
    places[flow] = new int[route.length()];
    limit[flow] = most;
    amount[flow] = units;
    left[flow] = units;
    since[flow] = now;
    rate[flow] = 0;
    atEnd[flow] = whenDone;
    return flow;
  }

  /** Forgets a flow, and gives its number to another one. */
  void remove(int flow) {
    resources[flow] = null;
    needs[flow] = null;
    places[flow] = null;
    atEnd[flow] = null;
    rate[flow] = 0;
    if (freeCount == free.length) {
      free = Arrays.copyOf(free, 2 * freeCount);
    }
    free[freeCount++] = flow;
  }

  /** Whether a flow that had this number has ended, and no other one has it. */
  boolean ended(int flow) {
    return resources[flow] == null;
  }

  double amount(int flow) {
    return amount[flow];
  }

  /** The event at which a flow ends. */
  int event(int flow) {
    return event[flow];
  }

  void setEvent(int flow, int number) {
    event[flow] = number;
  }

  /** What to do when a flow's amount is done. */
  Runnable atEnd(int flow) {
    return atEnd[flow];
  }

  /** Units that are not done at a time, in nanoseconds, since which the rate is as it is now. */
  double left(int flow, long now) {
    return Math.max(0, left[flow] - rate[flow] * ((now - since[flow]) / NANOS));
  }

  /** Takes off what a flow has done since its rate changed last. */
  void progress(int flow, long now) {
    if (since[flow] < now) {
      left[flow] = left(flow, now);
      since[flow] = now;
    }
  }

  /** When a flow ends if its rate stays, in nanoseconds; its rate has been set now. */
  long end(int flow, long now) {
    if (left[flow] <= 0) {
      return now;
    }
    return endOf(left[flow], rate[flow], now);
  }

  private static long endOf(double units, double perSecond, long now) {
    double nanos = Math.ceil(units / perSecond * NANOS);
    return nanos < EventQueue.NEVER - now ? now + (long) nanos : EventQueue.NEVER;
  }

  /** Number of flows with rates above 0 that end {@link EventQueue#NEVER}. */
  int endless(long now) {
    int count = 0;
    for (int flow = 0; flow < used; flow++) {
      boolean goes = !ended(flow) && rate[flow] > 0;
      count += goes && endOf(left(flow, now), rate[flow], now) == EventQueue.NEVER ? 1 : 0;
    }
    return count;
  }

  private void grow() {
    int length = 2 * rate.length;
    resources = Arrays.copyOf(resources, length);
    needs = Arrays.copyOf(needs, length);
    places = Arrays.copyOf(places, length);
    limit = Arrays.copyOf(limit, length);
    amount = Arrays.copyOf(amount, length);
    rate = Arrays.copyOf(rate, length);
    left = Arrays.copyOf(left, length);
    since = Arrays.copyOf(since, length);
    event = Arrays.copyOf(event, length);
    atEnd = Arrays.copyOf(atEnd, length);
  }
}
