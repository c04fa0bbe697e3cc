// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.athanor.results.TrialKey;
import org.athanor.results.TrialResult;

/** A runner for a separate JVM, which prints all events to standard output. */
final class RunnerMain {
  private RunnerMain() {}

  /** Arguments: the directory of the run, {@code run} or {@code resume}. */
  public static void main(String[] arguments) throws Exception {
    Path directory = Path.of(arguments[0]);
    ScriptedFacilities facilities = new ScriptedFacilities(directory, RunnerMain::print);
    RunListener listener =
        new RunListener() {
          @Override
          public void doing(String activity) {
            print("doing " + activity);
          }

          @Override
          public void warning(String line) {
            print("warning " + line);
          }

          @Override
          public void trialStarting(
              TrialKey key, int attempt, int number, int total, Optional<Duration> remaining) {
            print("trial " + key.id());
          }

          @Override
          public void trialEnded(TrialResult result) {
            print("ended " + result.key().id() + " " + result.outcome());
          }

          @Override
          public void interrupted(Path results) {
            print("interrupted " + results);
          }
        };
    RunOutcome outcome =
        BenchRun.run(
            directory.resolve("experiment.yaml"),
            facilities.options(arguments[1].equals("resume")),
            facilities,
            listener);
    outcome.problems().forEach(problem -> print("problem " + problem));
    System.exit(outcome.exitCode());
  }

  private static void print(String line) {
    System.out.println(line);
    System.out.flush();
  }
}
