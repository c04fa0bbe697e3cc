// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

/** Some outputs of a source that a reduce copies with one flow. */
final class Fetch {
  private final int source;
  private final int from;
  private final int to;
  private int maps;

  /**
   * Creates a fetch.
   *
   * @param from the first place in the source's list
   * @param to the place after the last
   * @param maps how many of these are copied
   */
  Fetch(int source, int from, int to, int maps) {
    this.source = source;
    this.from = from;
    this.to = to;
    this.maps = maps;
  }

  int source() {
    return source;
  }

  int from() {
    return from;
  }

  int to() {
    return to;
  }

  /** Outputs that are copied. */
  int maps() {
    return maps;
  }

  /** Some outputs are lost before they are copied. */
  void lose(int some) {
    maps -= some;
  }
}
