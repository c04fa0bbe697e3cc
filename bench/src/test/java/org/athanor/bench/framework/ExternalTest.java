// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.bench.workload.Api;
import org.athanor.bench.workload.Program;
import org.athanor.bench.workload.Workload;
import org.athanor.bench.workload.Workloads;
import org.athanor.cluster.Mark;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests external frameworks with one that consists of shell commands which count words. */
@Tag("short")
class ExternalTest {

  private static final String WORDS =
      """
      name: awk
      version: "1.0"
      api: command
      check: "command -v awk"
      environment:
        AWK_CONF: "{conf}"
      files:
        awk.conf: |
          nodes={nodes} cores={cores} total={total_cores} memory={memory} on {filesystem}
      start:
        - "cp {conf}/awk.conf {tmp}/started"
      daemons:
        - {name: keeper, on: each, run: "echo here on {node}; touch {tmp}/up; exec sleep 600"}
      health: "test -e {tmp}/up"
      submit:
        wordcount: >-
          mkdir {output} && tr -s ' ' '\\n' < {input} | sort | uniq -c |
          awk '{print $2 "\\t" $1}' > {output}/part-0; echo "conf $AWK_CONF"
        sort: "sort {arguments}"
      stop:
        - "echo stopped > {tmp}/stopped"
      errors: ["^awk: fatal"]
      """;

  @TempDir private Path directory;
  private final Mark mark = new Mark("external-" + ProcessHandle.current().pid());

  private FrameworkRequest request(String yaml) throws IOException {
    Path file = Files.writeString(directory.resolve("awk.yaml"), yaml);
    return new FrameworkRequest(
        "external",
        "commands",
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Map.of(),
        Map.of("definition", file.toString()));
  }

  private Framework framework(String yaml) throws IOException {
    return TestSites.frameworks().create(request(yaml));
  }

  private Program program(String workload, List<String> arguments) {
    return new Program(
        workload,
        arguments.isEmpty() ? Api.COMMAND : Api.MAPREDUCE,
        directory.resolve("none.jar"),
        List.of(),
        "Main",
        arguments,
        Map.of(),
        Map.of(
            "input", directory.resolve("in put").toString(),
            "output", directory.resolve("out").toString()));
  }

  @Test
  void runsItsCommandsToStartToSubmitAndToStop() throws Exception {
    Files.writeString(directory.resolve("in put"), "a b a\n");
    Site site = TestSites.local(mark, directory.resolve("work"));
    Framework awk = framework(WORDS);
    assertThat(awk.problems(site)).isEmpty();
    assertThat(awk.kind()).isEqualTo("awk");
    assertThat(awk.version()).isEqualTo("1.0");
    Path started;
    try (Deployment deployment = awk.deploy(site)) {
      started = deployment.configuration().resolveSibling("tmp");
      assertThat(deployment.configuration().resolve("awk.conf"))
          .content()
          .isEqualTo("nodes=localhost cores=2 total=2 memory=3072 on file:///\n");
      assertThat(started.resolve("started")).exists();
      assertThat(deployment.deadDaemon()).isEmpty();
      assertThat(TestSites.marked(mark)).isNotEmpty();
      Submission run = Submission.of(site, deployment, program("wordcount", List.of()));
      assertThat(run.text()).isEqualTo("conf " + deployment.configuration());
      assertThat(run.status()).isZero();
      assertThat(directory.resolve("out/part-0")).hasContent("a\t2\nb\t1\n");
    }
    assertThat(started.resolve("stopped")).exists();
    assertThat(TestSites.marked(mark)).isEmpty();
  }

  @Test
  void argumentsReachTheProgramUnchanged() throws Exception {
    Site site = TestSites.local(mark, directory.resolve("work"));
    try (Deployment deployment = framework(WORDS).deploy(site)) {
      assertThat(
              deployment
                  .submission(program("sort", List.of("-r", "a file", "it's", "$HOME")))
                  .arguments())
          .containsExactly("sh", "-c", "sort -r 'a file' 'it'\\''s' '$HOME'");
      assertThatThrownBy(() -> deployment.submission(program("grep", List.of())))
          .hasMessage("awk: submit has no command for workload grep, and no default");
      assertThat(deployment.errorIn(Captured.lines("fine", "awk: fatal: no", "awk: fatal: 2")))
          .contains("awk: fatal: no");
    }
  }

  @Test
  void aDaemonThatEndsIsReportedWithItsLastLine() throws Exception {
    Site site = TestSites.local(mark, directory.resolve("work"));
    Framework broken =
        framework(
            """
            name: broken
            daemons:
              - {name: keeper, run: "echo out of luck; exit 3"}
            health: "false"
            submit: "true"
            """);
    assertThatThrownBy(() -> broken.deploy(site))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("keeper on localhost has ended with status 3: out of luck");
    assertThat(TestSites.marked(mark)).isEmpty();
  }

