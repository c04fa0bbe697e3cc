// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology.hwloc;

/** The loaded library. Thread-safe. */
public final class Hwloc {
  private final HwlocFunctions functions;
  private final int api;

  Hwloc(HwlocFunctions functions, int api) {
    this.functions = functions;
    this.api = api;
  }

  public HwlocFunctions functions() {
    return functions;
  }

  /**
   * Returns the version of the interface, such as {@code 2.9.0}. The library's release may be
   * newer.
   */
  public String version() {
    return HwlocVersion.text(api);
  }

  /** Whether the interface is 2.{@code minor} or newer. */
  public boolean isAtLeast(int minor) {
    return ((api >>> 8) & 0xff) >= minor;
  }
}
