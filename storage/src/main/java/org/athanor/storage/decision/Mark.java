// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.decision;

/** What else is known about a file for a decision. */
public enum Mark {
  /** A service-level agreement keeps it on the fast tier, however popular it is. */
  PINNED,
  /** A job that will run in the next period reads it. */
  SCHEDULED,
  /** It was moved up in this period: to a faster tier, or to more replicas. */
  RAISED,
  /** It was moved down in this period: to a slower tier, or to fewer replicas. */
  LOWERED
}
