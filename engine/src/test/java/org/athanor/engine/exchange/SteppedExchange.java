// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.exchange;

import org.athanor.engine.thread.Clock;

/** An exchange that goes on when a test says so, on the test's thread. */
public final class SteppedExchange {
  private final Exchange exchange;

  public SteppedExchange(int worker, ExchangeLimits limits, Clock clock) {
    this.exchange = Exchange.stepped(worker, limits, clock);
  }

  public Exchange exchange() {
    return exchange;
  }

  /** Sends one message; returns false if none can be sent now. */
  public boolean push() {
    return exchange.stepPush();
  }

  /** Takes one message, or looks after connections; returns false if nothing is due. */
  public boolean receive() {
    return exchange.stepReceive();
  }

  /** Returns whether no job is open, and neither this Worker nor a peer wants map output. */
  public boolean isIdle() {
    return exchange.isIdle();
  }
}
