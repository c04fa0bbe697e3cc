// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.util.Locale;
import org.athanor.cli.output.ProgressText;
import org.athanor.tiering.apply.Outcome;
import org.athanor.tiering.apply.PlanExecution;

/** Shows on a terminal how far a plan is. */
final class ApplyProgress implements PlanExecution.Listener {
  private final ProgressText terminal;
  private final String ofAll;
  private int ended;

  /**
   * Shows nothing yet.
   *
   * @param ofAll the number of files, such as {@code " of 7"}; empty if it is not known
   */
  ApplyProgress(ProgressText terminal, String ofAll) {
    this.terminal = terminal;
    this.ofAll = ofAll;
  }

  @Override
  public void ended(Outcome outcome) {
    ended++;
    terminal.show(String.format(Locale.ROOT, "%,d%s files", ended, ofAll));
  }

  @Override
  public void moving(int moving, long bytes) {
    terminal.show(
        String.format(
            Locale.ROOT,
            "%,d%s files; moving %s of %,d files",
            ended,
            ofAll,
            Amounts.size(bytes),
            moving));
  }
}
