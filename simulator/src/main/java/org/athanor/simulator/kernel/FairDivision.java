// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.kernel;

/**
 * Divides resources among flows. Resources that changed are filled, then those that thereby change,
 * until none does. What is not touched is not looked at.
 *
 * <p>To fill a resource is to find the level at which its flows' demands, cut to it, add up to its
 * capacity; a demand is what the flow's limit and the levels of its other resources allow.
 */
final class FairDivision {
  /** The precision of sums, relatively. */
  private static final double DIGITS = 1e-12;

  /** The precision of a sum to which was added and from which was taken many times, relatively. */
  private static final double DIGITS_OF_LONG_SUMS = 1e-9;

  /** More than the rounding error of a sum, relatively to the sum of all its partial sums. */
  private static final double ROUNDING = 0x1p-49;

  /**
   * How often a resource is filled in one moment before small changes are left alone; twice as
   * large ones each further time. Divisions that need so long go in circles. From then on a
   * resource that is used beyond its capacity is {@linkplain #cut cut}.
   */
  private static final int PATIENCE = 32;

  /** Doublings of the precision after which no change is large. */
  private static final int MOST_DOUBLINGS = 100;

  private static final int NONE = -1;

  private final ResourceTable resources;
  private final FlowTable flows;
  private final double precision;

  // What is to be computed at the end of this moment.
  private final WaitingResources waiting = new WaitingResources();

  /** The flows whose rates may have changed since the last {@link #settle}. */
  private final NumberCounts touched = new NumberCounts();

  /** The resources that were filled in this moment. */
  private final NumberCounts filled = new NumberCounts();

  private final Demands demands = new Demands();

  /** The moment that is settled, in nanoseconds. */
  private long now;

  /** How many of the flows were eager, at the last {@link #demandsOf}. */
  private int eagerNow;

  /** What the flows used, at the last {@link #demandsOf}. */
  private double usedNow;

  private long fillings;
  private long withoutFlows;

  /**
   * Divides nothing yet.
   *
   * @param precision levels that differ by less, relatively, are the same
   */
  FairDivision(ResourceTable resources, FlowTable flows, double precision) {
    this.resources = resources;
    this.flows = flows;
    this.precision = precision;
  }

  /** What was done until now. */
  Fillings fillings() {
    return new Fillings(fillings, withoutFlows);
  }

  /** The capacity of a resource has changed. */
  void changed(int resource) {
    waiting.add(resource);
  }

  /** Lets a new flow use the resources of its route. */
  void add(int flow) {
    int[] over = flows.resources[flow];
    for (int i = 0; i < over.length; i++) {
      resources.join(flows, flow, i);
      if (resources.crowds(over[i]) || resources.full[over[i]]) {
        waiting.add(over[i]);
      }
    }
    touched.add(flow);
  }

  /** Lets a flow that ends use nothing any more. */
  void remove(int flow) {
    int[] over = flows.resources[flow];
    for (int i = 0; i < over.length; i++) {
      int resource = over[i];
      resources.leave(flows, flow, i);
      if (resources.full[resource]) {
        doubt(resource, flows.needs[flow][i] * flows.rate[flow]);
        waiting.add(resource);
      } else if (resources.crowds(resource)) {
        waiting.add(resource);
      }
    }
  }

  /**
   * Computes the rates that changed.
   *
   * @param moment now, in nanoseconds
   * @return the flows whose rates may have changed, some of which may have ended; to be cleared
   */
  NumberCounts settle(long moment) {
    now = moment;
    // New flows begin with what the levels give them.
    int started = touched.size();
    for (int i = 0; i < started; i++) {
      int flow = touched.get(i);
      if (!flows.ended(flow)) {
        setRate(flow, allowedWithout(flow, NONE), NONE);
      }
    }
    while (!waiting.isEmpty()) {
      fill(waiting.take());
    }
    filled.clear();
    return touched;
  }

  /** Whether nothing is to be computed. */
  boolean isSettled() {
    return touched.size() == 0 && waiting.isEmpty();
  }

  /** The rate that a flow's limit and the levels of its other resources allow. */
  private double allowedWithout(int flow, int resource) {
    int[] over = flows.resources[flow];
    double[] need = flows.needs[flow];
    double[] levels = resources.level;
    double least = flows.limit[flow];
    for (int i = 0; i < over.length; i++) {
      int other = over[i];
      if (other != resource) {
        least = Math.min(least, levels[other] / need[i]);
      }
    }
    return least;
  }

  /** Changes a flow's rate, and lets its other resources wait for which this means something. */
  private void setRate(int flow, double to, int filling) {
    double from = flows.rate[flow];
    if (to == from) {
      return;
    }
    touched.add(flow);
    flows.progress(flow, now);
    flows.rate[flow] = to;
    int[] over = flows.resources[flow];
    double[] need = flows.needs[flow];
    double[] use = resources.use;
    for (int i = 0; i < over.length; i++) {
      int resource = over[i];
      use[resource] += need[i] * (to - from);
      resources.summed[resource] += use[resource];
      if (resource == filling) {
        continue;
      }
      if (resources.full[resource]) {
        doubt(resource, need[i] * from);
        waiting.add(resource);
      } else if (use[resource] > resources.available[resource] * (1 + DIGITS)) {
        waiting.add(resource);
      }
    }
  }

