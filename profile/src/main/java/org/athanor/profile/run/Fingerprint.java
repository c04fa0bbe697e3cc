// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;

/**
 * An id computed from contents: the first 16 hexadecimal digits of a SHA-256 over the parts. The
 * length of each part comes before it, so that {@code "ab", "c"} and {@code "a", "bc"} differ.
 * Catalogues contain such ids, so their computation must never change.
 */
final class Fingerprint {
  private static final int BYTES = 8;

  private final MessageDigest digest;

  private Fingerprint(MessageDigest digest) {
    this.digest = digest;
  }

  /** Begins a fingerprint; the kind makes ids of different types differ. */
  static Fingerprint of(String kind) {
    try {
      return new Fingerprint(MessageDigest.getInstance("SHA-256")).add(kind);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  Fingerprint add(String part) {
    byte[] bytes = part.getBytes(UTF_8);
    digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
    digest.update(bytes);
    return this;
  }

  Fingerprint add(long part) {
    return add(Long.toString(part));
  }

  Fingerprint add(Optional<String> part) {
    return part.map(text -> add("+").add(text)).orElseGet(() -> add("-"));
  }

  /** Adds all entries in the order of the map, which must be sorted. */
  Fingerprint add(Map<String, String> parts) {
    add(parts.size());
    parts.forEach((key, value) -> add(key).add(value));
    return this;
  }

  String hex() {
    return HexFormat.of().formatHex(digest.digest(), 0, BYTES);
  }
}
