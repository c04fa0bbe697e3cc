// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

/** What a master that is about to end says to a client that submits a job. */
public final class SessionEnding {
  /** The reason of the refusal, by which the client knows that another session takes the job. */
  public static final String REFUSAL = "the session is ending";

  private SessionEnding() {}
}
