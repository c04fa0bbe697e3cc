// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.run;

import java.security.SecureRandom;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Locale;

/**
 * Names of runs: the time, by UTC, and what tells runs apart. Later ones sort after earlier ones.
 */
public final class RunId {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final int UNIQUE_BYTES = 6;
  private static final SecureRandom RANDOM = new SecureRandom();

  private RunId() {}

  /** A new name. */
  public static String next(Instant now) {
    return TIME.format(now) + "-" + String.format(Locale.ROOT, "%06x", RANDOM.nextInt(1 << 24));
  }

  /**
   * A new name for the run of a schedule for a time. It does not follow from the schedule, because
   * another scheduler of the same clusters may have one of the same name, and would take this one's
   * applications for its own.
   */
  public static String scheduled(Instant nominal) {
    byte[] unique = new byte[UNIQUE_BYTES];
    RANDOM.nextBytes(unique);
    return TIME.format(nominal) + "-" + HexFormat.of().formatHex(unique);
  }
}
