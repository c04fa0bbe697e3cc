// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.athanor.bench.experiment.plan.Selection;
import org.athanor.results.Results;
import org.athanor.results.Results.StorageInfo;
import org.athanor.results.TrialResult;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Experiments with several storages, and with fresh ones, on scripted frameworks. */
class StorageAxisTest {
  private static final String RIGHT = "'mkdir \"$1\"; echo right > \"$1/part-0\"; LOG'";

  @TempDir private Path directory;
  private final List<String> events = new ArrayList<>();
  private ScriptedFacilities facilities;
  private Path ssd;
  private Path tape;

  @BeforeEach
  void makeDisks() throws Exception {
    facilities = new ScriptedFacilities(directory, events::add);
    ssd = Files.createDirectory(directory.resolve("ssd"));
    tape = Files.createDirectory(directory.resolve("tape"));
  }

  private String experiment(String rest) {
    return "storage:\n  - {label: ssd, type: local, data: "
        + ssd
        + ", spill: "
        + tape
        + "}\n  - {label: tape, type: local, data: "
        + tape
        + "}\n"
        + rest;
  }

  private RunOutcome run(String text, RunOptions options) throws Exception {
    RunOutcome outcome = BenchRun.run(facilities.file(text), options, facilities, RunListener.NONE);
    assertThat(outcome.problems()).isEmpty();
    return outcome;
  }

  @Test
  void eachTrialIsOnItsStorageAndNothingStays() throws Exception {
    Path log = directory.resolve("log");
    String client = RIGHT.replace("LOG", "echo \"$1\" >> " + log);
    RunOutcome outcome =
        run(
            experiment(
                "frameworks: [alpha: {settings: {client: "
                    + client
                    + "}}]\nworkloads: count\nrepetitions: 2\nwarmup: 0\n"),
            facilities.options(false));
    Results results = outcome.results().orElseThrow();
    assertThat(results.trials())
        .allSatisfy(trial -> assertThat(trial.reason()).isEmpty())
        .extracting(trial -> trial.key().id())
        .containsExactly(
            "alpha-count-ssd-1n-r1",
            "alpha-count-tape-1n-r1",
            "alpha-count-tape-1n-r2",
            "alpha-count-ssd-1n-r2");
    assertThat(results.storages())
        .extracting(StorageInfo::label, StorageInfo::text)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("ssd", "local, data " + ssd + ", spill " + tape),
            org.assertj.core.groups.Tuple.tuple("tape", "local, data " + tape));
    assertThat(results.filesystem()).isEqualTo("local");
    assertThat(Files.readAllLines(log))
        .allSatisfy(
            output ->
                assertThat(output)
                    .contains(output.contains("-tape-") ? tape.toString() : ssd.toString()));
    // Inputs are prepared once for each piece of a storage, and are there the second time.
    assertThat(events.stream().filter("prepare count"::equals)).hasSize(3);
    assertThat(ssd).isEmptyDirectory();
    assertThat(tape).isEmptyDirectory();
    assertThat(directory.resolve("cache/inputs")).doesNotExist();
  }

  @Test
  void aResumedRunHasTheTrialsOfOtherStoragesLeft() throws Exception {
    String text = experiment("frameworks: alpha\nworkloads: count\nrepetitions: 1\nwarmup: 0\n");
    RunOptions options = facilities.options(false);
    run(
        text,
        new RunOptions(
            false, new Selection(List.of("*/*/tape")), options.output(), options.parent()));
    events.clear();
    RunOutcome outcome = run(text, facilities.options(true));
    assertThat(outcome.results().orElseThrow().trials())
        .extracting(trial -> trial.key().storage())
        .containsExactlyInAnyOrder(Optional.of("tape"), Optional.of("ssd"));
    assertThat(events.stream().filter(event -> event.startsWith("submit"))).hasSize(1);
  }

  @Test
  void aFreshStorageIsEmptyBeforeEachTrial() throws Exception {
    RunOutcome outcome =
        run(
            "filesystem: local\nfresh: trial\nframeworks: alpha\nworkloads: [count, sort]\n"
                + "repetitions: 1\nwarmup: 0\n",
            facilities.options(false));
    assertThat(outcome.results().orElseThrow().trials())
        .allSatisfy(trial -> assertThat(trial.reason()).isEmpty())
        .hasSize(2);
    assertThat(events)
        .containsSubsequence(
            "prepare count",
            "deploy alpha",
            "submit count",
            "verify count",
            "close alpha",
            "prepare sort",
            "deploy alpha",
            "submit sort",
            "verify sort",
            "close alpha")
        .filteredOn(event -> event.startsWith("prepare"))
        .hasSize(2);
    assertThat(facilities.requests)
        .allSatisfy(request -> assertThat(request.keepsInputs()).isFalse())
        .hasSize(2);
  }

  /** A failed trial of one storage does not end the others. */
  @Test
  void aFailureIsThatOfItsStorage() throws Exception {
    String client = RIGHT.replace("LOG", "case \"$1\" in *-tape-*) exit 3;; esac");
    RunOutcome outcome =
        BenchRun.run(
            facilities.file(
                experiment(
                    "frameworks: [alpha: {settings: {client: "
                        + client
                        + "}}]\nworkloads: count\nrepetitions: 1\nwarmup: 0\n")),
            facilities.options(false),
            facilities,
            RunListener.NONE);
    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.results().orElseThrow().trials())
        .extracting(TrialResult::reason)
        .containsExactly(Optional.empty(), Optional.of("exit status 3"));
  }

  private String problems(String text) throws Exception {
    return BenchRun.run(
            facilities.file(text + "frameworks: alpha\nworkloads: count\n"),
            facilities.options(false),
            facilities,
            RunListener.NONE)
        .problems()
        .toString();
  }

  @Test
  void reportsDirectoriesThatCannotBeUsed() throws Exception {
    Path file = directory.resolve("no-directory");
    Files.writeString(file, "");
    assertThat(problems("storage: [{type: shared, data: " + file + "}]\n"))
        .contains("storage", file + " cannot be written on localhost");
    Path missing = directory.resolve("not-mounted/me");
    assertThat(problems("storage: [{label: fast, type: local, spill: " + missing + "}]\n"))
        .contains(
            "storage",
            missing
                + " is no directory on localhost; make it there, or mount the disk that it is on");
    assertThat(missing.getParent()).doesNotExist();
  }

  @Test
  void reportsInterfacesThatCannotBeUsed() throws Exception {
    boolean known =
        Stream.of((System.getenv("PATH") + ":/usr/sbin:/sbin").split(":", -1))
            .anyMatch(place -> Files.isExecutable(Path.of(place, "ip")));
    assumeTrue(known, "needs the program ip, of iproute2");
    assertThat(problems("network: none0\n"))
        .contains("network=none0: localhost has no interface none0; it has lo (127.0.0.1)");
  }
}
