// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.audit;

import java.time.Instant;
import java.util.Objects;

/**
 * How far an audit log has been read. To be stored together with what was made of the events before
 * it; reading that begins at a stored position repeats none of them.
 *
 * @param time of the last line; 1970 if there was none
 */
public record AuditPosition(LogPosition place, Instant time) {

  /** Before the oldest line that there is. */
  public static final AuditPosition START = new AuditPosition(LogPosition.START, Instant.EPOCH);

  /** Checks that nothing is null. */
  public AuditPosition {
    Objects.requireNonNull(place, "place");
    Objects.requireNonNull(time, "time");
  }

  /** One line, which {@link #parse} understands. */
  public String text() {
    return time.toEpochMilli() + " " + place.text();
  }

  /**
   * Reads what {@link #text} wrote.
   *
   * @throws IllegalArgumentException if it is something else; the message quotes it
   */
  public static AuditPosition parse(String text) {
    int space = text.indexOf(' ');
    try {
      return new AuditPosition(
          LogPosition.parse(text.substring(space + 1)),
          Instant.ofEpochMilli(Long.parseLong(text.substring(0, Math.max(0, space)))));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("not a position in an audit log: " + text, e);
    }
  }
}
