// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

/** Whether nodes are switched off. */
enum PowerMode {
  /** Nodes stay as they are. */
  NONE,
  /** What would be done is said, and not done. */
  DRY_RUN,
  /** Nodes are switched off and on. */
  ACT
}
