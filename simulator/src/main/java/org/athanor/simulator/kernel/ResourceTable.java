// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.kernel;

import java.util.Arrays;

/**
 * The resources of a {@link FlowNetwork}, as arrays that have an element for each resource's
 * number: what it can do, what it does, and the flows that use it. {@link FairDivision} sets the
 * levels.
 */
final class ResourceTable {
  private static final double NANOS = 1e9;

  private int count;
  private double[] capacity = new double[64];
  private double[] crowding = new double[64];

  /** Units per second for the flows that use it now. */
  double[] available = new double[64];

  /** What one flow may use at most, in units of the resource per second. */
  double[] level = new double[64];

  /** Whether the flows want more than there is; see {@link #setFull}. */
  boolean[] full = new boolean[64];

  private long[] fullSince = new long[64];
  private long[] fullNanos = new long[64];

  /**
   * At least so many flows of a full resource would use more of it if its level rose. They are
   * counted when it is filled; one of which this is no longer sure is taken off.
   */
  int[] eager = new int[64];

  /** What all flows use, in units per second. */
  double[] use = new double[64];

  /** The sum of all that {@link #use} has been since it was added up; its error grows with it. */
  double[] summed = new double[64];

  private double[] served = new double[64];

  /** The flows that use a resource. */
  int[][] members = new int[64][];

  /** The need of each member. */
  double[][] memberNeeds = new double[64][];

  /** The index of the resource in the route of each member. */
  private int[][] memberIndexes = new int[64][];

  int[] memberCount = new int[64];

  /** Adds a resource, and returns its number. */
  int add(double units, double crowded) {
    if (count == capacity.length) {
      grow();
    }
    capacity[count] = units;
    crowding[count] = crowded;
    available[count] = units;
    level[count] = units;
    members[count] = new int[4];
    memberNeeds[count] = new double[4];
    memberIndexes[count] = new int[4];
    return count++;
  }

  void setCapacity(int resource, double units) {
    capacity[resource] = units;
    divide(resource);
  }

  /** Units per second for a single flow. */
  double capacityAlone(int resource) {
    return capacity[resource];
  }

  /** Whether its capacity depends on the number of its flows. */
  boolean crowds(int resource) {
    return crowding[resource] > 0;
  }

  /** Notes how much a resource does for the flows that it has. */
  private void divide(int resource) {
    int n = Math.max(1, memberCount[resource]);
    available[resource] = capacity[resource] / (1 + crowding[resource] * (n - 1) / n);
  }

  /** Adds a flow to a resource of its route, at an index. */
  void join(FlowTable flows, int flow, int index) {
    int resource = flows.resources[flow][index];
    int place = memberCount[resource];
    if (place == members[resource].length) {
      members[resource] = Arrays.copyOf(members[resource], 2 * place);
      memberNeeds[resource] = Arrays.copyOf(memberNeeds[resource], 2 * place);
      memberIndexes[resource] = Arrays.copyOf(memberIndexes[resource], 2 * place);
    }
    members[resource][place] = flow;
    memberNeeds[resource][place] = flows.needs[flow][index];
    memberIndexes[resource][place] = index;
    flows.places[flow][index] = place;
    memberCount[resource] = place + 1;
    if (crowding[resource] > 0) {
      divide(resource);
    }
  }

  /** Takes a flow, and what it uses, from a resource of its route. */
  void leave(FlowTable flows, int flow, int index) {
    int resource = flows.resources[flow][index];
    int last = --memberCount[resource];
    int place = flows.places[flow][index];
    int moved = members[resource][last];
    if (moved != flow) {
      members[resource][place] = moved;
      memberNeeds[resource][place] = memberNeeds[resource][last];
      memberIndexes[resource][place] = memberIndexes[resource][last];
      flows.places[moved][memberIndexes[resource][place]] = place;
    }
    use[resource] = last == 0 ? 0 : use[resource] - flows.needs[flow][index] * flows.rate[flow];
    summed[resource] += use[resource];
    if (crowding[resource] > 0) {
      divide(resource);
    }
  }

  /** Notes at a time, in nanoseconds, whether its flows want more than there is. */
  void setFull(int resource, boolean isFull, long now) {
    if (full[resource] == isFull) {
      return;
    }
    if (isFull) {
      fullSince[resource] = now;
    } else {
      fullNanos[resource] += now - fullSince[resource];
    }
    full[resource] = isFull;
  }

  /** Seconds until now, in nanoseconds, in which it was full. */
  double fullSeconds(int resource, long now) {
    long until = full[resource] ? now - fullSince[resource] : 0;
    return (fullNanos[resource] + until) / NANOS;
  }

  /** Sets what was just added up from all flows. */
  void setUse(int resource, double units) {
    use[resource] = units;
    summed[resource] = 0;
  }

  /** Notes what it served a flow that has ended. */
  void addServed(int resource, double units) {
    served[resource] += units;
  }

  /** Units that it has served until now, in nanoseconds. */
  double served(int resource, FlowTable flows, long now) {
    double sum = served[resource];
    for (int i = 0; i < memberCount[resource]; i++) {
      int flow = members[resource][i];
      sum += memberNeeds[resource][i] * (flows.amount(flow) - flows.left(flow, now));
    }
    return sum;
  }

  private void grow() {
    int length = 2 * capacity.length;
    capacity = Arrays.copyOf(capacity, length);
    crowding = Arrays.copyOf(crowding, length);
    available = Arrays.copyOf(available, length);
    level = Arrays.copyOf(level, length);
    full = Arrays.copyOf(full, length);
    fullSince = Arrays.copyOf(fullSince, length);
    fullNanos = Arrays.copyOf(fullNanos, length);
    eager = Arrays.copyOf(eager, length);
    use = Arrays.copyOf(use, length);
    summed = Arrays.copyOf(summed, length);
    served = Arrays.copyOf(served, length);
    members = Arrays.copyOf(members, length);
    memberNeeds = Arrays.copyOf(memberNeeds, length);
    memberIndexes = Arrays.copyOf(memberIndexes, length);
    memberCount = Arrays.copyOf(memberCount, length);
  }
}
