// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.athanor.cli.main.EvaluatorMain;
import org.athanor.results.Better;
import org.athanor.results.MeasureInfo;
import org.athanor.results.Outcome;
import org.athanor.results.Reading;
import org.athanor.results.ResultsFile;
import org.athanor.results.TrialResult;
import org.athanor.results.Trials;
import org.athanor.results.Unit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class BenchCompareCommandTest {
  private static final double[] TIMES = {10, 10.1, 10.2, 10.3, 10.4};

  @TempDir Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void theExitCodeSaysWhetherALimitIsExceeded() throws IOException {
    String before = run("before", trials("sort", TIMES));
    String slow = run("slow", trials("sort", 12, 12.1, 12.2, 12.3, 12.4));
    String single = run("single", trials("sort", 30));

    assertThat(compare(before, before, "--fail-if-slower=5%")).isZero();
    assertThat(compare(before, slow, "--fail-if-slower", "5%")).isEqualTo(3);
    assertThat(compare(before, slow, "--fail-if-slower=30 %")).isZero();
    assertThat(compare(before, slow, "--fail-if-more-energy=5%")).isEqualTo(3);
    assertThat(compare(before, single, "--fail-if-slower=5%")).isEqualTo(4);
    assertThat(compare(before, slow)).as("without a limit").isZero();
    assertThat(out.toString(UTF_8))
        .contains("gate: passed, all 1 within the limits\n")
        .contains(
            "\nhadoop, sort, 100 MB, on 1 node: exceeded: slower by more than 5 %: 19.6 % slower")
        .contains(
            "not decided: slower by more than 5 %: too few repetitions: 5 before and 1 after");
    assertThat(err.toString(UTF_8)).isEmpty();
  }

  @Test
  void failedTrialsHaveALimit() throws IOException {
    String before = run("before", trials("sort", TIMES));
    List<TrialResult> trials = trials("sort", TIMES);
    trials.add(Trials.with(Trials.trial("hadoop", "sort", 1, 6, 1), Outcome.TIMED_OUT, "slow"));
    String after = run("after", trials);

    assertThat(compare(before, after, "--max-failed-trials=0")).isEqualTo(3);
    assertThat(compare(before, after, "--max-failed-trials=1")).isZero();
  }

  @Test
  void aWorkloadThatVanishesDoesNotPass() throws IOException {
    List<TrialResult> two = trials("sort", TIMES);
    two.addAll(trials("grep", TIMES));
    String before = run("before", two);
    String after = run("after", trials("sort", TIMES));

    assertThat(compare(before, after, "--fail-if-slower=5%")).isEqualTo(4);
    assertThat(out.toString(UTF_8)).contains("hadoop, grep, on 1 node: not decided");
    assertThat(compare(after, before, "--fail-if-slower=5%")).as("a new one does").isZero();
  }

  @Test
  void showsWhatFrameworksCounted() throws IOException {
    MeasureInfo spilled = counter("spilled", "Spilled", MeasureInfo.Kind.COUNTER);
    MeasureInfo old = counter("old", "Old", MeasureInfo.Kind.COUNTER);
    MeasureInfo fresh = counter("fresh", "New", MeasureInfo.Kind.COUNTER);
    MeasureInfo nfs = counter("nfs_read", "NFS, read", MeasureInfo.Kind.NODE_COUNTER);
    String before = counted("before", Map.of(spilled, 4e6, old, 1e6, nfs, 2e6));
    String after = counted("after", Map.of(spilled, 1e6, fresh, 5e6, nfs, 2e6));

    assertThat(compare(before, after, "--counters")).isZero();
    assertThat(out.toString(UTF_8))
        .contains("framework  workload  counter   before    after  after / before\n")
        .contains("hadoop     sort      Spilled  4.00 MB  1.00 MB          0.250×\n")
        .contains("hadoop     sort      Old      1.00 MB        –               –\n")
        .contains("hadoop     sort      New            –  5.00 MB               –\n")
        .contains("\nOf whole nodes, all processes:\n")
        .containsOnlyOnce("hadoop     sort      NFS, read  2.00 MB  2.00 MB           1.00×\n");
  }

  private static MeasureInfo counter(String id, String label, MeasureInfo.Kind kind) {
    return new MeasureInfo(id, label, Unit.BYTES, Better.LESS, kind, "a test");
  }

  private String counted(String name, Map<MeasureInfo, Double> counters) throws IOException {
    Map<String, Reading> readings = new TreeMap<>();
    counters.forEach((info, bytes) -> readings.put(info.id(), Reading.of(bytes, Unit.BYTES)));
    List<TrialResult> trials =
        trials("sort", TIMES).stream().map(it -> Trials.with(it, readings)).toList();
    Path path = Files.createDirectories(directory.resolve(name));
    ResultsFile.write(
        Trials.declaring(
            Trials.results("r", "1", trials), counters.keySet().toArray(MeasureInfo[]::new)),
        path);
    return path.toString();
  }

  @Test
  void writesFilesForServers() throws IOException {
    String before = run("before", trials("sort", TIMES));
    Path junit = directory.resolve("gate.xml");
    Path markdown = directory.resolve("gate.md");

    assertThat(
            compare(
                before,
                before,
                "--fail-if-slower=5%",
                "--junit=" + junit,
                "--markdown=" + markdown,
                "--json"))
        .isZero();

    assertThat(junit)
        .content()
        .contains("<testcase classname=\"hadoop\" name=\"sort, 100 MB, on 1 node\"");
    assertThat(markdown).content().startsWith("**gate: passed").contains("\n| hadoop | sort");
    JsonNode json = new JsonMapper().readTree(out.toString(UTF_8));
    assertThat(json.get("gate").get("conclusion").stringValue()).isEqualTo("within");
    out.reset();
    assertThat(compare(before, before, "--markdown=-")).isZero();
    assertThat(out.toString(UTF_8)).startsWith("| framework | workload |");
  }

  @Test
  void leavesNoFilesOfAnEarlierJobIfItFails() throws IOException {
    Path junit = Files.writeString(directory.resolve("gate.xml"), "old");
    Path markdown = Files.writeString(directory.resolve("gate.md"), "old");
    String before = run("before", trials("sort", TIMES));

    assertThat(
            compare(
                before,
                directory.resolve("absent").toString(),
                "--fail-if-slower=5%",
                "--junit=" + junit,
                "--markdown=" + markdown))
        .isEqualTo(1);

    assertThat(junit).doesNotExist();
    assertThat(markdown).doesNotExist();
  }

  @Test
  void refusesWrongLimits() {
    assertThat(compare("a", "b", "--fail-if-slower=0.05")).isEqualTo(2);
    assertThat(compare("a", "b", "--fail-if-more-energy=-1%")).isEqualTo(2);
    assertThat(compare("a", "b", "--max-failed-trials=-1")).isEqualTo(2);
    assertThat(compare("a", "b", "--junit=x.xml")).isEqualTo(2);
    assertThat(compare("a", "b", "--json", "--markdown=-")).isEqualTo(2);
    assertThat(compare("a", "b", "--json", "--counters")).isEqualTo(2);
    assertThat(compare("a", "b", "c")).isEqualTo(2);
    assertThat(err.toString(UTF_8))
        .isEqualTo(
            """
            athanor: --fail-if-slower=0.05: must be a percentage from 0% to 1000%, such as 5%
            athanor: --fail-if-more-energy=-1%: must be a percentage from 0% to 1000%, such as 5%
            athanor: --max-failed-trials=-1: must be a number from 0 on
            athanor: --junit: needs a limit that test cases can fail, such as --fail-if-slower=5%
            athanor: --json and --markdown=-: both write to standard output; give --markdown a file
            athanor: --counters: adds to the table, but --json and --markdown=- write something else
            athanor: c: is one too many: compare takes A and B
            """);
  }

  private int compare(String... arguments) {
    List<String> all = new ArrayList<>(List.of("bench", "compare"));
    all.addAll(Arrays.asList(arguments));
    return EvaluatorMain.execute(
        new PrintStream(out, true, UTF_8),
        new PrintStream(err, true, UTF_8),
        all.toArray(String[]::new));
  }

  private static List<TrialResult> trials(String workload, double... seconds) {
    return new ArrayList<>(Trials.repeated("hadoop", workload, 1, seconds));
  }

  private String run(String name, List<TrialResult> trials) throws IOException {
    Path path = Files.createDirectories(directory.resolve(name));
    ResultsFile.write(Trials.results(name, "1", trials), path);
    return path.toString();
  }
}
