// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.access;

import org.athanor.simulator.access.AccessPlan.Round;
import org.athanor.simulator.kernel.Simulation;

/** Submits the accesses of a plan, round after round. */
public final class PlannedAccesses {
  private final AccessPlan plan;
  private final Simulation simulation;
  private final Clients clients;
  private int round;
  private int left;

  public PlannedAccesses(AccessPlan plan, Simulation simulation, Clients clients) {
    this.plan = plan;
    this.simulation = simulation;
    this.clients = clients;
  }

  /** Submits the first round. */
  public void start() {
    next();
  }

  private void next() {
    if (round == plan.rounds().size()) {
      return;
    }
    Round begun = plan.rounds().get(round++);
    left = begun.accesses().size();
    double start = simulation.seconds() + begun.pauseSeconds();
    for (Access access : begun.accesses()) {
      clients.submit(access.at(start + access.startSeconds()), this::ended);
    }
  }

  private void ended() {
    left--;
    if (left == 0) {
      next();
    }
  }
}
