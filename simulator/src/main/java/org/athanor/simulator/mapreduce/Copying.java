// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

/** How a reduce gets its part of the maps' output. */
interface Copying {
  void begin();

  /** A map has ended on a node; called only after {@link #begin}. */
  void mapDone(int node);

  /** The outputs on a node are about to be lost; called also before {@link #begin}. */
  void lose(int node);

  /** Copies what can be copied, after outputs were lost. */
  void goOn();

  /** Whether the lost output of a map is still to be copied. */
  boolean needs(int map);

  /** Ends all copies. */
  void stop();
}
