// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.athanor.cli.ExitCode;
import org.athanor.cli.output.ProgressText;
import org.athanor.cli.usage.UsageException;
import org.athanor.tiering.api.TieredStorage;
import org.athanor.tiering.apply.Hdfs;
import org.athanor.tiering.apply.HdfsTree;
import org.athanor.tiering.apply.Outcome;
import org.athanor.tiering.apply.PlanExecution;
import org.athanor.tiering.plan.PlanAction;

/** Changes files, or only looks, shows the progress, and prints what became of them. */
final class Execution {
  private static final String HELD = "placed by the rules";

  private final StorageCommand storage;
  private final PlanExecution.Limits limits;
  private final boolean dryRun;
  private final boolean json;

  /** One of the operations on files. */
  @FunctionalInterface
  interface Operation {
    List<Outcome> on(TieredStorage files) throws IOException, InterruptedException;
  }

  /** Whether rules hold the file of an action where it is, so that it is left alone. */
  @FunctionalInterface
  interface Held {
    boolean test(PlanAction action) throws IOException;
  }

  /** What is done by other means than storage policies and numbers of replicas. */
  @FunctionalInterface
  interface Work {
    /** Does nothing. */
    Work NONE = listener -> List.of();

    List<Outcome> with(PlanExecution.Listener listener)
        throws IOException, UsageException, InterruptedException;
  }

  Execution(StorageCommand storage, PlanExecution.Limits limits, boolean dryRun, boolean json) {
    this.storage = storage;
    this.limits = limits;
    this.dryRun = dryRun;
    this.json = json;
  }

  /**
   * Carries those actions out whose files are not held, and then other work; returns the {@link
   * ExitCode}.
   *
   * @param all number of the actions and of the outcomes of the other work
   * @throws IOException if HDFS does not answer
   */
  int run(Hdfs hdfs, List<PlanAction> actions, Held isHeld, Work then, int all)
      throws IOException, UsageException, InterruptedException {
    return run(
        " of " + all,
        listener -> {
          PlanExecution execution =
              new PlanExecution(hdfs, limits, PlanExecution.Pause.SLEEP, listener);
          List<Outcome> outcomes = new ArrayList<>();
          List<PlanAction> own = new ArrayList<>();
          for (PlanAction action : actions) {
            if (isHeld.test(action)) {
              Outcome outcome = new Outcome(action, Outcome.Status.LEFT_ALONE, HELD);
              listener.ended(outcome);
              outcomes.add(outcome);
            } else {
              own.add(action);
            }
          }
          outcomes.addAll(dryRun ? execution.look(own) : execution.run(own));
          outcomes.addAll(then.with(listener));
          return outcomes;
        });
  }

  /**
   * Carries an operation out; returns the {@link ExitCode}.
   *
   * @throws UsageException if a path does not exist
   */
  int run(HdfsTree hdfs, Operation operation)
      throws IOException, UsageException, InterruptedException {
    return run(
        "",
        listener -> {
          try {
            return operation.on(
                new TieredStorage(hdfs, limits, dryRun, PlanExecution.Pause.SLEEP, listener));
          } catch (FileNotFoundException e) {
            throw new UsageException(e.getMessage(), e);
          }
        });
  }

  private int run(String ofAll, Work work)
      throws IOException, UsageException, InterruptedException {
    ProgressText progress = ProgressText.on(storage.err());
    ActionLog log = new ActionLog(new ApplyProgress(progress, ofAll));
    // Whoever asks this JVM to end is told what was changed.
    try (Stop stop = new Stop()) {
      List<Outcome> outcomes;
      try {
        stop.begin();
        outcomes = work.with(log);
      } catch (IOException | UsageException | InterruptedException | RuntimeException e) {
        stop.end();
        progress.clear();
        if (log.isChanging()) {
          print(log.soFar());
        }
        if (!stop.isWanted()) {
          throw e;
        }
        progress.print(
            "athanor storage: interrupted; "
                + (log.isChanging() ? "above is what was changed" : "nothing was changed"));
        return ExitCode.FAILED;
      } finally {
        stop.end();
        progress.clear();
      }
      print(outcomes);
      return dryRun || outcomes.stream().allMatch(Execution::isWell)
          ? ExitCode.SUCCESS
          : ExitCode.FAILED;
    }
  }

  private void print(List<Outcome> outcomes) throws IOException {
    if (json) {
      storage.out().write((ApplyText.json(outcomes) + "\n").getBytes(StandardCharsets.UTF_8));
    } else {
      storage.out().print(ApplyText.of(outcomes, dryRun));
    }
    storage.out().flush();
  }

  private static boolean isWell(Outcome outcome) {
    return switch (outcome.status()) {
      case DONE, WAS_DONE, CHANGED, LEFT_ALONE, ASKED -> true;
      case NO_ROOM, INCOMPLETE, FAILED, NOT_TRIED -> false;
    };
  }
}
