// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.power;

import java.util.List;
import java.util.Optional;

/**
 * A meter of one node. Methods are called by one thread at a time, and take some seconds at most.
 */
interface PowerMeter {

  /** The meter's address for messages: {@code https://alpha-bmc}. */
  String name();

  /** What it meters, in words, as far as it is known. */
  String domain();

  /** Why its readings are no measurements; empty if they are. */
  Optional<String> estimated();

  /**
   * Reads the power.
   *
   * @return the readings since the last call, in the order of their times; a device that is asked
   *     has one, a file that another program writes may have none
   */
  List<PowerReading> read() throws PowerException, InterruptedException;

  /** Ends what was begun on the device. */
  void close() throws InterruptedException;
}
