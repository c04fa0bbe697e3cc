// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

/** The input of a reduce has come while maps ran. */
final class AlreadyThere implements Copying {
  private final ReduceAttempt attempt;

  AlreadyThere(ReduceAttempt attempt) {
    this.attempt = attempt;
  }

  @Override
  public void begin() {
    attempt.copied();
  }

  @Override
  public void mapDone(int node) {
    // A map that runs again, for another reduce.
  }

  @Override
  public void lose(int node) {
    // Nothing is needed from where maps ran.
  }

  @Override
  public void goOn() {
    // Nothing is copied.
  }

  @Override
  public boolean needs(int map) {
    return false;
  }

  @Override
  public void stop() {
    // Nothing is copied.
  }
}
