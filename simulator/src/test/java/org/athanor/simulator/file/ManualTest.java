// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.athanor.simulator.access.AccessLog;
import org.athanor.simulator.access.AccessLog.Entry;
import org.athanor.simulator.hdfs.FileSpec;
import org.athanor.simulator.measured.MeasuredRun;
import org.athanor.testkit.GeneratedPage;
import org.athanor.yaml.KeyTable;
import org.junit.jupiter.api.Test;

/** Checks that {@code docs/simulation.md} lists the keys of the parser and has valid examples. */
class ManualTest {
  private static final Path MANUAL = Path.of("../docs/simulation.md");

  @Test
  void listsEveryKey() throws Exception {
    new GeneratedPage(MANUAL, "simulator")
        .section("keys", KeyTable.of(Keys.TOP))
        .section("cluster", KeyTable.of(Keys.CLUSTERS))
        .section("node", KeyTable.of(Keys.NODE))
        .section("slots", KeyTable.of(Keys.SLOT))
        .section("device", KeyTable.of(Keys.DEVICE))
        .section("power", KeyTable.of(Keys.POWERS))
        .section("hdfs", KeyTable.of(Keys.HDFS_RULES))
        .section("manager", KeyTable.of(Keys.MANAGERS))
        .section("failures", KeyTable.of(Keys.FAILING))
        .section("failure", KeyTable.of(Keys.FAILURE))
        .section("mapreduce", KeyTable.of(Keys.MAPREDUCES))
        .section("job", KeyTable.of(Keys.JOB))
        .section("profile", KeyTable.of(Keys.PROFILES))
        .section("logged", KeyTable.of(Keys.LOGGED))
        .section("client", KeyTable.of(Keys.CLIENT))
        .section("trace", KeyTable.of(Keys.TRACES))
        .section("several", KeyTable.of(Keys.CLUSTERS_TOP))
        .section("placed-job", KeyTable.of(Keys.PLACED_JOB))
        .section("placing", KeyTable.of(Keys.PLACINGS))
        .check();
  }

  /**
   * One example is a whole file; the others go below its cluster, and its jobs if they have none.
   */
  @Test
  void hasValidExamples() throws Exception {
    List<String> examples =
        Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(MANUAL))
            .results()
            .map(match -> match.group(1))
            .toList();
    assertThat(examples).hasSize(5);
    String whole =
        examples.stream().filter(text -> text.startsWith("cluster:")).findFirst().orElseThrow();
    assertThat(parse(whole).variants())
        .extracting(Variant::name)
        .contains("link=1Gbit/s,reduces=8");
    for (String part : examples) {
      if (!part.equals(whole)) {
        boolean needsJobs = part.startsWith("failures:");
        parse(whole.substring(0, whole.indexOf(needsJobs ? "matrix:" : "jobs:")) + part);
      }
    }
  }

  private static ScenarioFile parse(String text) {
    FileSpec file = new FileSpec("/f", 1, 1, 1);
    Sources sources =
        new Sources(
            wanted -> new MeasuredRun("run", 1, 1, 1, 1, 0, OptionalDouble.of(1e9), 1, 1),
            (audit, namespace, other) ->
                new AccessLog(List.of(file), List.of(new Entry(0, "host", false, file))));
    ScenarioFile read =
        ScenarioFile.parse(
            Path.of("manual.yaml"),
            text.getBytes(StandardCharsets.UTF_8),
            OptionalLong.empty(),
            sources);
    assertThat(read.problems()).isEmpty();
    return read;
  }
}
