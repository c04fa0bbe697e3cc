// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology.hwloc;

import java.util.Optional;

/** Versions of hwloc's interface: {@code 0x00MMmmrr}, major, minor and release in a byte each. */
public final class HwlocVersion {
  private static final int MAJOR = 2;

  private HwlocVersion() {}

  /** Why a library of that version cannot be used; empty if its layouts are those of 2.x. */
  public static Optional<String> refusal(String library, int api) {
    if (api >>> 16 == MAJOR) {
      return Optional.empty();
    }
    return Optional.of(
        library
            + " has interface "
            + text(api)
            + " of hwloc, 2.x is needed: install package libhwloc15 (Debian, Ubuntu) or hwloc-libs"
            + " (Fedora, RHEL) of version 2");
  }

  /** For messages: {@code 2.9.0}. */
  public static String text(int api) {
    return (api >>> 16) + "." + ((api >>> 8) & 0xff) + "." + (api & 0xff);
  }
}
