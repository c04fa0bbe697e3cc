// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.util.Locale;
import org.athanor.cli.output.ProgressText;
import org.athanor.tiering.apply.Outcome;
import org.athanor.tiering.apply.PlanExecution;

/** Shows on a terminal how far a plan is. */
final class ApplyProgress implements PlanExecution.Listener {
  private final ProgressText terminal;
  private final int files;
  private int ended;

  ApplyProgress(ProgressText terminal, int files) {
    this.terminal = terminal;
    this.files = files;
  }

  @Override
  public void ended(Outcome outcome) {
    ended++;
    terminal.show(String.format(Locale.ROOT, "%,d of %,d files", ended, files));
  }

  @Override
  public void moving(int moving, long bytes) {
    terminal.show(
        String.format(
            Locale.ROOT,
            "%,d of %,d files; moving %s of %,d files",
            ended,
            files,
            Amounts.size(bytes),
            moving));
  }
}
