// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

/** How near a map is to its input. */
public enum Locality {
  NODE,
  RACK,
  ANY
}
