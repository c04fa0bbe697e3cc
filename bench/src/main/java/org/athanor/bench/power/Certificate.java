// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.power;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which certificate a device must have. */
public sealed interface Certificate {

  /** One for the host's name, by an authority that Java trusts. */
  record Checked() implements Certificate {}

  /**
   * Exactly the one with this fingerprint.
   *
   * @param sha256 of the certificate in DER, 64 lower-case hexadecimal digits
   */
  record Pinned(String sha256) implements Certificate {}

  /** Any: whoever takes part in the network can pretend to be the device, and learn the secret. */
  record Insecure() implements Certificate {}

  /** What {@link #parse} reads. */
  String FORM = "checked, insecure, or sha256: with 64 hexadecimal digits";

  /**
   * Reads {@code checked}, {@code insecure}, or {@code sha256:} with a fingerprint, whose bytes may
   * be separated by colons.
   *
   * @throws IllegalArgumentException if the text is something else
   */
  static Certificate parse(String text) {
    if (text.equals("checked")) {
      return new Checked();
    }
    if (text.equals("insecure")) {
      return new Insecure();
    }
    Matcher pinned = Pattern.compile("(?i)sha256:((?:[0-9a-f]{2}:?){32})").matcher(text);
    if (!pinned.matches()) {
      throw new IllegalArgumentException("must be " + FORM);
    }
    return new Pinned(pinned.group(1).replace(":", "").toLowerCase(Locale.ROOT));
  }
}
