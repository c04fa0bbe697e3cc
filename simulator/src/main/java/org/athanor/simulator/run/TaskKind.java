// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

/** Kinds of tasks whose times are compared. */
public enum TaskKind {
  /** All maps. */
  MAP,
  /** Maps on a node with their input, or without input. */
  NODE_LOCAL_MAP,
  /** Maps in a rack with their input. */
  RACK_LOCAL_MAP,
  /** Maps elsewhere. */
  OTHER_RACK_MAP,
  REDUCE
}
