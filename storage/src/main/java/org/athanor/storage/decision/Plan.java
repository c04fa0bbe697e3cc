// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.decision;

import java.util.List;

/**
 * Decisions about all candidates, in their order.
 *
 * @param decisions one for each candidate
 * @param budgetUsed bytes that count for the budget after all decisions were carried out
 * @param degraded one line for each wish that could not be granted
 */
public record Plan(List<FileDecision> decisions, long budgetUsed, List<String> degraded) {
  public Plan {
    decisions = List.copyOf(decisions);
    degraded = List.copyOf(degraded);
  }
}
