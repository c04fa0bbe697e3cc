// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import java.io.IOException;

/** The check of one kind of output. */
public interface Check {

  /**
   * Reads the output.
   *
   * @return one line that says what was checked
   * @throws WrongOutputException if it is wrong
   * @throws IOException if the output or the input cannot be read
   */
  String run() throws WrongOutputException, IOException, InterruptedException;
}
