// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

/** A job whose input has lost all replicas of a block. */
public final class LostInputException extends RuntimeException {
  private static final long serialVersionUID = 1;

  LostInputException(String job, int map) {
    super("input of map " + map + " of job " + job + ": all its replicas are lost");
  }
}
