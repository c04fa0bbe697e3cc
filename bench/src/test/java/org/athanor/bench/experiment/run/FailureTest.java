// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.athanor.results.Outcome;
import org.athanor.results.TrialResult;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Trials that fail are recorded with a reason and do not count; the rest of the run continues. */
class FailureTest {
  @TempDir private Path directory;
  private final List<String> events = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private RunOutcome outcome;

  private List<TrialResult> run(String alphaSettings, String more) throws Exception {
    ScriptedFacilities facilities = new ScriptedFacilities(directory, events::add);
    Path file =
        facilities.file(
            "frameworks: [alpha: {settings: {"
                + alphaSettings
                + "}}, beta]\nworkloads: count\nwarmup: 0\nrepetitions: 2\n"
                + more);
    outcome = BenchRun.run(file, facilities.options(false), facilities, warningsInto(warnings));
    assertThat(outcome.problems()).isEmpty();
    return outcome.results().orElseThrow().trials();
  }

  private static List<TrialResult> of(String framework, List<TrialResult> trials) {
    return trials.stream().filter(trial -> trial.key().framework().equals(framework)).toList();
  }

  private static void assertFailed(List<TrialResult> trials, Outcome expected, String reason) {
    assertThat(of("alpha", trials)).hasSize(2);
    assertThat(of("alpha", trials))
        .allSatisfy(
            trial -> {
              assertThat(trial.outcome()).isEqualTo(expected);
              assertThat(trial.reason()).contains(reason);
              assertThat(trial.counts()).isFalse();
            });
    assertThat(of("beta", trials)).hasSize(2).allMatch(TrialResult::counts);
  }

  @Test
  @Tag("short")
  void aWrongOutputIsNoSuccess() throws Exception {
    List<TrialResult> trials =
        run(
            "client: 'mkdir \"$1\"; echo fast > \"$1/part-0\"; echo Job completed successfully'",
            "");
    assertFailed(trials, Outcome.WRONG_OUTPUT, "part-0 contains fast, must contain right");
    assertThat(outcome.exitCode()).isEqualTo(1);
  }

  @Test
  void aMissingOutputIsNoSuccess() throws Exception {
    assertFailed(run("client: 'true'", ""), Outcome.WRONG_OUTPUT, "part-0 is missing");
  }

  @Test
  void anOutputThatExistedBeforeTheTrialDoesNotCount() throws Exception {
    // The first trial leaves a right output in the output directory of the second one.
    List<TrialResult> trials =
        run(
            "client: 'case $1 in *r1) d=${1%r1}r2; mkdir $d; echo right > $d/part-0;; esac'",
            "order: grouped\n");
    assertFailed(trials, Outcome.WRONG_OUTPUT, "part-0 is missing");
  }

  @Test
  void anExitStatusOtherThanZeroIsAFailureWithTheLastLine() throws Exception {
    assertFailed(
        run("client: 'echo working; echo no space left >&2; exit 3'", ""),
        Outcome.FAILED,
        "exit status 3: no space left");
  }

  @Test
  void anErrorInTheOutputIsAFailureWhateverTheExitStatus() throws Exception {
    assertFailed(
        run("error: Exception, client: 'echo x.Exception: bad; mkdir \"$1\"'", ""),
        Outcome.FAILED,
        "the output shows an error: x.Exception: bad");
    assertThat(events.stream().filter("verify count"::equals)).hasSize(2);
  }

  @Test
  void aTrialThatTakesTooLongIsEndedAndItsFrameworkRestarted() throws Exception {
    List<TrialResult> trials =
        run("client: 'tail -f /dev/null & tail -f /dev/null'", "timeout: 1s\norder: grouped\n");
    assertFailed(trials, Outcome.TIMED_OUT, "took longer than 1s and was ended");
    assertThat(of("alpha", trials)).allMatch(trial -> trial.wallSeconds() >= 1);
    assertThat(events.stream().filter("deploy alpha"::equals)).hasSize(2);
    assertThat(LeftoverProcesses.of(directory)).isEmpty();
  }

  @Test
  void aCheckThatTakesTooLongIsEndedWithItsChildren() throws Exception {
    // Nobody writes to the pipe that the check reads.
    List<TrialResult> trials =
        run("client: 'mkdir \"$1\" && mkfifo \"$1/part-0\"'", "timeout: 2s\n");
    assertFailed(
        trials, Outcome.TIMED_OUT, "the check of the output took longer than 2s and was ended");
    assertThat(LeftoverProcesses.of(directory)).isEmpty();
  }

