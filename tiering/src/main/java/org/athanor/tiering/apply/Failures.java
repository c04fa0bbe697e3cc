// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.apply;

import java.io.IOException;
import java.io.InterruptedIOException;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;

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

  /** Whether the NameNode refuses something to this user. */
  public static boolean isRefusal(IOException e) {
    return e instanceof AccessControlException
        || (e instanceof RemoteException remote
            && remote.unwrapRemoteException() instanceof AccessControlException);
  }

  /** The first line: Hadoop's messages go on with a stack trace. */
  public static String message(IOException e) {
    String text = e.getMessage() == null ? e.toString() : e.getMessage();
    return text.lines().findFirst().orElse(e.toString());
  }
}
