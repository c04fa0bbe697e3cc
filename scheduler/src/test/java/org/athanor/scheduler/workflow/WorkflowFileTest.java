// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.yaml.Problem;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("short")
class WorkflowFileTest {

  @Test
  void readsJobsWithParametersInTheirValues() {
    Workflow workflow = WorkflowText.valid().workflow();
    assertThat(workflow.name()).isEqualTo("w");
    assertThat(workflow.parameters())
        .isEqualTo(Map.of("day", "2026-11-26", "root", "/data/2026-11-26"));
    assertThat(workflow.jobs()).extracting(Job::name).containsExactly("clean", "count", "tell");
    Job clean = workflow.jobs().get(0);
    assertThat(clean.application()).isEqualTo("w/clean");
    assertThat(clean.program())
        .isEqualTo(
            new Program.Jar(
                "clean.jar",
                Optional.of("org.example.Clean"),
                List.of("/data/2026-11-26/raw", "/data/2026-11-26/clean")));
    assertThat(workflow.jobs().get(1).program())
        .isEqualTo(
            new Program.Streaming("cut -f 1", Optional.empty(), Optional.of("uniq -c"), List.of()));
    assertThat(workflow.jobs().get(2).program())
        .isEqualTo(new Program.Shell(List.of("mail", "-s", "${day}")));
  }

  @ParameterizedTest
  @CsvSource({
    "'-D, fs.defaultFS=hdfs://x', hdfs://x",
    "-Dfs.defaultFS=hdfs://x:8020, hdfs://x:8020",
    "'-D, fs.default.name=s3a://b', s3a://b",
    "'-fs, hdfs://x', hdfs://x",
    "'-fs, hdfs://x, -Dfs.defaultFS=hdfs://y', hdfs://x hdfs://y",
    "'-Dfs.defaultFS=hdfs://y, -fs, hdfs://x', hdfs://y hdfs://x",
    "'-D fs.defaultFS=hdfs://x', hdfs://x",
    "'-D, \" fs.defaultFS = hdfs://x \"', hdfs://x",
    "'--D, fs.defaultFS=hdfs://x', hdfs://x",
    "-D=fs.defaultFS=hdfs://x, hdfs://x",
    "--D=fs.defaultFS=hdfs://x, hdfs://x",
    "'-fs, nn2:8020', hdfs://nn2:8020",
    "'-fs, nameservice', hdfs://nameservice",
    "'-fs, local', file:///",
    "'-fs, file:/', file:/",
    "'--fs, hdfs://x', hdfs://x",
    "-fs=hdfs://x, hdfs://x",
    "--fs=x:1, hdfs://x:1",
    "-Dfs.defaultFS=local, file:///",
    "'-D, fs.defaultFS=nn2', hdfs://nn2",
    "'-D, a=b, -fs, \",\"', ",
    "'-D, dfs.fs.defaultFS=hdfs://x', ",
    "fs.defaultFS=hdfs://x, "
  })
  void seesTheFileSystemThatArgumentsChoose(String arguments, String uri) {
    Job job = WorkflowText.valid().with("\"${root}/raw\",", arguments + ",").job("clean");
    List<ChosenFileSystem> expected =
        uri == null
            ? List.of()
            : Arrays.stream(uri.split(" ", -1))
                .map(it -> new ChosenFileSystem(it, "w.yaml", 7))
                .toList();
    assertThat(job.fileSystems()).isEqualTo(expected);
  }

  @Test
  void seesItBehindParametersAndInTheLineOfTheArgument() {
    Job job =
        WorkflowText.valid()
            .with(
                "arguments: [\"${root}/raw\", \"${root}/clean\"]",
                "arguments:\n    - -D\n    - fs.defaultFS=hdfs://${day}")
            .job("clean");
    assertThat(job.fileSystems())
        .containsExactly(new ChosenFileSystem("hdfs://2026-11-26", "w.yaml", 9));
  }

  @Test
  void derivesDependenciesFromPathsBesidesThoseOfTheFile() {
    Workflow workflow = WorkflowText.valid().workflow();
    assertThat(workflow.dependencies())
        .containsExactly(
            new Dependency("count", "clean", Optional.of("/data/2026-11-26/clean/part-*")),
            new Dependency("tell", "count", Optional.empty()));
    assertThat(workflow.dependenciesOf("tell")).extracting(Dependency::on).containsExactly("count");
  }