  @Test
  void aClientThatReadsItsInputDoesNotWaitForTheTimeOut() throws Exception {
    List<TrialResult> trials =
        run("client: 'cat; mkdir \"$1\" && echo right > \"$1/part-0\"'", "timeout: 20s\n");
    assertThat(of("alpha", trials)).extracting(TrialResult::outcome).containsOnly(Outcome.VERIFIED);
  }

  @Test
  void aFrameworkThatDoesNotStartFailsWithTheReasonAndOthersContinue() throws Exception {
    List<TrialResult> trials = run("deploy: 'daemon x ended, see /logs/x.log'", "");
    assertFailed(
        trials,
        Outcome.FAILED,
        "the framework could not be started: daemon x ended, see /logs/x.log");
    Path log = directory.resolve("results/trials/alpha-count-1n-r1/stderr.log");
    assertThat(log)
        .hasContent("the framework could not be started: daemon x ended, see /logs/x.log");
  }

  @Test
  void aDaemonThatDiesFailsItsTrialAndIsRestarted() throws Exception {
    List<TrialResult> trials =
        run(
            // The daemon is gone before the trial ends, and not only about to.
            "client: 'kill -9 $2; while kill -0 $2 2> /dev/null; do sleep 0.01; done;"
                + " mkdir \"$1\"; echo right > \"$1/part-0\"'",
            "order: grouped\n");
    assertFailed(trials, Outcome.FAILED, "daemon of alpha died");
    assertThat(events.stream().filter("deploy alpha"::equals)).hasSize(2);
  }

  @Test
  void processesThatAFrameworkLeavesAreEndedBeforeTheNextOneStarts() throws Exception {
    List<String> warnings = new ArrayList<>();
    ScriptedFacilities facilities = new ScriptedFacilities(directory, event -> {});
    Path file =
        facilities.file(
            "frameworks: [alpha: {settings: {client: "
                + "'tail -f /dev/null >/dev/null 2>&1 & mkdir $1; echo right > $1/part-0'}}]\n"
                + "workloads: count\nwarmup: 0\nrepetitions: 1\n");
    BenchRun.run(file, facilities.options(false), facilities, warningsInto(warnings));
    assertThat(warnings).containsExactly("ended 1 process that alpha had left on localhost");
    assertThat(LeftoverProcesses.of(directory)).isEmpty();
  }

  @Test
  void servicesThatLeaveSomethingDoNotFailTheTrial() throws Exception {
    List<String> warnings = new ArrayList<>();
    ScriptedFacilities facilities = new ScriptedFacilities(directory, event -> {});
    Path file =
        facilities.file(
            "frameworks: alpha\nworkloads: [count: {label: untidy}]\nwarmup: 0\nrepetitions: 1\n");
    RunOutcome run =
        BenchRun.run(file, facilities.options(false), facilities, warningsInto(warnings));
    assertThat(run.results().orElseThrow().trials()).hasSize(1).allMatch(TrialResult::counts);
    assertThat(warnings)
        .containsExactly(
            "logs of the workload's services were not kept: disk is full",
            "the services of the workload have left something: data cannot be deleted");
  }

  @Test
  void questionsThatFailAfterATrialDoNotCostTheTrial() throws Exception {
    assertLacksDetails(
        run("lost: node1 does not answer", ""), "could not be read: node1 does not answer");
  }

  @Test
  void anOutputThatIsNotUnderstoodDoesNotCostTheTrial() throws Exception {
    assertLacksDetails(run("unexpected: no such task", ""), "could not be read: no such task");
  }

  private void assertLacksDetails(List<TrialResult> trials, String reason) {
    assertThat(trials).hasSize(4).allMatch(TrialResult::counts);
    assertThat(of("alpha", trials))
        .allSatisfy(
            trial -> {
              assertThat(trial.phases()).isEmpty();
              assertThat(trial.measures()).doesNotContainKey("lines");
            });
    assertThat(of("beta", trials)).allMatch(trial -> trial.measures().containsKey("lines"));
    assertThat(warnings)
        .containsOnly(
            "the phases of the trial " + reason, "the counters of the framework " + reason)
        .hasSize(4);
  }

  @ParameterizedTest
  @ValueSource(strings = {"interrupted", "closed"})
  void anInterruptWhileADaemonIsAskedEndsTheRunAsInterrupted(String how) throws Exception {
    ScriptedFacilities facilities = new ScriptedFacilities(directory, events::add);
    Path file =
        facilities.file(
            "frameworks: [alpha: {settings: {"
                + how
                + ": 'yes'}}]\nworkloads: count\n"
                + "warmup: 0\nrepetitions: 1\n");
    RunOutcome run = BenchRun.run(file, facilities.options(false), facilities, RunListener.NONE);
    assertThat(run.exitCode()).isEqualTo(130);
    assertThat(LeftoverProcesses.of(directory)).isEmpty();
  }

