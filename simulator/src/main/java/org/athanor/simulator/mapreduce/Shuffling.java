// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

import java.util.random.RandomGenerator;

/** How the output of a job's maps gets to its reduces. */
interface Shuffling {
  int NOWHERE = -1;

  /** Adds to a step of a map what becomes of the output that it emits meanwhile. */
  void emit(Step step, double bytes);

  /** Whether a map reads and writes its output once more before it ends. */
  boolean mergesAtMap(double bytes);

  /** Number of reduces that may start now, if they get slots. */
  int startable(FreeSlots slots);

  /** A reduce that is pending and may run on a node; {@link ReduceTasks#NONE} if there is none. */
  int reduceFor(int node);

  /** A node with a free slot for a reduce that is pending; {@link #NOWHERE} if there is none. */
  int nodeFor(int reduce, FreeSlots slots, RandomGenerator random);

  /** How a reduce that starts gets its input. */
  Copying copying(ReduceAttempt reduce);

  /** The part of what is copied from a node that is read from its device, 0 to 1. */
  double readAtSource(int node);

  /** The part of a reduce's input that passes the device of its node, 0 to 1. */
  double spilled(ReduceAttempt reduce);

  /** A node has failed, and its attempts pend again. */
  void lose(int node, FreeSlots slots);

  /** A node that had failed is there again, with free slots and without outputs. */
  void back(FreeSlots slots);

  /** Whether a reduce that is pending needs the output of maps where they ran. */
  boolean pendingReduceCopies();
}
