// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

/** The values of the key {@code scheduler}. */
enum SchedulerKind {
  FIFO,
  FAIR,
  CAPACITY
}