  @Test
  void anInputThatCannotBeMadeFailsItsWorkloadOnly() throws Exception {
    ScriptedFacilities facilities = new ScriptedFacilities(directory, events::add);
    Path file =
        facilities.file(
            "frameworks: alpha\nworkloads: [count, sort: {label: no-input}]\n"
                + "warmup: 0\nrepetitions: 1\n");
    RunOutcome run = BenchRun.run(file, facilities.options(false), facilities, RunListener.NONE);
    assertThat(run.results().orElseThrow().trials())
        .extracting(trial -> trial.key().workload() + ": " + trial.reason().orElse("verified"))
        .containsExactlyInAnyOrder(
            "count: verified", "no-input: the input could not be prepared: the generator failed");
  }

  @Test
  void aFileSystemThatCannotBeCheckedFailsTrialsAndNotTheRun() throws Exception {
    ScriptedFacilities facilities = new ScriptedFacilities(directory, events::add);
    Path file = facilities.file("frameworks: alpha\nworkloads: count\nwarmup: 0\nrepetitions: 1\n");
    RunOutcome run =
        BenchRun.run(
            file, facilities.options(false), withUncheckableStorage(facilities), RunListener.NONE);
    assertThat(run.results().orElseThrow().trials())
        .extracting(trial -> trial.reason().orElse("verified"))
        .containsExactly("the framework could not be started: localhost: does not answer");
  }

  /** Facilities with a file system whose daemons cannot be checked. */
  private static Facilities withUncheckableStorage(Facilities facilities) {
    return proxy(
        Facilities.class,
        (method, arguments) -> {
          Object result = invoke(facilities, method, arguments);
          return result instanceof Storage storage
              ? proxy(
                  Storage.class,
                  (called, values) -> {
                    if (called.getName().equals("deadDaemon")) {
                      throw new IOException("localhost: does not answer");
                    }
                    return invoke(storage, called, values);
                  })
              : result;
        });
  }

  private interface Handler {
    Object call(Method method, Object[] arguments) throws Throwable;
  }

  private static <T> T proxy(Class<T> type, Handler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> handler.call(method, arguments)));
  }

  private static Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  @Test
  void aDisturbedTrialIsRepeatedUntilItIsUndisturbed() throws Exception {
    ScriptedFacilities facilities = new ScriptedFacilities(directory, event -> {});
    facilities.others.addAll(List.of(1e6, 0.0));
    List<TrialResult> trials = disturbed(facilities);
    assertThat(trials).extracting(TrialResult::attempt).containsExactly(1, 2);
    assertThat(trials).extracting(TrialResult::superseded).containsExactly(true, false);
    assertThat(trials.get(0).disturbance().orElseThrow())
        .matches("others used \\d+ % of the CPU of localhost \\(limit 10 %\\)");
    assertThat(trials.get(1).disturbance()).isEmpty();
    assertThat(trials.get(1).directory()).isEqualTo("trials/alpha-count-1n-r1-a2");
  }

  @Test
  void ifAllAttemptsAreDisturbedTheLeastDisturbedOneCountsWithItsFlag() throws Exception {
    ScriptedFacilities facilities = new ScriptedFacilities(directory, event -> {});
    facilities.others.addAll(List.of(1e9, 0.4, 1e9));
    List<TrialResult> trials = disturbed(facilities);
    assertThat(trials).extracting(TrialResult::counts).containsExactly(false, true, false);
    assertThat(trials.get(1).disturbance()).isPresent();
  }

  /** Runs trials of some tenths of a second; shorter ones cannot be judged. */
  private static List<TrialResult> disturbed(ScriptedFacilities facilities) throws Exception {
    Path file =
        facilities.file(
            "frameworks: [alpha: {settings: {client:"
                + " 'sleep 0.3; mkdir \"$1\" && echo right > \"$1/part-0\"'}}]\n"
                + "workloads: count\nwarmup: 0\nrepetitions: 1\n");
    RunOutcome run = BenchRun.run(file, facilities.options(false), facilities, RunListener.NONE);
    return run.results().orElseThrow().trials();
  }

  private static RunListener warningsInto(List<String> warnings) {
    return new RunListener() {
      @Override
      public void warning(String line) {
        warnings.add(line);
      }
    };
  }
}
