// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology.hwloc;

/** Versions of hwloc's interface: {@code 0x00MMmmrr}, major, minor and release in a byte each. */
public final class HwlocVersion {
  private HwlocVersion() {}

  /** Whether structures of that version have the layouts of this package: any 2.x does. */
  public static boolean isSupported(int api) {
    return api >>> 16 == 2;
  }

  /** For messages: {@code 2.9.0}. */
  public static String text(int api) {
    return (api >>> 16) + "." + ((api >>> 8) & 0xff) + "." + (api & 0xff);
  }
}
