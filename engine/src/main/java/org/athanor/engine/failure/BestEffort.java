// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.failure;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Cleans up one thing after the other, although some of them may fail. The class needs no memory to
 * be initialised, because it may be used for the first time when the heap is full, and a class
 * whose initialisation has failed can never be used.
 */
public final class BestEffort {
  private BestEffort() {}

  /**
   * Closes a resource. Never throws: a failure is logged as a warning, so that the resources after
   * this one are closed, too.
   *
   * @param resource null if there is nothing to close
   * @param what its name, which begins the warning
   */
  public static void close(AutoCloseable resource, String what) {
    try {
      if (resource != null) {
        resource.close();
      }
    } catch (Throwable e) {
      warn(what, e);
    }
  }

  private static void warn(String what, Throwable failure) {
    try {
      Logger log = LoggerFactory.getLogger(BestEffort.class);
      log.warn("{} is left behind: {}", what, Failure.of(failure).line());
    } catch (RuntimeException | Error noMemory) {
      return;
    }
  }
}
