// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology.hwloc;

import java.util.Optional;

/** Versions of hwloc's interface: {@code 0x00MMmmrr}, major, minor and release in a byte each. */
public final class HwlocVersion {
  private static final int MAJOR = 2;

  private HwlocVersion() {}

  /** Returns why a library of this version cannot be used; empty if it is 2.x. */
  public static Optional<String> refusal(String library, int api) {
    if (api >>> 16 == MAJOR) {
      return Optional.empty();
    }
    return Optional.of(
        library
            + " has interface "
            + text(api)
            + " of hwloc, but 2.x is needed: install package libhwloc15 (Debian, Ubuntu) or hwloc-libs"
            + " (Fedora, RHEL) of version 2");
  }

  /** Returns the version for messages, such as {@code 2.9.0}. */
  public static String text(int api) {
    return (api >>> 16) + "." + ((api >>> 8) & 0xff) + "." + (api & 0xff);
  }
}
