// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.session;

import org.athanor.engine.fleet.WorkerProcesses;

/** Starts no Worker, so that jobs wait. */
final class NoWorkers implements WorkerProcesses {
  @Override
  public void begin(Listener listener) {}

  @Override
  public void kill(int worker) {}

  @Override
  public void close() {}
}