  /** Notes that a flow may no longer be eager, if it used its full part of a full resource. */
  private void doubt(int resource, double used) {
    if (used >= resources.level[resource] * (1 - DIGITS_OF_LONG_SUMS)) {
      resources.eager[resource]--;
    }
  }

  /** Notes that a flow may no longer be eager at any resource. */
  private void doubtAll(int flow) {
    int[] over = flows.resources[flow];
    for (int i = 0; i < over.length; i++) {
      if (resources.full[over[i]]) {
        doubt(over[i], flows.needs[flow][i] * flows.rate[flow]);
      }
    }
  }

  /** Divides a resource among its flows, given what these get elsewhere. */
  private void fill(int resource) {
    int times = filled.add(resource);
    fillings++;
    if (times <= PATIENCE && changesLittle(resource)) {
      withoutFlows++;
      return;
    }
    int count = resources.memberCount[resource];
    double units = resources.available[resource];
    double before = resources.level[resource];
    double sum = demandsOf(resource, count, before);
    boolean isFull = sum > units * (1 + DIGITS);
    double guess = resources.full[resource] ? before : units / count;
    double after = isFull ? demands.level(units, count, guess) : units;
    resources.setFull(resource, isFull, now);
    if (Math.abs(after - before) <= small(times) * before) {
      resources.eager[resource] = eagerNow;
      if (isFull) {
        resources.setUse(resource, usedNow);
      }
      if (after < before * (1 - precision)) {
        cut(resource, count, units);
      }
      return;
    }
    setLevel(resource, count, after);
    resources.setUse(resource, isFull ? units : sum);
  }

  /**
   * Whether it is sure, without a look at its flows, that a resource is still full and its level
   * would change by less than the precision. What the flows use and the capacity differ by a rest.
   * Each eager flow takes its part of it: they use the rest up before the level has risen, or
   * release it before the level has fallen, by the rest divided by their number. Other flows only
   * make the change smaller.
   */
  private boolean changesLittle(int resource) {
    if (!resources.full[resource] || resources.eager[resource] <= 0) {
      return false;
    }
    double before = resources.level[resource];
    double all = resources.available[resource];
    double error = DIGITS_OF_LONG_SUMS * all + ROUNDING * resources.summed[resource];
    double rest = Math.abs(all - resources.use[resource]) + error;
    return rest <= resources.eager[resource] * before * precision && before * far() <= all;
  }

  /** An eager flow demands more than the level times this. */
  private double far() {
    return 1 + 2 * precision;
  }

  /** The relative change of a level that is left alone, after a number of fillings. */
  private double small(int times) {
    int doublings = Math.min(MOST_DOUBLINGS, Math.max(0, times - PATIENCE));
    return Math.scalb(precision, doublings);
  }

  /**
   * Lowers the level until the flows use no more than the capacity at their present rates. Unlike
   * filling it raises no rate, so no other resource gets fuller: cuts cannot go in circles.
   */
  private void cut(int resource, int count, double units) {
    int[] members = resources.members[resource];
    double[] needs = resources.memberNeeds[resource];
    double[] demand = demands.room(count);
    double sum = 0;
    for (int i = 0; i < count; i++) {
      demand[i] = flows.rate[members[i]] * needs[i];
      sum += demand[i];
    }
    if (sum > units * (1 + precision)) {
      setLevel(resource, count, demands.level(units, count, resources.level[resource]));
      // The demands were rates.
      resources.eager[resource] = 0;
      resources.setUse(resource, units);
    }
  }

  /** Gives each flow what it demands, up to a level. */
  private void setLevel(int resource, int count, double to) {
    boolean falls = to < resources.level[resource];
    double far = to * far();
    int[] members = resources.members[resource];
    double[] need = resources.memberNeeds[resource];
    double[] demand = demands.values();
    double[] rate = flows.rate;
    int number = 0;
    resources.level[resource] = to;
    for (int i = 0; i < count; i++) {
      double used = Math.min(demand[i], to);
      double before = rate[members[i]];
      double after = used / need[i];
      if (after != before) {
        setRate(members[i], after, resource);
      } else if (falls && to < demand[i] * (1 + 3 * precision)) {
        doubtAll(members[i]);
      }
      if (demand[i] > far) {
        number++;
      }
    }
    resources.eager[resource] = number;
  }

  /**
   * Notes how much each flow of a resource could use of it, and returns the sum.
   *
   * @param level at which the resource was filled last: a flow that uses less is bound elsewhere
   */
  private double demandsOf(int resource, int count, double level) {
    double sum = 0;
    double units = resources.available[resource];
    double bound = level * (1 - DIGITS);
    double far = level * far();
    int number = 0;
    double all = 0;
    int[] members = resources.members[resource];
    double[] needs = resources.memberNeeds[resource];
    double[] demand = demands.room(count);
    double[] rate = flows.rate;
    for (int i = 0; i < count; i++) {
      int flow = members[i];
      double need = needs[i];
      double used = rate[flow] * need;
      all += used;
      double most = used;
      if (used >= bound) {
        most = allowedWithout(flow, resource) * need;
        if (most > far) {
          number++;
        }
      }
      demand[i] = most;
      sum += Math.min(most, units);
    }
    eagerNow = number;
    usedNow = all;
    return sum;
  }
}
