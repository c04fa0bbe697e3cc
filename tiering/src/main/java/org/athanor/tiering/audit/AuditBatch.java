// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.audit;

import java.util.List;

/**
 * What a call of {@link AuditTail#poll} has read.
 *
 * @param events in the order of the log
 * @param counts of all lines that were read
 * @param notices a line for each place where lines are or may be lost, in plain English
 * @param position after the last of the lines
 * @param hasMore whether another call may read more at once
 */
public record AuditBatch(
    List<AuditEvent> events,
    AuditCounts counts,
    List<String> notices,
    AuditPosition position,
    boolean hasMore) {

  /** Copies the lists. */
  public AuditBatch {
    events = List.copyOf(events);
    notices = List.copyOf(notices);
  }
}
