// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.audit;

/**
 * What became of the lines of a log: lines = events + skipped + malformed.
 *
 * @param events lines that became an {@link AuditEvent}
 * @param skipped lines with a command that is no {@link AuditCommand}
 * @param malformed lines that are no line of an audit log, or not a whole one
 */
public record AuditCounts(long events, long skipped, long malformed) {

  /** All lines. */
  public long lines() {
    return events + skipped + malformed;
  }

  AuditCounts since(AuditCounts earlier) {
    return new AuditCounts(
        events - earlier.events, skipped - earlier.skipped, malformed - earlier.malformed);
  }
}
