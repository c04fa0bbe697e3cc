// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.run;

import java.security.SecureRandom;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Names of runs: the time, by UTC, and chance. Later ones sort after earlier ones. */
public final class RunId {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final SecureRandom RANDOM = new SecureRandom();

  private RunId() {}

  /** A new name. */
  public static String next(Instant now) {
    return TIME.format(now) + "-" + String.format(Locale.ROOT, "%06x", RANDOM.nextInt(1 << 24));
  }
}
