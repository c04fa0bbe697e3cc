// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import org.athanor.cluster.Command;

/** How a run of a workload is started. */
public sealed interface Launch {

  /** The framework submits a program. */
  record Submit(Program program) implements Launch {}

  /**
   * A command is run on the master node, with the framework's environment variables.
   *
   * @param interactive whether the command gets the user's terminal
   */
  record Execute(Command command, boolean interactive) implements Launch {}
}
