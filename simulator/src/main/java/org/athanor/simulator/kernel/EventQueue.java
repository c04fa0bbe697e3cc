// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.kernel;

import java.util.Arrays;

/**
 * Events by time, the earliest first; events of the same time in the order in which they were
 * added. A heap in arrays that knows the place of each event, so that events move and leave in
 * logarithmic time. Each event has four below it, and times lie in the heap's order: most of the
 * cost is that of waiting for memory.
 *
 * <p>Most events move often, a little later and a little earlier, before they happen. One that gets
 * later stays where it is; it goes down when it is the first of the heap.
 */
final class EventQueue {
  /** The time of an event that does not happen unless it is moved. */
  static final long NEVER = Long.MAX_VALUE;

  private static final int NOT_QUEUED = -1;

  /** Number of events below each one, as a power of two. */
  private static final int WIDTH_BITS = 2;

  private static final int WIDTH = 1 << WIDTH_BITS;

  /** When an event happens. */
  private long[] due = new long[64];

  private long[] order = new long[64];
  private Runnable[] action = new Runnable[64];

  /** Where an event is in the heap. */
  private int[] place = new int[64];

  private int[] heap = new int[64];

  /** For each place of the heap, when the event there is due, or an earlier time. */
  private long[] times = new long[64];

  private int size;

  private int[] free = new int[64];
  private int freeCount;
  private int used;
  private long added;

  /** Adds an event, and returns its number, which is valid until it happens or is removed. */
  int add(long at, Runnable what) {
    int event = freeCount > 0 ? free[--freeCount] : used++;
    if (event == order.length) {
      grow();
    }
    due[event] = at;
    order[event] = added++;
    action[event] = what;
    if (size == heap.length) {
      heap = Arrays.copyOf(heap, 2 * size);
      times = Arrays.copyOf(times, 2 * size);
    }
    up(size++, event, at);
    return event;
  }

  /** Gives an event another time. It keeps its place among those of that time. */
  void move(int event, long to) {
    due[event] = to;
    int at = place[event];
    if (to < times[at]) {
      up(at, event, to);
    }
  }

  void remove(int event) {
    int at = place[event];
    int last = heap[--size];
    if (at != size) {
      up(at, last, times[size]);
      down(place[last], last, times[place[last]]);
    }
    place[event] = NOT_QUEUED;
    action[event] = null;
    if (freeCount == free.length) {
      free = Arrays.copyOf(free, 2 * freeCount);
    }
    free[freeCount++] = event;
  }

  /** The time of the first event; {@link #NEVER} if there is none. */
  long nextTime() {
    if (size == 0) {
      return NEVER;
    }
    while (due[heap[0]] > times[0]) {
      down(0, heap[0], due[heap[0]]);
    }
    return times[0];
  }

  /** Removes the first event, and returns what it does. There must be one. */
  Runnable poll() {
    nextTime();
    Runnable what = action[heap[0]];
    remove(heap[0]);
    return what;
  }

  int size() {
    return size;
  }

  private boolean before(long time, int event, int at) {
    return time != times[at] ? time < times[at] : order[event] < order[heap[at]];
  }

  /** Puts an event at a place, or above it. */
  private void up(int from, int event, long time) {
    int at = from;
    while (at > 0) {
      int above = (at - 1) >>> WIDTH_BITS;
      if (!before(time, event, above)) {
        break;
      }
      set(at, heap[above], times[above]);
      at = above;
    }
    set(at, event, time);
  }

  /** Puts an event at a place, or below it. */
  private void down(int from, int event, long time) {
    int at = from;
    int below = (at << WIDTH_BITS) + 1;
    while (below < size) {
      int first = first(below, Math.min(below + WIDTH, size));
      if (before(time, event, first)) {
        break;
      }
      set(at, heap[first], times[first]);
      at = first;
      below = (at << WIDTH_BITS) + 1;
    }
    set(at, event, time);
  }

  /** The place of the first event among neighbours. */
  private int first(int from, int to) {
    int first = from;
    for (int at = from + 1; at < to; at++) {
      if (before(times[at], heap[at], first)) {
        first = at;
      }
    }
    return first;
  }

  private void set(int at, int event, long time) {
    heap[at] = event;
    times[at] = time;
    place[event] = at;
  }

  private void grow() {
    int length = 2 * order.length;
    due = Arrays.copyOf(due, length);
    order = Arrays.copyOf(order, length);
    action = Arrays.copyOf(action, length);
    place = Arrays.copyOf(place, length);
  }
}
