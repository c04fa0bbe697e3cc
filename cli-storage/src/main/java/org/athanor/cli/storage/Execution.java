// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.athanor.cli.ExitCode;
import org.athanor.cli.output.ProgressText;
import org.athanor.tiering.apply.Hdfs;
import org.athanor.tiering.apply.Outcome;
import org.athanor.tiering.apply.PlanExecution;
import org.athanor.tiering.plan.PlanAction;

/** Carries actions out, or only looks, shows the progress, and prints what became of them. */
final class Execution {
  private final StorageCommand storage;
  private final PlanExecution.Limits limits;
  private final boolean dryRun;
  private final boolean json;

  Execution(StorageCommand storage, PlanExecution.Limits limits, boolean dryRun, boolean json) {
    this.storage = storage;
    this.limits = limits;
    this.dryRun = dryRun;
    this.json = json;
  }

  /** Returns the {@link ExitCode}. */
  int run(Hdfs hdfs, List<PlanAction> actions) throws IOException, InterruptedException {
    ProgressText progress = ProgressText.on(storage.err());
    List<Outcome> outcomes;
    try {
      PlanExecution execution =
          new PlanExecution(
              hdfs,
              limits,
              pause -> Thread.sleep(pause.toMillis()),
              new ApplyProgress(progress, actions.size()));
      outcomes = dryRun ? execution.look(actions) : execution.run(actions);
    } finally {
      progress.clear();
    }
    if (json) {
      storage.out().write((ApplyText.json(outcomes) + "\n").getBytes(StandardCharsets.UTF_8));
    } else {
      storage.out().print(ApplyText.of(outcomes, dryRun));
    }
    storage.out().flush();
    return dryRun || outcomes.stream().allMatch(Execution::isWell)
        ? ExitCode.SUCCESS
        : ExitCode.FAILED;
  }

  private static boolean isWell(Outcome outcome) {
    return switch (outcome.status()) {
      case DONE, WAS_DONE, CHANGED -> true;
      case NO_ROOM, INCOMPLETE, FAILED, NOT_TRIED -> false;
    };
  }
}
