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
}
