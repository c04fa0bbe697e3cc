// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.doctor;

import java.util.Locale;

/** Writes sizes for people. */
final class Sizes {
  private Sizes() {}

  static String gigabytes(long bytes) {
    return String.format(Locale.ROOT, "%.1f GB", bytes / 1e9);
  }
}
