// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology.hwloc;

import com.sun.jna.Native;
import com.sun.jna.Platform;
import java.util.Map;
import java.util.Optional;

/**
 * The result of loading libhwloc: the library, or the reason for the failure. The library is loaded
 * once per process, on first use. A failure is a result, not an exception. Thread-safe.
 */
public sealed interface HwlocLoading {
  /** System property with a file name or path that replaces {@link #defaultLibrary()}. */
  String LIBRARY_PROPERTY = "athanor.topology.library";

  /** libhwloc is loaded and has a supported version. */
  record Loaded(Hwloc hwloc) implements HwlocLoading {}

  /**
   * libhwloc cannot be used.
   *
   * @param reason one line with the file name, what is wrong and what to install
   */
  record Failed(String reason) implements HwlocLoading {}

  /** Returns the result for this process. */
  static HwlocLoading result() {
    return Holder.RESULT;
  }

  /** Returns the library's file name on this operating system. */
  static String defaultLibrary() {
    return Platform.isMac() ? "libhwloc.15.dylib" : "libhwloc.so.15";
  }

  /** Loads the library with this name or path. Does not affect {@link #result}. */
  static HwlocLoading load(String library) {
    try {
      if (Native.POINTER_SIZE != 8 || Native.LONG_SIZE != 8) {
        return new Failed(
            "libhwloc cannot be used in a JVM for "
                + Platform.RESOURCE_PREFIX
                + ": pointers and long must have 64 bits (a 64-bit Linux, macOS or BSD)");
      }
    } catch (LinkageError e) {
      return new Failed(
          "JNA cannot load its native part ("
              + firstLine(e)
              + "): set -Djna.tmpdir to a directory on a file system that is not mounted noexec");
    }
    HwlocFunctions functions;
    int api;
    try {
      functions =
          Native.load(
              library,
              HwlocFunctions.class,
              Map.of(HwlocFunctions.OPTION_STRING_ENCODING, "UTF-8"));
      api = functions.hwloc_get_api_version();
    } catch (UnsatisfiedLinkError e) {
      return new Failed(
          "libhwloc not found (looked for "
              + library
              + "): install package libhwloc15 (Debian, Ubuntu) or hwloc-libs (Fedora, RHEL), or"
              + " name the file with -D"
              + LIBRARY_PROPERTY);
    }
    Optional<String> refusal = HwlocVersion.refusal(library, api);
    if (refusal.isPresent()) {
      return new Failed(refusal.get());
    }
    return new Loaded(new Hwloc(functions, api));
  }

  private static String firstLine(Throwable e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse(e.getClass().getName());
  }

  /** Loads on first use. */
  final class Holder {
    private static final HwlocLoading RESULT =
        load(System.getProperty(LIBRARY_PROPERTY, defaultLibrary()));

    private Holder() {}
  }
}
