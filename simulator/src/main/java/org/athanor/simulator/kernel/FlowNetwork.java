// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.kernel;

import java.util.Arrays;

/**
 * Resources with a capacity, such as links, devices and processors, and the flows that share them.
 *
 * <p>A flow has an amount, a {@link Route}, and a rate at which it gets done. It ends when its
 * amount is done. The rates are those of a fair division, in which each flow has a bottleneck: its
 * own limit, or a resource that is used up, of which no other flow uses more. If all needs are one,
 * this is max-min fairness (D. Bertsekas and R. Gallager, Data Networks, 1992, section 6.5.2);
 * otherwise a resource is divided by what flows use of it, so that on a disk each gets an equal
 * share of its time.
 *
 * <p>Rates are computed once for each moment at which something changed, by filling the resources
 * that changed, then those that thereby change, until none does. What is not touched is not looked
 * at.
 */
public final class FlowNetwork {
  /** The limit of a flow that needs no time of its own: it is over at once if it needs nothing. */
  public static final double AT_ONCE = 1e12;

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

  private static final double NANOS = 1e9;
  private static final int NONE = -1;

  private final EventQueue events;
  private final double precision;
  private long now;

  // Resources.
  private int resources;
  private double[] capacity = new double[64];
  private double[] crowding = new double[64];

  /** Units per second for the flows that use it now. */
  private double[] available = new double[64];

  /** What one flow may use at most, in units of the resource per second. */
  private double[] level = new double[64];

  /** Whether the flows want more than there is. */
  private boolean[] full = new boolean[64];

  /**
   * At least so many flows of a full resource would use more of it if its level rose. They are
   * counted when it is filled; one of which this is no longer sure is taken off.
   */
  private int[] eager = new int[64];

  private long[] fullSince = new long[64];
  private long[] fullNanos = new long[64];
  private double[] use = new double[64];

  /** The sum of all that {@link #use} has been since it was added up; its error grows with it. */
  private double[] summed = new double[64];

  private double[] served = new double[64];

  /**
   * The flows that use a resource; for each its need, and the index of the resource in its route.
   */
  private int[][] members = new int[64][];

  private double[][] memberNeeds = new double[64][];
  private int[][] memberIndexes = new int[64][];
  private int[] memberCount = new int[64];
  private boolean[] waits = new boolean[64];
  private int[] fillings = new int[64];

  // Flows.
  private int flows;

  /** The resources of a flow's route, null for one that has ended; and what it needs of each. */
  private int[][] routeResources = new int[64][];

  private double[][] routeNeeds = new double[64][];

  /** For each resource of a flow's route, its place among the resource's members. */
  private int[][] places = new int[64][];

  private double[] limit = new double[64];
  private double[] amount = new double[64];
  private double[] rate = new double[64];
  private double[] left = new double[64];
  private long[] since = new long[64];
  private int[] event = new int[64];
  private Runnable[] atEnd = new Runnable[64];
  private boolean[] touched = new boolean[64];
  private int[] freeFlows = new int[64];
  private int freeCount;
  private int active;

  // What is to be computed again.
  private int[] waiting = new int[64];
  private int waitingFrom;
  private int waitingCount;
  private int[] touchedFlows = new int[64];
  private int touchedCount;
  private int[] filled = new int[64];
  private int filledCount;
  private double[] demands = new double[64];

  /** How many of the demands were below a bound, at the last {@link #sumBelow}. */
  private int below;

  /** How many of the flows were eager, at the last {@link #demandsOf}. */
  private int eagerNow;

  /** What the flows used, at the last {@link #demandsOf}. */
  private double usedNow;

  /**
   * Creates a network without resources.
   *
   * @param precision rates that differ by less, relatively, are the same
   */
  FlowNetwork(EventQueue events, double precision) {
    this.events = events;
    this.precision = precision;
  }

  /**
   * Adds a resource.
   *
   * @param units per second, from 0, finite
   * @return its number, from 0
   */
  public int addResource(double units) {
    return addResource(units, 0);
  }

