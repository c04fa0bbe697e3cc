// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.kernel;

import java.util.Arrays;

/** Resources that are to be filled, each once, in the order in which they were added. */
final class WaitingResources {
  private boolean[] waits = new boolean[64];
  private int[] queue = new int[64];
  private int from;
  private int count;

  boolean isEmpty() {
    return count == 0;
  }

  /** Adds a resource as the last one; if it waits already, it keeps its place. */
  void add(int resource) {
    if (resource >= waits.length) {
      waits = Arrays.copyOf(waits, Math.max(resource + 1, 2 * waits.length));
    }
    if (waits[resource]) {
      return;
    }
    waits[resource] = true;
    if (count == queue.length) {
      int[] larger = new int[2 * count];
      int first = count - from;
      System.arraycopy(queue, from, larger, 0, first);
      System.arraycopy(queue, 0, larger, first, from);
      queue = larger;
      from = 0;
    }
    queue[(from + count++) % queue.length] = resource;
  }

  /** Takes the one that was added first; there must be one. */
  int take() {
    int resource = queue[from];
    from = (from + 1) % queue.length;
    count--;
    waits[resource] = false;
    return resource;
  }
}
