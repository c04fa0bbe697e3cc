// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.bench;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.athanor.bench.experiment.plan.Plan;
import org.athanor.bench.experiment.run.BenchRun;
import org.athanor.bench.experiment.run.RunListener;
import org.athanor.results.Outcome;
import org.athanor.results.Results.Stop;
import org.athanor.results.TrialKey;
import org.athanor.results.TrialResult;

/**
 * Shows the progress of a run to people. On a terminal, it writes one line that changes, and one
 * for each trial that has ended. Otherwise it writes a line for each activity that begins and each
 * trial that has ended, without escape sequences.
 */
final class RunProgress implements RunListener {
  /** Columns of the terminal on standard error, set by the launcher if it is one. */
  private static final String COLUMNS_PROPERTY = "athanor.terminal.columns";

  private final PrintStream err;
  private final Optional<Integer> columns;
  private final Optional<String> arguments;
  private String line = "";

  /** The running trial's number and the time left; empty on a terminal. */
  private String prefix = "";

  /**
   * @param columns of the terminal; empty if there is none
   * @param arguments of {@code athanor bench run} that name the experiment; empty if only the copy
   *     in the results is kept
   */
  RunProgress(PrintStream err, Optional<Integer> columns, Optional<String> arguments) {
    this.err = err;
    this.columns = columns;
    this.arguments = arguments;
  }

  /** Progress on standard error, as the launcher describes it. */
  static RunProgress of(PrintStream err, Optional<String> arguments) {
    return new RunProgress(
        err, Optional.ofNullable(Integer.getInteger(COLUMNS_PROPERTY)), arguments);
  }

  @Override
  public void planned(Path directory, Plan plan, int done) {
    String finished = done == 0 ? "" : ", " + done + " of them done before";
    print(plan.trials().size() + " trials" + finished + "; results go to " + directory);
    plan.skipped()
        .forEach(
            skip ->
                print(skip.framework() + " " + skip.workload() + ": left out, " + skip.reason()));
  }

  @Override
  public void doing(String activity) {
    if (columns.isPresent()) {
      show(activity);
    } else {
      print(activity);
    }
  }

  /** Shows a step of the current activity, such as a part of a download, on a terminal only. */
  void step(String activity) {
    show(activity);
  }

  @Override
  public void warning(String text) {
    print(text);
  }

  @Override
  public void trialStarting(
      TrialKey key, int attempt, int number, int total, Optional<Duration> remaining) {
    String left = remaining.map(time -> ", " + RunProgress.words(time) + " left").orElse("");
    String place = String.format(Locale.ROOT, "[%d/%d%s] ", number, total, left);
    prefix = columns.isPresent() ? "" : place;
    show(place + name(key));
  }

  @Override
  public void trialEnded(TrialResult result) {
    String time = String.format(Locale.ROOT, "%.1f s", result.wallSeconds());
    if (result.outcome() == Outcome.VERIFIED) {
      print(
          prefix
              + name(result.key())
              + ": "
              + time
              + result.disturbance().map(why -> " (disturbed: " + why + ")").orElse(""));
    } else {
      print(
          prefix
              + name(result.key())
              + ": "
              + result.outcome().name().toLowerCase(Locale.ROOT).replace('_', ' ')
              + " after "
              + time
              + result.reason().map(why -> ": " + why).orElse("")
              + "; see "
              + result.directory());
    }
  }

  @Override
  public void stopped(Stop stop) {
    String nodes = stop.nodes() == 1 ? "" : " on " + stop.nodes() + " nodes";
    print(
        stop.framework()
            + " "
            + stop.workload()
            + on(stop.storage())
            + nodes
            + ": "
            + stop.reason());
  }

  @Override
  public void interrupted(Path directory) {
    String experiment = arguments.orElse(directory.resolve(BenchRun.EXPERIMENT).toString());
    print("interrupted; all processes have ended. Continue with:");
    print("athanor bench run " + experiment + " --resume --output " + directory);
  }

  /** Clears the changing line. */
  void end() {
    clear();
  }

  private void show(String text) {
    columns.ifPresent(
        width -> {
          clear();
          line = text.length() < width ? text : text.substring(0, Math.max(0, width - 1));
          err.print(line);
          err.flush();
        });
  }

  private void print(String text) {
    String current = line;
    clear();
    err.println(text);
    if (!current.isEmpty()) {
      show(current);
    }
  }

  private void clear() {
    if (!line.isEmpty()) {
      err.print("\r\033[K");
      line = "";
    }
  }

  private static String name(TrialKey key) {
    String round = key.warmUp() ? "warm-up" : "#" + key.repetition();
    String nodes = key.nodes() == 1 ? "" : " on " + key.nodes() + " nodes";
    return key.framework() + " " + key.workload() + on(key.storage()) + nodes + " " + round;
  }

  private static String on(Optional<String> storage) {
    return storage.map(label -> " on " + label).orElse("");
  }

  /** A time to wait, such as {@code 45 s} or {@code 12 min}. */
  static String words(Duration time) {
    long seconds = time.toSeconds();
    return seconds < 90 ? seconds + " s" : Math.round(seconds / 60.0) + " min";
  }
}