  /**
   * Adds a resource that does less if several flows use it at once, as a disk that seeks.
   *
   * @param units per second for one flow, from 0, finite
   * @param crowding c of the capacity {@code units / (1 + c (n - 1) / n)} with n flows, from 0:
   *     with many flows the resource does the part {@code 1 / (1 + c)}
   * @return its number, from 0
   */
  public int addResource(double units, double crowding) {
    checkCapacity(units);
    if (!(crowding >= 0) || Double.isInfinite(crowding)) {
      throw new IllegalArgumentException("crowding=" + crowding + ": must be from 0 and finite");
    }
    if (resources == capacity.length) {
      growResources();
    }
    capacity[resources] = units;
    this.crowding[resources] = crowding;
    available[resources] = units;
    level[resources] = units;
    members[resources] = new int[4];
    memberNeeds[resources] = new double[4];
    memberIndexes[resources] = new int[4];
    return resources++;
  }

  private static void checkCapacity(double units) {
    if (!(units >= 0) || Double.isInfinite(units)) {
      throw new IllegalArgumentException("capacity=" + units + ": must be from 0 and finite");
    }
  }

  /** Changes the capacity for one flow, in units per second, from 0. */
  public void setCapacity(int resource, double units) {
    checkCapacity(units);
    capacity[resource] = units;
    divideAmong(memberCount[resource], resource);
    await(resource);
  }

  /** What all flows use of a resource now, in units per second. */
  public double use(int resource) {
    return use[resource];
  }

  /** Units per second for the flows that use a resource now. */
  public double capacity(int resource) {
    return available[resource];
  }

  /** Notes how much a resource does for a number of flows. */
  private void divideAmong(int flows, int resource) {
    int n = Math.max(1, flows);
    available[resource] = capacity[resource] / (1 + crowding[resource] * (n - 1) / n);
  }

  /** Units per second for a single flow of a resource. */
  public double capacityAlone(int resource) {
    return capacity[resource];
  }

  /** Units that a resource has served until now. */
  public double served(int resource) {
    double sum = served[resource];
    for (int i = 0; i < memberCount[resource]; i++) {
      int flow = members[resource][i];
      sum += memberNeeds[resource][i] * (amount[flow] - left(flow));
    }
    return sum;
  }

  /**
   * Seconds until now in which several flows wanted more of a resource than it has. A single flow
   * that uses all of it waits for nobody, and does not count.
   */
  public double contendedSeconds(int resource) {
    long until = full[resource] ? now - fullSince[resource] : 0;
    return (fullNanos[resource] + until) / NANOS;
  }

  /** Nanoseconds since the beginning of the simulation. */
  public long now() {
    return now;
  }

  /** Number of flows that have not ended. */
  public int active() {
    return active;
  }

  /**
   * Starts a flow.
   *
   * @param amount units of the flow, from 0, finite
   * @param limit units per second that it never exceeds, above 0; infinite if the route has a
   *     resource
   * @param atEnd called when the amount is done
   * @return its number, valid until it ends
   */
  public int start(Route route, double amount, double limit, Runnable atEnd) {
    if (!(amount >= 0) || Double.isInfinite(amount)) {
      throw new IllegalArgumentException("amount=" + amount + ": must be from 0 and finite");
    }
    if (!(limit > 0) || (Double.isInfinite(limit) && route.length() == 0)) {
      throw new IllegalArgumentException(
          "limit=" + limit + ": must be above 0, and finite for a flow without resources");
    }
    int flow = freeCount > 0 ? freeFlows[--freeCount] : flows++;
    if (flow == rate.length) {
      growFlows();
    }
    routeResources[flow] = route.resources();
    routeNeeds[flow] = route.needs();
    this.limit[flow] = limit;
    this.atEnd[flow] = atEnd;
    this.amount[flow] = amount;
    left[flow] = amount;
    since[flow] = now;
    rate[flow] = 0;
    places[flow] = new int[route.length()];
    event[flow] = events.add(amount == 0 ? now : EventQueue.NEVER, () -> end(flow));
    active++;
    for (int i = 0; i < route.length(); i++) {
      join(flow, i);
    }
    touch(flow);
    return flow;
  }

  /** Ends a flow before its amount is done; {@code atEnd} is not called. */
  public void stop(int flow) {
    account(flow, amount[flow] - left(flow));
    events.remove(event[flow]);
    remove(flow);
  }

  /** Units per second at which a flow gets done now. */
  public double rate(int flow) {
    return rate[flow];
  }

  /** Units of a flow that are not done yet. */
  public double left(int flow) {
    return Math.max(0, left[flow] - rate[flow] * ((now - since[flow]) / NANOS));
  }

  void advanceTo(long time) {
    now = time;
  }

