// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.athanor.engine.run.Run;

/** Records what the listener of a job is told. */
final class Deliveries implements JobExchange.Listener {
  private static final long LONG_SECONDS = 60;

  private final BlockingQueue<Delivery> deliveries = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> failures = new LinkedBlockingQueue<>();

  /** The output of a map. */
  record Delivery(int assignment, int map, List<Run> runs) {}

  @Override
  public void delivered(int assignment, int map, List<Run> runs) {
    deliveries.add(new Delivery(assignment, map, runs));
  }

  @Override
  public void failed(String reason) {
    failures.add(reason);
  }

  /** Waits for the next delivery. */
  Delivery next() throws InterruptedException {
    Delivery delivery = deliveries.poll(LONG_SECONDS, TimeUnit.SECONDS);
    assertThat(delivery).as("a delivery, failures are %s", failures).isNotNull();
    return delivery;
  }

  String failure() throws InterruptedException {
    String failure = failures.poll(LONG_SECONDS, TimeUnit.SECONDS);
    assertThat(failure).isNotNull();
    return failure;
  }

  void assertNothingMore() {
    assertThat(deliveries).isEmpty();
    assertThat(failures).isEmpty();
  }
}
