// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import java.nio.charset.StandardCharsets;

/** Digests of reads. */
final class ReadDigests {
  private ReadDigests() {}

  static void add(String name, String bases, String qualities, MultisetDigest digest) {
    digest.begin();
    for (String part : new String[] {name, bases, qualities}) {
      byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
      digest.part(bytes, 0, bytes.length);
    }
    digest.end();
  }

  /** Compares the reads of an output with those that it must have. */
  static void compare(String expected, MultisetDigest found) throws WrongOutputException {
    if (expected.equals(found.toString())) {
      return;
    }
    String count = expected.substring(0, expected.indexOf(' '));
    boolean asMany = count.equals(Long.toString(found.records()));
    throw new WrongOutputException(
        "the output has "
            + found.records()
            + (asMany
                ? " reads, as it must, but not the right ones"
                : " reads; must have " + count));
  }
}