  private void end(int flow) {
    // Its time is rounded; its amount is not.
    account(flow, amount[flow]);
    Runnable what = atEnd[flow];
    remove(flow);
    what.run();
  }

  private void remove(int flow) {
    for (int i = 0; i < routeResources[flow].length; i++) {
      leave(flow, i);
    }
    active--;
    routeResources[flow] = null;
    routeNeeds[flow] = null;
    atEnd[flow] = null;
    places[flow] = null;
    rate[flow] = 0;
    if (freeCount == freeFlows.length) {
      freeFlows = Arrays.copyOf(freeFlows, 2 * freeCount);
    }
    freeFlows[freeCount++] = flow;
  }

  private void join(int flow, int index) {
    int resource = routeResources[flow][index];
    int count = memberCount[resource];
    if (count == members[resource].length) {
      members[resource] = Arrays.copyOf(members[resource], 2 * count);
      memberNeeds[resource] = Arrays.copyOf(memberNeeds[resource], 2 * count);
      memberIndexes[resource] = Arrays.copyOf(memberIndexes[resource], 2 * count);
    }
    members[resource][count] = flow;
    memberNeeds[resource][count] = routeNeeds[flow][index];
    memberIndexes[resource][count] = index;
    places[flow][index] = count;
    memberCount[resource] = count + 1;
    if (crowding[resource] > 0) {
      divideAmong(count + 1, resource);
      await(resource);
    } else if (full[resource]) {
      await(resource);
    }
  }

  private void leave(int flow, int index) {
    int resource = routeResources[flow][index];
    int last = --memberCount[resource];
    int place = places[flow][index];
    int moved = members[resource][last];
    if (moved != flow) {
      members[resource][place] = moved;
      memberNeeds[resource][place] = memberNeeds[resource][last];
      memberIndexes[resource][place] = memberIndexes[resource][last];
      places[moved][memberIndexes[resource][place]] = place;
    }
    double used = routeNeeds[flow][index] * rate[flow];
    use[resource] = last == 0 ? 0 : use[resource] - used;
    summed[resource] += use[resource];
    if (full[resource]) {
      doubt(resource, used);
    }
    if (crowding[resource] > 0) {
      divideAmong(last, resource);
      await(resource);
    } else if (full[resource]) {
      await(resource);
    }
  }

  /** Takes off what a flow has done since its rate changed last. */
  private void progress(int flow) {
    if (since[flow] < now) {
      left[flow] = left(flow);
      since[flow] = now;
    }
  }

  private void account(int flow, double done) {
    int[] over = routeResources[flow];
    for (int i = 0; i < over.length; i++) {
      served[over[i]] += routeNeeds[flow][i] * done;
    }
  }

  private void await(int resource) {
    if (waits[resource]) {
      return;
    }
    waits[resource] = true;
    if (waitingCount == waiting.length) {
      int[] larger = new int[2 * waitingCount];
      int first = waitingCount - waitingFrom;
      System.arraycopy(waiting, waitingFrom, larger, 0, first);
      System.arraycopy(waiting, 0, larger, first, waitingFrom);
      waiting = larger;
      waitingFrom = 0;
    }
    waiting[(waitingFrom + waitingCount++) % waiting.length] = resource;
  }

  /** Notes that the rate of a flow may change now. */
  private void touch(int flow) {
    if (!touched[flow]) {
      touched[flow] = true;
      if (touchedCount == touchedFlows.length) {
        touchedFlows = Arrays.copyOf(touchedFlows, 2 * touchedCount);
      }
      touchedFlows[touchedCount++] = flow;
    }
  }

  /** Computes the rates that changed, and when flows end. */
  void settle(long time) {
    now = time;
    if (touchedCount == 0 && waitingCount == 0) {
      return;
    }
    // New flows begin with what the levels give them.
    int started = touchedCount;
    for (int i = 0; i < started; i++) {
      int flow = touchedFlows[i];
      if (routeResources[flow] != null) {
        setRate(flow, allowedWithout(flow, NONE), NONE);
      }
    }
    while (waitingCount > 0) {
      int resource = waiting[waitingFrom];
      waitingFrom = (waitingFrom + 1) % waiting.length;
      waitingCount--;
      waits[resource] = false;
      fill(resource);
    }
    for (int i = 0; i < touchedCount; i++) {
      int flow = touchedFlows[i];
      touched[flow] = false;
      if (routeResources[flow] != null) {
        events.move(event[flow], endOf(flow));
      }
    }
    touchedCount = 0;
    for (int i = 0; i < filledCount; i++) {
      fillings[filled[i]] = 0;
    }
    filledCount = 0;
  }

