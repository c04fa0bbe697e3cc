// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.kernel;

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
 * <p>Rates are computed once for each moment at which something changed, by {@link FairDivision}.
 */
public final class FlowNetwork {
  /** The limit of a flow that needs no time of its own: it is over at once if it needs nothing. */
  public static final double AT_ONCE = 1e12;

  private final EventQueue events;
  private final ResourceTable resources = new ResourceTable();
  private final FlowTable flows = new FlowTable();
  private final FairDivision division;
  private long now;

  /**
   * Creates a network without resources.
   *
   * @param precision rates that differ by less, relatively, are the same
   */
  FlowNetwork(EventQueue events, double precision) {
    this.events = events;
    division = new FairDivision(resources, flows, precision);
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
    return resources.add(units, crowding);
  }

  private static void checkCapacity(double units) {
    if (!(units >= 0) || Double.isInfinite(units)) {
      throw new IllegalArgumentException("capacity=" + units + ": must be from 0 and finite");
    }
  }

  /** Changes the capacity for one flow, in units per second, from 0. */
  public void setCapacity(int resource, double units) {
    checkCapacity(units);
    resources.setCapacity(resource, units);
    division.changed(resource);
  }

  /** What all flows use of a resource now, in units per second. */
  public double use(int resource) {
    return resources.use[resource];
  }

  /** Units per second for the flows that use a resource now. */
  public double capacity(int resource) {
    return resources.available[resource];
  }

  /** Units per second for a single flow of a resource. */
  public double capacityAlone(int resource) {
    return resources.capacityAlone(resource);
  }

  /** Units that a resource has served until now. */
  public double served(int resource) {
    return resources.served(resource, flows, now);
  }

  /**
   * Seconds until now in which several flows wanted more of a resource than it has. A single flow
   * that uses all of it waits for nobody, and does not count.
   */
  public double contendedSeconds(int resource) {
    return resources.fullSeconds(resource, now);
  }

  /** Nanoseconds since the beginning of the simulation. */
  public long now() {
    return now;
  }

  /** Number of flows that have not ended. */
  public int active() {
    return flows.active();
  }

  /**
   * Number of flows whose rates were set and are above 0, but so small that they would go on beyond
   * the end of simulated time.
   */
  public int endless() {
    return flows.endless(now);
  }

  /** What dividing the resources took until now. */
  public Fillings fillings() {
    return division.fillings();
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
    int flow = flows.add(route, amount, limit, atEnd, now);
    flows.setEvent(flow, events.add(amount == 0 ? now : EventQueue.NEVER, () -> end(flow)));
    division.add(flow);
    return flow;
  }

  /** Ends a flow before its amount is done; {@code atEnd} is not called. */
  public void stop(int flow) {
    account(flow, flows.amount(flow) - left(flow));
    events.remove(flows.event(flow));
    remove(flow);
  }

  /** Units per second at which a flow gets done now. */
  public double rate(int flow) {
    return flows.rate[flow];
  }

  /** Units of a flow that are not done yet. */
  public double left(int flow) {
    return flows.left(flow, now);
  }

  void advanceTo(long time) {
    now = time;
  }

  private void end(int flow) {
    // Its time is rounded; its amount is not.
    account(flow, flows.amount(flow));
    Runnable what = flows.atEnd(flow);
    remove(flow);
    what.run();
  }

  private void account(int flow, double done) {
    int[] over = flows.resources[flow];
    for (int i = 0; i < over.length; i++) {
      resources.addServed(over[i], flows.needs[flow][i] * done);
    }
  }

  private void remove(int flow) {
    division.remove(flow);
    flows.remove(flow);
  }

  /** Computes the rates that changed, and when flows end. */
  void settle(long time) {
    now = time;
    if (division.isSettled()) {
      return;
    }
    NumberCounts touched = division.settle(time);
    for (int i = 0; i < touched.size(); i++) {
      int flow = touched.get(i);
      if (!flows.ended(flow)) {
        events.move(flows.event(flow), flows.end(flow, time));
      }
    }
    touched.clear();
  }
}
