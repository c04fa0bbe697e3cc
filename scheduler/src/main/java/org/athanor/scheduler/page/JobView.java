// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.page;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.athanor.scheduler.energy.EnergySum;
import org.athanor.scheduler.journal.AlertTables;
import org.athanor.scheduler.journal.EnergyTable;
import org.athanor.scheduler.journal.Journal;
import org.athanor.scheduler.run.JobState;
import org.athanor.scheduler.service.Outlook;

/**
 * A job of a run.
 *
 * @param after jobs that must have succeeded before
 * @param attempts that were started, the first one first
 * @param decision the last one about it
 * @param expected its future, if it may have one
 * @param energy of its attempts that have ended, the first one first
 * @param promise its own, if it is not on track
 */
record JobView(
    String name,
    Set<String> after,
    JobState state,
    List<AttemptView> attempts,
    Optional<Journal.Choice> decision,
    Optional<Outlook.Expected> expected,
    List<EnergyTable.Known> energy,
    Optional<AlertTables.Promise> promise) {

  /** The energy of all attempts that have ended. */
  EnergySum energySum() {
    return EnergyTable.sum(energy);
  }

  /** The last attempt that was started. */
  Optional<AttemptView> last() {
    return attempts.isEmpty() ? Optional.empty() : Optional.of(attempts.get(attempts.size() - 1));
  }
}
