// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import java.lang.reflect.Method;

/** Detects virtual threads, which newer JDKs have. */
final class VirtualThreads {
  private static final Method IS_VIRTUAL = isVirtualMethod();

  private VirtualThreads() {}

  /** Throws if the calling thread is virtual. */
  static void refuse(String reason) {
    if (isVirtual(Thread.currentThread())) {
      throw new UnsupportedOperationException(
          "virtual thread \""
              + Thread.currentThread().getName()
              + "\" "
              + reason
              + ": use a platform thread");
    }
  }

  private static boolean isVirtual(Thread thread) {
    try {
      return IS_VIRTUAL != null && (boolean) IS_VIRTUAL.invoke(thread);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("Thread.isVirtual() cannot be called", e);
    }
  }

  private static Method isVirtualMethod() {
    try {
      return Thread.class.getMethod("isVirtual");
    } catch (NoSuchMethodException e) {
      return null; // JDK 20 or older
    }
  }
}
