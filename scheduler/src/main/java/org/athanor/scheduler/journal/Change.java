// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.journal;

import java.sql.SQLException;

/**
 * A change of the journal that was not made yet, so that it can be in one transaction with others:
 * {@link Journal#commit}, {@link Journal#store}. The classes of the tables make them.
 */
public final class Change {
  private final StateFile.Work work;

  Change(StateFile.Work work) {
    this.work = work;
  }

  void make() throws SQLException {
    work.run();
  }
}
