// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.athanor.scheduler.run.JobSpec;
import org.athanor.scheduler.workflow.ChosenFileSystem;
import org.athanor.scheduler.workflow.Job;
import org.athanor.scheduler.workflow.Program;
import org.athanor.scheduler.workflow.Retries;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdmissionTest {
  private static List<String> problems(Program program, String input, String output) {
    return problems(program, input, output, Map.of());
  }

  private static List<String> problems(
      Program program, String input, String output, Map<String, String> settings) {
    Job.Rules rules =
        new Job.Rules(
            50, "p", Optional.empty(), Optional.empty(), Retries.NONE, Optional.empty(), false);
    Job job =
        new Job("j", "a", program, List.of(input), List.of(output), List.of(), settings, rules);
    return Admission.problems(
        List.of(new JobSpec("j", job, Path.of("/w"), Set.of(), List.of())), false);
  }

  private static List<String> problems(String input, String output) {
    return problems(new Program.Jar("a.jar", Optional.empty(), List.of()), input, output);
  }

  @ParameterizedTest
  @CsvSource({
    "/in, /data, must not be a top directory",
    "/in, hdfs://nn:8020/data, must not be a top directory",
    "/in, /, must not be a top directory",
    "/in, /data/../in, must not have . or ..",
    "/in, /data/x*, must not be a pattern",
    "/data/out/raw, /data/out, has the job's input /data/out/raw in it",
    "hdfs://nn/data/out/a, /data/out, has the job's input"
  })
  void refusesOutputsWhoseRemovalWouldRemoveMore(String input, String output, String why) {
    assertThat(problems(input, output)).singleElement().asString().contains(why);
  }

  @Test
  void allowsOthers() {
    assertThat(problems("/data/in", "/data/out")).isEmpty();
    assertThat(problems("in", "out")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fs.defaultFS",
        "fs.default.name",
        "spark.hadoop.fs.defaultFS",
        "spark.hadoop.fs.default.name"
      })
  void refusesAFileSystemOfTheJobs(String key) {
    Program program = new Program.Jar("a.jar", Optional.empty(), List.of());
    assertThat(problems(program, "in", "out", Map.of(key, "hdfs://n", "k", "v")))
        .containsExactly(
            "job j: setting "
                + key
                + ": a job must not choose its file system, because its inputs and outputs"
                + " are looked for in that of the clusters; write paths such as hdfs://host/path");
  }

  @Test
  void refusesArgumentsThatChooseAnotherFileSystem() {
    Job job =
        new Job(
            "j",
            "a",
            new Program.Jar("a.jar", Optional.empty(), List.of()),
            List.of(),
            List.of(),
            List.of(),
            Map.of(),
            new Job.Rules(
                50, "p", Optional.empty(), Optional.empty(), Retries.NONE, Optional.empty(), false),
            List.of(
                new ChosenFileSystem("hdfs://own", "w.yaml", 6),
                new ChosenFileSystem("hdfs://other", "w.yaml", 7)));
    List<JobSpec> jobs = List.of(new JobSpec("n/j", job, Path.of("/w"), Set.of(), List.of()));
    assertThat(Admission.fileSystems(jobs, "hdfs://own"::equals))
        .containsExactly(
            "w.yaml:7: job n/j: its arguments choose the file system hdfs://other, but inputs and"
                + " outputs are looked for in that of the clusters; leave it out, and write paths"
                + " such as hdfs://host/path");
    assertThat(Admission.fileSystems(jobs, uri -> true)).isEmpty();
  }

  @Test
  void refusesShellUnlessItIsAllowed() {
    assertThat(problems(new Program.Shell(List.of("true")), "in", "out"))
        .containsExactly(
            "job j: is of type shell, which runs any program as this user; allow it with --shell");
  }
}