  @Test
  void ordersJobsByTheirDependencies() {
    Workflow workflow =
        WorkflowText.valid()
            .with("type: jar", "type: jar\n    after: last")
            .with("  tell:", "  last: {type: shell, command: true}\n  tell:")
            .workflow();
    assertThat(workflow.jobs())
        .extracting(Job::name)
        .containsExactly("last", "clean", "count", "tell");
  }

  @Test
  void replacesParametersOfTheFileByGivenOnes() {
    WorkflowFile file = WorkflowText.valid().read(Map.of("day", "today"));
    assertThat(file.workflow().orElseThrow().parameters()).containsEntry("root", "/data/today");
  }

  @Test
  void reportsAGivenParameterThatTheFileLacks() {
    assertThat(WorkflowText.valid().read(Map.of("dya", "1")).problems())
        .containsExactly(
            Problem.ofOption(
                "parameter dya: unknown parameter; allowed day, root; did you mean day?"));
  }

  @Test
  void readsHowJobsAreTreated() {
    WorkflowText text =
        WorkflowText.valid()
            .with("jobs:", "priority: 7\npool: nightly\nsla: {by: 6:30 Europe/Madrid}\njobs:")
            .with(
                "type: shell",
                "type: shell\n    sla: {within: 2h}\n    retries: 4\n    retry wait: 1m\n"
                    + "    retry factor: 3\n    timeout: 10m\n    estimate: 90s\n    priority: 9\n"
                    + "    pool: fast\n    prepare: delete");
    assertThat(text.workflow().sla())
        .contains(new Sla.By(LocalTime.of(6, 30), ZoneId.of("Europe/Madrid")));
    assertThat(text.job("clean").rules())
        .isEqualTo(
            new Job.Rules(
                7,
                "nightly",
                Optional.empty(),
                Optional.empty(),
                Retries.NONE,
                Optional.empty(),
                false));
    assertThat(text.job("tell").rules())
        .isEqualTo(
            new Job.Rules(
                9,
                "fast",
                Optional.of(new Sla.Within(Duration.ofHours(2))),
                Optional.of(Duration.ofSeconds(90)),
                new Retries(4, Duration.ofMinutes(1), 3),
                Optional.of(Duration.ofMinutes(10)),
                true));
  }