  private long endOf(int flow) {
    if (left[flow] <= 0) {
      return now;
    }
    double nanos = Math.ceil(left[flow] / rate[flow] * NANOS);
    return nanos < EventQueue.NEVER - now ? now + (long) nanos : EventQueue.NEVER;
  }

  /** The rate that a flow's limit and the levels of its other resources allow. */
  private double allowedWithout(int flow, int resource) {
    int[] over = routeResources[flow];
    double[] need = routeNeeds[flow];
    double[] levels = level;
    double least = limit[flow];
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
    double from = rate[flow];
    if (to == from) {
      return;
    }
    touch(flow);
    progress(flow);
    rate[flow] = to;
    int[] over = routeResources[flow];
    double[] need = routeNeeds[flow];
    for (int i = 0; i < over.length; i++) {
      int resource = over[i];
      use[resource] += need[i] * (to - from);
      summed[resource] += use[resource];
      if (resource == filling) {
        continue;
      }
      if (full[resource]) {
        doubt(resource, need[i] * from);
        await(resource);
      } else if (use[resource] > available[resource] * (1 + DIGITS)) {
        await(resource);
      }
    }
  }

  /** Notes that a flow may no longer be eager, if it used its full part of a full resource. */
  private void doubt(int resource, double used) {
    if (used >= level[resource] * (1 - DIGITS_OF_LONG_SUMS)) {
      eager[resource]--;
    }
  }

  /** Notes that a flow may no longer be eager at any resource. */
  private void doubtAll(int flow) {
    for (int i = 0; i < routeResources[flow].length; i++) {
      if (full[routeResources[flow][i]]) {
        doubt(routeResources[flow][i], routeNeeds[flow][i] * rate[flow]);
      }
    }
  }

  /** Divides a resource among its flows, given what these get elsewhere. */
  private void fill(int resource) {
    int times = fillings[resource]++;
    if (times == 0) {
      if (filledCount == filled.length) {
        filled = Arrays.copyOf(filled, 2 * filledCount);
      }
      filled[filledCount++] = resource;
    }
    if (times <= PATIENCE && changesLittle(resource)) {
      return;
    }
    int count = memberCount[resource];
    double units = capacity(resource);
    double before = level[resource];
    double sum = demandsOf(resource, count, before);
    boolean isFull = sum > units * (1 + DIGITS);
    double guess = full[resource] ? before : units / count;
    double after = isFull ? level(units, count, guess) : units;
    setFull(resource, isFull);
    if (Math.abs(after - before) <= small(times) * before) {
      eager[resource] = eagerNow;
      if (isFull) {
        setUse(resource, usedNow);
      }
      if (after < before * (1 - precision)) {
        cut(resource, count, units);
      }
      return;
    }
    setLevel(resource, count, after);
    setUse(resource, isFull ? units : sum);
  }

  /**
   * Whether it is sure, without a look at its flows, that a resource is still full and its level
   * would change by less than the precision. What the flows use and the capacity differ by a rest.
   * Each eager flow takes its part of it: they use the rest up before the level has risen, or
   * release it before the level has fallen, by the rest divided by their number. Other flows only
   * make the change smaller.
   */
  private boolean changesLittle(int resource) {
    if (!full[resource] || eager[resource] <= 0) {
      return false;
    }
    double before = level[resource];
    double all = available[resource];
    double error = DIGITS_OF_LONG_SUMS * all + ROUNDING * summed[resource];
    double rest = Math.abs(all - use[resource]) + error;
    return rest <= eager[resource] * before * precision && before * far() <= all;
  }

  /** An eager flow demands more than the level times this. */
  private double far() {
    return 1 + 2 * precision;
  }

  private void setFull(int resource, boolean isFull) {
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
    double sum = 0;
    for (int i = 0; i < count; i++) {
      demands[i] = rate[members[resource][i]] * memberNeeds[resource][i];
      sum += demands[i];
    }
    if (sum > units * (1 + precision)) {
      setLevel(resource, count, level(units, count, level[resource]));
      // The demands were rates.
      eager[resource] = 0;
      setUse(resource, units);
    }
  }