  @Test
  void aMissingInstallationIsAProblem() throws Exception {
    Site site = TestSites.local(mark, directory.resolve("work"));
    assertThat(
            framework("{name: rdma, check: \"echo no licence >&2; exit 4\", submit: x}")
                .problems(site))
        .containsExactly("localhost: rdma: check failed with status 4: no licence");
  }

  @Test
  void allProblemsOfADescriptionAreReportedTogether() throws Exception {
    FrameworkRequest request =
        request(
            """
            api: mpi
            heath: "true"
            start: ["run {hosts}"]
            daemons:
              - {name: d, on: all}
            errors: ["("]
            submit:
              wordcount: "{hme}/bin {jar}"
              pagerank: "{jar} {iterations}"
              sort: "{jar} {iterations}"
              wordcuont: "x"
            """);
    String site =
        "{conf}, {cores}, {filesystem}, {home}, {java_home}, {logs}, {master}, {memory},"
            + " {node_count}, {nodes}, {spill}, {tasks_per_node}, {tmp}, {total_cores},"
            + " {total_tasks}, {worker_memory}, {workers_per_node}";
    String program =
        "{arguments}, {conf}, {cores}, {filesystem}, {home}, {input}, {jar}, {java_home},"
            + " {libraries}, {logs}, {main}, {master}, {memory}, {node}, {node_count}, {nodes},"
            + " {output}, {parts}, {spill}, {tasks_per_node}, {tmp}, {total_cores}, {total_tasks},"
            + " {work}, {worker_memory}, {workers_per_node}, {workload}";
    assertThat(TestSites.frameworks().problems(request))
        .containsExactly(
            "definition: line 1: api=mpi: unknown value; allowed mapreduce, spark, flink, hive,"
                + " command",
            "definition: line 2: heath=true: unknown key; allowed name, version, api, check,"
                + " environment, files, start, daemons, health, submit, stop, errors; did you mean"
                + " health?",
            "definition: line 3: start=run {hosts}: unknown placeholder {hosts}; allowed " + site,
            "definition: line 5: daemons.on=all: unknown value; allowed master, each",
            "definition: line 5: daemons.run: is missing; must be a command",
            "definition: line 6: errors=(: must be a regular expression of Java: Unclosed group",
            "definition: line 8: submit.wordcount={hme}/bin {jar}: unknown placeholder {hme};"
                + " allowed "
                + program
                + "; did you mean {home}?",
            "definition: line 10: submit.sort={jar} {iterations}: unknown placeholder {iterations};"
                + " allowed "
                + program,
            "definition: line 11: submit.wordcuont=x: unknown workload; allowed "
                + String.join(
                    ", ",
                    Workloads.all().stream()
                        .filter(Workloads::submitted)
                        .map(Workload::kind)
                        .toList())
                + ", default; did you mean wordcount?");
  }

  @Test
  void whatDoesNotStartIsReportedEvenIfItCannotBeStopped() throws Exception {
    Framework broken =
        framework(
            "{name: x, start: \"echo no licence >&2; exit 3\", stop: exit 1, submit: \"true\"}");
    assertThatThrownBy(
            () -> broken.deploy(TestSites.local(new Mark("broken"), directory.resolve("work"))))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "x: start command failed with status 3: echo no licence >&2; exit 3: no licence;"
                + " stopping it failed, too: x: stop command failed with status 1: exit 1: ");
  }

  @Test
  void aMissingFileAndAFileThatIsNotYamlAreProblems() throws Exception {
    FrameworkRequest request = request("name: a\nstart:\n\t- x\n");
    assertThat(TestSites.frameworks().problems(request))
        .singleElement()
        .asString()
        .startsWith("definition: line 3: not YAML: ");
    Files.delete(directory.resolve("awk.yaml"));
    assertThat(TestSites.frameworks().problems(request))
        .containsExactly("definition: cannot be read: there is no such file");
    Files.createDirectory(directory.resolve("awk.yaml"));
    assertThat(TestSites.frameworks().problems(request))
        .containsExactly("definition: cannot be read: Is a directory");
  }

  @Test
  void aWorkloadWithoutACommandIsUnsupported() throws Exception {
    Framework words = framework(WORDS);
    assertThat(words.unsupported("wordcount")).isEmpty();
    assertThat(words.unsupported("command")).isEmpty();
    assertThat(words.unsupported("grep")).contains("awk has no command for grep, and no default");
    Framework all = framework("{name: all, submit: \"{jar} {iterations}\"}");
    assertThat(all.unsupported("pagerank")).isEmpty();
    assertThat(all.unsupported("sort").orElseThrow())
        .startsWith("all: submit: unknown placeholder {iterations}; allowed {arguments}, ");
  }

  @Test
  void theExampleInTheDocumentationIsValid() throws Exception {
    String page = Files.readString(Path.of("../docs/evaluation-frameworks.md"));
    int start = page.indexOf("```yaml\nname: rdma-hadoop");
    String example = page.substring(start + "```yaml\n".length(), page.indexOf("```\n", start + 3));
    assertThat(TestSites.frameworks().problems(request(example))).isEmpty();
  }
}
