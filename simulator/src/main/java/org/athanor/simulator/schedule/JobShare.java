// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.schedule;

/** A job as a scheduler sees it. */
public interface JobShare {
  /** Its number in the order of submission, from 0. */
  int number();

  String queue();
}
