// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

/** How a reduce gets its part of the maps' output. */
interface Copying {
  void begin();

  /** A map has ended on a node; called only after {@link #begin}. */
  void mapDone(int node);

  /** Ends all copies. */
  void stop();
}
