// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import java.io.IOException;

/**
 * The check of a workload that is not one of Athanor's: its class has a public constructor without
 * parameters, and {@code Verify} knows it by its name. An object checks one output, on one thread.
 */
public interface OutputCheck {

  /**
   * Compares an output with what it must be for its input.
   *
   * @return one line that says what was checked
   * @throws WrongOutputException if the output is wrong; its message is one line that says where
   * @throws IOException if the output or the input cannot be read
   */
  String check(CheckedRun run) throws WrongOutputException, IOException, InterruptedException;
}
