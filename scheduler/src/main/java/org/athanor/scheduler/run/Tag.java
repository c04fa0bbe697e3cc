// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.run;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The tag of an attempt's YARN applications: {@code athanor-RUN-JOB-ATTEMPT}. YARN makes tags lower
 * case, and allows 100 characters. A job's name that has upper case, is long, or is that of a
 * nested job, is cut and gets a hash after {@code ~}, which no name of a job contains; so no two
 * attempts have one tag.
 */
public final class Tag {
  private static final Pattern PLAIN = Pattern.compile("[a-z0-9._-]{1,40}");
  private static final int KEPT = 30;
  private static final int HASH_BYTES = 6;

  private Tag() {}

  /** The tag of an attempt. */
  public static String of(String run, String job, int attempt) {
    return "athanor-" + run + "-" + part(job) + "-" + attempt;
  }

  /** A job's name as a part of tags and file names. */
  public static String part(String job) {
    if (PLAIN.matcher(job).matches() && !job.startsWith(".")) {
      return job;
    }
    String readable = job.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_-]", "_");
    return readable.substring(0, Math.min(KEPT, readable.length())) + "~" + hash(job);
  }

  private static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, HASH_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // each Java has SHA-256
    }
  }
}
