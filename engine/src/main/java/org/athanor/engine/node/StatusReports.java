// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.node;

import org.athanor.engine.buffer.BufferPool;
import org.athanor.engine.exchange.Exchange;
import org.athanor.engine.job.WorkerStatus;
import org.athanor.engine.protocol.FromWorker;

/**
 * Tells the master what this Worker holds and has moved, if that has changed, so that people can
 * watch it. One thread.
 */
final class StatusReports {
  private final BufferPool pool;
  private final HostedJobs jobs;
  private final Exchange exchange;
  private final LateConnection master;
  private WorkerStatus last; // null before the first one

  StatusReports(BufferPool pool, HostedJobs jobs, Exchange exchange, LateConnection master) {
    this.pool = pool;
    this.jobs = jobs;
    this.exchange = exchange;
    this.master = master;
  }

  /** To be called every second or so. */
  void tell() {
    if (!master.isKnown()) {
      return;
    }
    WorkerStatus now =
        new WorkerStatus(
            (long) pool.capacity() * pool.bufferBytes(),
            (long) pool.lent() * pool.bufferBytes(),
            jobs.spilledBytes(),
            exchange.pushedBytes(),
            exchange.receivedBytes());
    if (!now.equals(last)) {
      last = now;
      master.send(new FromWorker.Status(now).toFrame());
    }
  }
}
