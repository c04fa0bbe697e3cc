// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.kernel;

import java.util.Arrays;

/**
 * Events by time, the earliest first; events of the same time in the order in which they were
 * added. A binary heap in arrays that knows the place of each event, so that events move and leave
 * in logarithmic time.
 */
final class EventQueue {
  /** The time of an event that does not happen unless it is moved. */
  static final long NEVER = Long.MAX_VALUE;

  private static final int NOT_QUEUED = -1;

  private long[] time = new long[64];
  private long[] order = new long[64];
  private Runnable[] action = new Runnable[64];

  /** Where an event is in the heap. */
  private int[] place = new int[64];

  private int[] heap = new int[64];
  private int size;

  private int[] free = new int[64];
  private int freeCount;
  private int used;
  private long added;

  /** Adds an event, and returns its number, which is valid until it happens or is removed. */
  int add(long at, Runnable what) {
    int event = freeCount > 0 ? free[--freeCount] : used++;
    if (event == time.length) {
      grow();
    }
    time[event] = at;
    order[event] = added++;
    action[event] = what;
    if (size == heap.length) {
      heap = Arrays.copyOf(heap, 2 * size);
    }
    place[event] = size;
    heap[size] = event;
    up(size++);
    return event;
  }

  /** Gives an event another time. It keeps its place among those of that time. */
  void move(int event, long to) {
    long from = time[event];
    time[event] = to;
    if (to < from) {
      up(place[event]);
    } else if (to > from) {
      down(place[event]);
    }
  }

  void remove(int event) {
    int at = place[event];
    int last = heap[--size];
    if (at != size) {
      heap[at] = last;
      place[last] = at;
      up(at);
      down(place[last]);
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
    return size == 0 ? NEVER : time[heap[0]];
  }

  /** Removes the first event, and returns what it does. */
  Runnable poll() {
    Runnable what = action[heap[0]];
    remove(heap[0]);
    return what;
  }

  int size() {
    return size;
  }

  private boolean before(int one, int other) {
    return time[one] != time[other] ? time[one] < time[other] : order[one] < order[other];
  }

  private void up(int from) {
    int event = heap[from];
    int at = from;
    while (at > 0 && before(event, heap[(at - 1) >>> 1])) {
      set(at, heap[(at - 1) >>> 1]);
      at = (at - 1) >>> 1;
    }
    set(at, event);
  }

  private void down(int from) {
    int event = heap[from];
    int at = from;
    while (2 * at + 1 < size) {
      int child = 2 * at + 1;
      if (child + 1 < size && before(heap[child + 1], heap[child])) {
        child++;
      }
      if (before(event, heap[child])) {
        break;
      }
      set(at, heap[child]);
      at = child;
    }
    set(at, event);
  }

  private void set(int at, int event) {
    heap[at] = event;
    place[event] = at;
  }

  private void grow() {
    int length = 2 * time.length;
    time = Arrays.copyOf(time, length);
    order = Arrays.copyOf(order, length);
    action = Arrays.copyOf(action, length);
    place = Arrays.copyOf(place, length);
  }
}
