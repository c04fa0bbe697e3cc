// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import java.util.Optional;
import org.athanor.topology.hwloc.Hwloc;
import org.athanor.topology.hwloc.HwlocLoading;

/**
 * Availability and version of libhwloc. The first call loads the library, once per process; only
 * methods that say so throw. The system property {@code athanor.topology.library} sets a file name
 * or path other than {@code libhwloc.so.15}. Thread-safe.
 */
public final class HwlocLibrary {
  private HwlocLibrary() {}

  public static boolean isAvailable() {
    return HwlocLoading.result() instanceof HwlocLoading.Loaded;
  }

  /**
   * Returns in one line why the library cannot be used and what to install; empty if it can be
   * used.
   */
  public static Optional<String> unavailableReason() {
    return HwlocLoading.result() instanceof HwlocLoading.Failed failed
        ? Optional.of(failed.reason())
        : Optional.empty();
  }

  /**
   * Returns the version of the library's interface, such as {@code 2.8.0}. This is the last release
   * that changed the interface, so hwloc 2.9.0 may return 2.8.0. The release itself is the info
   * {@code hwlocVersion} of this machine's root.
   *
   * @throws HwlocUnavailableException if the library cannot be used
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
