// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import org.athanor.cluster.Command;

/** How a run is started. */
public sealed interface Launch {

  /** The framework submits it. */
  record Submit(Program program) implements Launch {}

  /**
   * It starts itself, on the master node, with the framework's environment.
   *
   * @param interactive whether it is to have the user's terminal
   */
  record Execute(Command command, boolean interactive) implements Launch {}
}
