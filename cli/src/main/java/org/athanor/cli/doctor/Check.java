// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.doctor;

/** Looks at one thing. */
interface Check {
  /** Looks. */
  @FunctionalInterface
  interface Look {
    /**
     * Returns what it finds. May block; the thread is interrupted when the time is over.
     *
     * @throws Exception if the thing cannot be looked at, which is a problem
     */
    Finding now() throws Exception;
  }

  /** What it looks at, a few words. */
  String subject();

  Look look();

  /** What to do if there is no answer, worded to follow a semicolon. */
  String remedy();

  static Check of(String subject, String remedy, Look look) {
    record Simple(String subject, String remedy, Look look) implements Check {}
    return new Simple(subject, remedy, look);
  }
}