  @Test
  void readsSparkAndNestedWorkflows() {
    WorkflowText text =
        WorkflowText.valid()
            .with(
                "  tell:",
                "  train: {type: spark, program: train.py, arguments: [a, b], settings: {k: 1}}\n"
                    + "  more: {type: workflow, file: more.yaml, parameters: {day: \"${day}\"}}\n"
                    + "  tell:");
    assertThat(text.job("train").program())
        .isEqualTo(new Program.Spark("train.py", Optional.empty(), List.of("a", "b")));
    assertThat(text.job("train").settings()).isEqualTo(Map.of("k", "1"));
    assertThat(text.job("more").program())
        .isEqualTo(new Program.Nested("more.yaml", Map.of("day", "2026-11-26")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "type: jar | type: jra | w.yaml:4: jobs.clean.type=jra: unknown value; allowed jar, streaming,"
            + " spark, shell, workflow; did you mean jar?",
        "type: jar | after: tell | w.yaml:3: jobs.clean: type is missing; must be jar or streaming or"
            + " spark or shell or workflow",
        "jar: clean.jar | program: clean.jar | w.yaml:3: jobs.clean.jar: is missing; must be a path",
        "jar: clean.jar | jarr: clean.jar | w.yaml:5: jobs.clean.jarr=clean.jar: unknown key of a job"
            + " of type jar; allowed type, inputs, outputs, after, settings, application, estimate,"
            + " priority, pool, sla, retries, retry wait, retry factor, timeout, prepare, jar, main,"
            + " arguments; did you mean jar?",
        "after: count | after: cuont | w.yaml:16: jobs.tell: after cuont: unknown job; allowed clean,"
            + " count, tell; did you mean count?",
        "after: count | after: tell | w.yaml:16: jobs.tell: after tell: must be another job",
        "type: jar | `type: jar\n    after: tell` | w.yaml:3: jobs.clean: jobs depend on each other in"
            + " a circle: clean after tell after count after clean",
        "inputs: ${root}/raw | inputs: ${roto}/raw | w.yaml:8: jobs.clean.inputs=${roto}/raw: ${roto}:"
            + " unknown parameter; allowed day, root; did you mean root?",
        "inputs: ${root}/raw | inputs: ${root/raw | w.yaml:8: jobs.clean.inputs=${root/raw: '${' has no"
            + " '}'; write $${ for a text that is no parameter",
        "inputs: ${root}/clean/part-* | inputs: ${root}/count/x | w.yaml:10: jobs.count: reads"
            + " /data/2026-11-26/count/x and writes /data/2026-11-26/count; a job must not do both",
        "outputs: ${root}/count | outputs: ${root} | w.yaml:10: jobs.count: writes /data/2026-11-26,"
            + " but job clean writes /data/2026-11-26/clean; must be another path",
        "outputs: ${root}/count | settings: {} | w.yaml:10: jobs.count: a job of type streaming must"
            + " have inputs, and one of outputs",
        "type: shell | `type: shell\n    retry wait: 1m` | w.yaml:18: jobs.tell.retry wait=1m: needs"
            + " retries of 1 or more",
        "type: shell | `type: shell\n    sla: {}` | w.yaml:18: jobs.tell.sla: must have either within"
            + " or by",
        "type: shell | `type: shell\n    sla: {by: 18:00 Europe/Madird}` | w.yaml:18:"
            + " jobs.tell.sla.by=18:00 Europe/Madird: unknown zone Europe/Madird; must be one such as"
            + " UTC or Europe/Madrid; did you mean Europe/Madrid?",
        "type: shell | `type: shell\n    sla: {by: 24:00 UTC}` | w.yaml:18: jobs.tell.sla.by=24:00 UTC:"
            + " must be a time from 00:00 to 23:59, and a zone",
        "tell: | te ll: | w.yaml:16: jobs=te ll: must be a name of at most 64 letters, digits,"
            + " '-', '_' and '.', a letter or digit first",
        "day: 2026-11-26 | day: | w.yaml:1: parameters.day: has no value; must be a text or a number",
      })
  void reportsWhatIsWrong(String part, String replacement, String problem) {
    assertThat(WorkflowText.valid().with(part, replacement).problems()).contains(problem);
  }

  /** Older versions took them, and runs of theirs are in journals; new runs are refused later. */
  @Test
  void readsSettingsThatAreNotAllowedAnyMore() {
    WorkflowText text =
        WorkflowText.valid()
            .with("type: shell", "type: shell\n    settings: {fs.defaultFS: 'hdfs://n'}");
    assertThat(text.job("tell").settings()).containsEntry("fs.defaultFS", "hdfs://n");
  }

  @Test
  void reportsAllProblemsInTheOrderOfLines() {
    List<String> problems =
        WorkflowText.valid()
            .with("jar: clean.jar", "retries: many")
            .with("after: count", "after: nobody")
            .with("mapper: cut -f 1", "timeout: 0s")
            .problems();
    assertThat(problems)
        .extracting(problem -> problem.replaceFirst("^w.yaml:(\\d+): (\\S+?)[=:].*", "$1 $2"))
        .containsExactly(
            "3 jobs.clean.jar",
            "5 jobs.clean.retries",
            "10 jobs.count.mapper",
            "12 jobs.count.timeout",
            "16 jobs.tell");
  }

  @Test
  void reportsAFileWithoutJobs() {
    assertThat(new WorkflowText("jobs: {}\n").problems())
        .containsExactly("w.yaml:1: jobs: must have one job or more");
    assertThat(new WorkflowText("name: x\n").problems())
        .containsExactly("w.yaml:1: jobs: is missing; must be names of jobs, each with keys");
  }

  @Test
  void reportsAFileThatCannotBeRead(@TempDir Path directory) {
    Path file = directory.resolve("none.yaml");
    assertThat(WorkflowFile.read(file, Map.of()).problems())
        .containsExactly(new Problem(file.toString(), 0, "cannot be read: there is no such file"));
  }
}
