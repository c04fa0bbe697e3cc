// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology.hwloc;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Platform;

/**
 * The C library's error number.
 *
 * @param number a value of {@code errno}, 0 if there is none
 */
public record Errno(int number) {
  private static final int ENOSYS = Platform.isLinux() ? 38 : 78;
  private static final int EXDEV = 18;

  /** Returns the error number of the calling thread's last native call. */
  public static Errno last() {
    return new Errno(Native.getLastError());
  }

  /** Whether the operating system lacks the operation. */
  public boolean isUnsupported() {
    return number == ENOSYS;
  }

  /** Whether the operation is supported, but not for this set. */
  public boolean isNotEnforceable() {
    return number == EXDEV;
  }

  /** Returns the C library's text for the error. */
  public String text() {
    return NativeLibrary.getInstance(Platform.C_LIBRARY_NAME)
        .getFunction("strerror")
        .invokeString(new Object[] {number}, false);
  }
}
