// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.rules;

import java.util.List;

/** A text of rules that is not valid. The message has one line for each problem. */
public final class RulesException extends Exception {
  private static final long serialVersionUID = 1L;

  RulesException(List<String> problems) {
    super(String.join("\n", problems));
  }

  /** One line for each problem: where it is, what it is, what is allowed. */
  public List<String> problems() {
    return getMessage().lines().toList();
  }
}
