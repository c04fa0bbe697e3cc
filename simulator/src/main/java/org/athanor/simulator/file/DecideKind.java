// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

/** The values of the key {@code manager.decide}. */
enum DecideKind {
  APTSTORE,
  APTSTORE_PERF,
  SCARLETT,
  REGION,
  SERVE
}