  private void setUse(int resource, double to) {
    use[resource] = to;
    summed[resource] = 0;
  }

  /** Gives each flow what it demands, up to a level. */
  private void setLevel(int resource, int count, double to) {
    boolean falls = to < level[resource];
    double far = to * far();
    int[] flows = members[resource];
    double[] need = memberNeeds[resource];
    double[] demand = demands;
    int number = 0;
    level[resource] = to;
    for (int i = 0; i < count; i++) {
      double used = Math.min(demand[i], to);
      double before = rate[flows[i]];
      double after = used / need[i];
      if (after != before) {
        setRate(flows[i], after, resource);
      } else if (falls && to < demand[i] * (1 + 3 * precision)) {
        doubtAll(flows[i]);
      }
      if (demand[i] > far) {
        number++;
      }
    }
    eager[resource] = number;
  }

  /**
   * Notes how much each flow of a resource could use of it, and returns the sum.
   *
   * @param level at which the resource was filled last: a flow that uses less is bound elsewhere
   */
  private double demandsOf(int resource, int count, double level) {
    if (demands.length < count) {
      demands = new double[Math.max(count, 2 * demands.length)];
    }
    double sum = 0;
    double units = capacity(resource);
    double bound = level * (1 - DIGITS);
    double far = level * far();
    int number = 0;
    double all = 0;
    int[] flows = members[resource];
    double[] needs = memberNeeds[resource];
    double[] demand = demands;
    for (int i = 0; i < count; i++) {
      int flow = flows[i];
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

  /**
   * The level at which the demands, cut to it, need all units.
   *
   * @param guess near it
   */
  private double level(double units, int count, double guess) {
    // Those that want less than an equal share get what they want; the others share the rest. Their
    // share grows from step to step, and is never above the level; so one step from any guess leads
    // to a share from which this goes on.
    double less = sumBelow(guess, count);
    int sharing = count - below;
    double found = sharing == 0 ? 0 : (units - less) / sharing;
    if (found < guess) {
      sharing = count;
      found = Math.max(found, units / count);
    }
    while (true) {
      less = sumBelow(found, count);
      if (below <= count - sharing) {
        // None more; fewer only where digits end.
        return found;
      }
      if (below == count) {
        // They need all units, but for the last digit.
        return found;
      }
      sharing = count - below;
      found = (units - less) / sharing;
    }
  }

  /** The sum of the demands below a bound; {@link #below} is their number then. */
  private double sumBelow(double bound, int count) {
    double sum = 0;
    int number = 0;
    for (int i = 0; i < count; i++) {
      if (demands[i] < bound) {
        sum += demands[i];
        number++;
      }
    }
    below = number;
    return sum;
  }

  private void growResources() {
    int length = 2 * capacity.length;
    capacity = Arrays.copyOf(capacity, length);
    crowding = Arrays.copyOf(crowding, length);
    available = Arrays.copyOf(available, length);
    eager = Arrays.copyOf(eager, length);
    level = Arrays.copyOf(level, length);
    full = Arrays.copyOf(full, length);
    fullSince = Arrays.copyOf(fullSince, length);
    fullNanos = Arrays.copyOf(fullNanos, length);
    use = Arrays.copyOf(use, length);
    summed = Arrays.copyOf(summed, length);
    served = Arrays.copyOf(served, length);
    members = Arrays.copyOf(members, length);
    memberNeeds = Arrays.copyOf(memberNeeds, length);
    memberIndexes = Arrays.copyOf(memberIndexes, length);
    memberCount = Arrays.copyOf(memberCount, length);
    waits = Arrays.copyOf(waits, length);
    fillings = Arrays.copyOf(fillings, length);
  }

  private void growFlows() {
    int length = 2 * rate.length;
    routeResources = Arrays.copyOf(routeResources, length);
    routeNeeds = Arrays.copyOf(routeNeeds, length);
    places = Arrays.copyOf(places, length);
    limit = Arrays.copyOf(limit, length);
    amount = Arrays.copyOf(amount, length);
    rate = Arrays.copyOf(rate, length);
    left = Arrays.copyOf(left, length);
    since = Arrays.copyOf(since, length);
    event = Arrays.copyOf(event, length);
    atEnd = Arrays.copyOf(atEnd, length);
    touched = Arrays.copyOf(touched, length);
  }
}
