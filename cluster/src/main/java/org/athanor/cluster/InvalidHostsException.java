// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import java.util.List;

/** Hosts that cannot be used. */
public final class InvalidHostsException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  /**
   * @param problems all problems, one line each, with the remedy
   */
  public InvalidHostsException(List<String> problems) {
    super(String.join("\n", problems));
    this.problems = List.copyOf(problems);
  }

  public List<String> problems() {
    return problems;
  }
}
