// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import java.util.Optional;
import org.athanor.topology.hwloc.Hwloc;
import org.athanor.topology.hwloc.HwlocLoading;

/**
 * Whether libhwloc is there. Asking loads it, once per process, and never throws. The system
 * property {@code athanor.topology.library} names a file or path other than {@code libhwloc.so.15}.
 * Thread-safe.
 */
public final class HwlocLibrary {
  private HwlocLibrary() {}

  public static boolean isAvailable() {
    return HwlocLoading.result() instanceof HwlocLoading.Loaded;
  }

  /** Why it cannot be used and what to install, in one line; empty if it can be used. */
  public static Optional<String> unavailableReason() {
    return HwlocLoading.result() instanceof HwlocLoading.Failed failed
        ? Optional.of(failed.reason())
        : Optional.empty();
  }

  /**
   * The version of its interface, such as {@code 2.8.0}: that of the last release which changed it,
   * so 2.9.0 may say 2.8.0. The release itself is the info {@code hwlocVersion} of this machine's
   * root.
   *
   * @throws HwlocUnavailableException if it cannot be used
   */
  public static String version() {
    return require().version();
  }

  static Hwloc require() {
    HwlocLoading loading = HwlocLoading.result();
    if (loading instanceof HwlocLoading.Loaded loaded) {
      return loaded.hwloc();
    }
    throw new HwlocUnavailableException(((HwlocLoading.Failed) loading).reason());
  }
}
