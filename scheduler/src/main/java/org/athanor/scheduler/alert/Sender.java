// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.alert;

import java.util.Optional;

/** Tells a hook an alert. One thread. */
interface Sender extends AutoCloseable {
  /**
   * Tells it, and waits until it has taken it, or does not.
   *
   * @return why it has not, as one line without secrets; empty if it has
   */
  Optional<String> send(Waiting alert) throws InterruptedException;

  /** Ends what is under way. Any thread. */
  @Override
  void close();
}
