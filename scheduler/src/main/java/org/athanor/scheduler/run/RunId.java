// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.run;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
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
  private static final int HASH_BYTES = 6;
  private static final SecureRandom RANDOM = new SecureRandom();

  private RunId() {}

  /** A new name. */
  public static String next(Instant now) {
    return TIME.format(now) + "-" + String.format(Locale.ROOT, "%06x", RANDOM.nextInt(1 << 24));
  }

  /** The name of the run of a schedule for a time: always the same. */
  public static String of(String schedule, Instant nominal) {
    String text = schedule + "\n" + nominal.getEpochSecond();
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return TIME.format(nominal) + "-" + HexFormat.of().formatHex(digest, 0, HASH_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // each Java has SHA-256
    }
  }
}
