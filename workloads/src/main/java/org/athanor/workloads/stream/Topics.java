// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.stream;

/** The names of the topics of a trial. */
final class Topics {
  /** The records. */
  static final String RECORDS = "records";

  /** The running results, in one partition. */
  static final String RESULTS = "results";

  /** Gets one message when the program should end. */
  static final String STOP = "stop";

  private Topics() {}
}
