// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.athanor.bench.experiment.WorkloadSpec;
import org.athanor.bench.framework.Deployment;
import org.athanor.bench.workload.Api;
import org.athanor.bench.workload.Program;
import org.athanor.bench.workload.Workloads;
import org.athanor.cluster.Command;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.cluster.Nodes;
import org.athanor.cluster.artifact.ArtifactStore;
import org.athanor.cluster.artifact.Distributions;
import org.athanor.cluster.artifact.Tools;
import org.athanor.results.Phase;
import org.athanor.results.Reading;
import org.athanor.results.Results.WorkloadInfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramWorkloadTest {
  /** In place of Java: does what Hadoop's shell and {@code InputSize} do, by the last argument. */
  private static final String SHELL =
      """
      #!/bin/sh
      for uri in "$@"; do :; done
      case $uri in
        hdfs://nosuch/*)
          echo '-test: java.net.UnknownHostException: nosuch' >&2
          echo 'Usage: hadoop fs [generic options] -test -[defswrz] <path>' >&2
          exit 255;;
        hdfs://far/in)
          case "$*" in
            *org.athanor.workloads.InputSize*)
              echo 'WARN no native library'
              echo 'input 5000000000 bytes';;
          esac
          exit 0;;
        hdfs://far/gone)
          echo 'InputSize: File does not exist' >&2
          exit 1;;
        *) exit 1;;
      esac
      """;

  private static final WorkloadArtifacts NOTHING_MORE =
      new WorkloadArtifacts(
          Distributions.bundled(),
          new ArtifactStore(
              Path.of("none"), new Tools(List.of(), List.of(), List.of()), progress -> {}),
          Set.of());

  @TempDir Path directory;
  private final Node node = Nodes.localhost();
  private final Mark mark = new Mark("check-" + ProcessHandle.current().pid());

  @AfterEach
  void endAll() throws Exception {
    node.endAll(mark, Duration.ZERO);
  }

  @Test
  void anInputThatHadoopsClientDoesNotFindIsAProblemOfItsKey() throws Exception {
    Path java = Files.writeString(directory.resolve("java"), SHELL);
    assertThat(java.toFile().setExecutable(true)).isTrue();
    String here = "input: cannot be read on localhost";
    assertThat(problems("hdfs://nosuch/x"))
        .containsExactly(here + ": java.net.UnknownHostException: nosuch");
    assertThat(problems("hdfs://far/empty")).containsExactly(here);
    assertThat(problems("hdfs://far/in")).isEmpty();
    assertThat(problems(directory + "/none")).containsExactly(here);
    assertThat(problems(directory.toString())).isEmpty();
  }

  @Test
  void measuresAnInputOfTheUsers() throws Exception {
    WorkloadInfo info = info("hdfs://far/in");
    assertThat(info.inputBytes()).contains(5_000_000_000L);
    assertThat(info.inputBytesSource()).contains("measured");
    assertThat(info.input()).isEqualTo("hdfs://far/in");
  }

  @Test
  void saysWhyTheSizeOfAnInputIsNotKnown() throws Exception {
    WorkloadInfo info = info("hdfs://far/gone");
    assertThat(info.inputBytes()).isEmpty();
    assertThat(info.inputBytesSource())
        .contains("the size of the input is not known: InputSize: File does not exist");
  }

  private WorkloadInfo info(String input) throws Exception {
    Path java = Files.writeString(directory.resolve("java"), SHELL);
    assertThat(java.toFile().setExecutable(true)).isTrue();
    return workload(input).info(site(java.toString()));
  }

  private List<String> problems(String input) throws Exception {
    return workload(input).problems(site(directory.resolve("java").toString()));
  }

  private static TrialWorkload workload(String input) {
    return new ProgramWorkload(
        Workloads.find("wordcount").orElseThrow(),
        new WorkloadSpec("wordcount", "mine", Map.of("input", input)),
        1,
        true,
        List.of(1),
        NOTHING_MORE);
  }

  private Optional<String> verify(String check) throws Exception {
    WorkloadSpec spec = new WorkloadSpec("command", "mine", Map.of("run", "true", "verify", check));
    TrialWorkload workload =
        new ProgramWorkload(
            Workloads.find("command").orElseThrow(), spec, 1, true, List.of(1), NOTHING_MORE);
    return workload.verify(run(site("java")), Duration.ofMinutes(1));
  }

  private TrialWorkload.Run run(DataSite site) {
    return new TrialWorkload.Run(
        site,
        new NoFramework(directory),
        Api.COMMAND,
        directory.toUri() + "out",
        directory.toUri() + "work",
        TrialService.NONE);
  }

  /** The output is on a node that is no longer reached. */
  @Test
  void onlyTheSizeOfAResultIsUnavailableIfItCannotBeMeasured() throws Exception {
    WorkloadSpec spec = new WorkloadSpec("command", "mine", Map.of("run", "true"));
    TrialWorkload workload =
        new ProgramWorkload(
            Workloads.find("command").orElseThrow(), spec, 1, true, List.of(1), NOTHING_MORE);
    Node gone =
        (Node)
            Proxy.newProxyInstance(
                Node.class.getClassLoader(),
                new Class<?>[] {Node.class},
                (proxy, method, arguments) -> {
                  throw new IOException("gone: cannot be reached");
                });
    assertThat(workload.measures(run(site(gone, "java"))))
        .containsExactly(
            Map.entry(
                "result_size",
                Reading.unavailable(
                    "the size of the output is not known: gone: cannot be reached")));
  }

  private DataSite site(String java) {
    return site(node, java);
  }

  private DataSite site(Node master, String java) {
    return new DataSite(
        master,
        mark,
        1,
        1,
        "file:///",
        directory.toUri() + "inputs",
        directory,
        directory,
        java,
        Optional.empty());
  }

  @Test
  void theReasonOfAWrongOutputIsWhatTheCheckSaysAndNotWhatItLogs() throws Exception {
    assertThat(verify("echo WARN no native library; echo 'wrong: 2 records are missing'; exit 1"))
        .contains("2 records are missing");
  }

  @Test
  void aCheckOfAthanorThatCouldNotRunDoesNotCallTheOutputWrong() throws Exception {
    TrialWorkload.Run run =
        run(site(java("echo 'Error: Could not find the main class' >&2; exit 1")));
    assertThatThrownBy(() -> workload("hdfs://far/in").verify(run, Duration.ofMinutes(1)))
        .isInstanceOf(IOException.class)
        .hasMessage("the check ended with status 1: Error: Could not find the main class");
    TrialWorkload.Run again = run(site(java("echo 'wrong: 2 records are missing'; exit 1")));
    assertThat(workload("hdfs://far/in").verify(again, Duration.ofMinutes(1)))
        .contains("2 records are missing");
  }

  /** A program in place of Java. */
  private String java(String script) throws IOException {
    Path java = Files.writeString(directory.resolve("java"), "#!/bin/sh\n" + script + "\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    return java.toString();
  }

  @Test
  void theCheckInTheManualFindsAnOutput() throws Exception {
    String manual = Files.readString(Path.of("../docs/workloads.md"));
    Matcher check = Pattern.compile("verify: '(o=.*)'}").matcher(manual);
    assertThat(check.find()).isTrue();
    assertThat(verify(check.group(1))).isPresent();
    Files.createFile(Files.createDirectories(directory.resolve("out")).resolve("_SUCCESS"));
    assertThat(verify(check.group(1))).isEmpty();
  }

  @Test
  void anInteractiveCommandNeedsATerminal() throws Exception {
    assumeFalse(Terminal.isAvailable(), "this process has a terminal");
    WorkloadSpec spec =
        new WorkloadSpec("command", "mine", Map.of("run", "vi", "interactive", "true"));
    assertThat(
            new ProgramWorkload(
                    Workloads.find("command").orElseThrow(),
                    spec,
                    1,
                    true,
                    List.of(1),
                    NOTHING_MORE)
                .problems(site("java")))
        .containsExactly(
            "interactive: needs a terminal, but this process has none; run it in a terminal, or"
                + " remove the key");
  }

  @Test
  void theReasonOfAUsersCheckIsItsLastLine() throws Exception {
    assertThat(verify("echo looking; echo line 3 differs; exit 1")).contains("line 3 differs");
    assertThat(verify("exit 1")).contains("no output");
    assertThat(verify("echo all is well")).isEmpty();
  }

  /** A deployment without daemons. */
  private record NoFramework(Path configuration) implements Deployment {
    @Override
    public Command submission(Program program) {
      return Command.of("true");
    }

    @Override
    public Map<String, String> environment() {
      return Map.of();
    }

    @Override
    public Optional<String> errorIn(List<TimedLine> output) {
      return Optional.empty();
    }

    @Override
    public List<Phase> phases(Instant started, List<TimedLine> output) {
      return List.of();
    }

    @Override
    public Optional<String> deadDaemon() {
      return Optional.empty();
    }

    @Override
    public void close() {}
  }
}
