// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.apply;

import java.io.IOException;
import java.io.InterruptedIOException;

/** What the exceptions of Hadoop's client mean. */
public final class Failures {
  private Failures() {}

  /** Hadoop's client makes an IOException of an interrupt. */
  public static void throwIfInterrupted(IOException e) throws InterruptedException {
    // A time-out is an InterruptedIOException too, of a class of its own.
    if (e.getClass() == InterruptedIOException.class || Thread.currentThread().isInterrupted()) {
      throw new InterruptedException(e.getMessage());
    }
  }

  /** The first line: Hadoop's messages go on with a stack trace. */
  public static String message(IOException e) {
    String text = e.getMessage() == null ? e.toString() : e.getMessage();
    return text.lines().findFirst().orElse(e.toString());
  }
}
