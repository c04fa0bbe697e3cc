// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import java.nio.charset.StandardCharsets;
import org.athanor.workloads.verify.DuplicateReference.Sample;

/** Digests of reads and of pairs. */
final class ReadDigests {
  private ReadDigests() {}

  /** Adds a read or a pair. */
  static void add(Sample sample, MultisetDigest digest) {
    digest.begin();
    for (Sample read = sample; read != null; read = read.mate()) {
      add(digest, read.name(), read.bases(), read.qualities());
    }
    digest.end();
  }

  static void add(String name, String bases, String qualities, MultisetDigest digest) {
    digest.begin();
    add(digest, name, bases, qualities);
    digest.end();
  }

  private static void add(MultisetDigest digest, String... parts) {
    for (String part : parts) {
      byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
      digest.part(bytes, 0, bytes.length);
    }
  }
}
