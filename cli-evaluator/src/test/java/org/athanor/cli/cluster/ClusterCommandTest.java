// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.athanor.cli.ExitCode;
import org.athanor.cli.main.EvaluatorMain;
import org.athanor.cli.output.ProgressText;
import org.athanor.cluster.Claims;
import org.athanor.cluster.Command;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.cluster.Nodes;
import org.athanor.cluster.RandomId;
import org.athanor.cluster.StateDirectory;
import org.athanor.cluster.hadoop.ClusterState;
import org.athanor.cluster.hadoop.StandingCluster;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code athanor cluster} without daemons; other tests cover those. */
@Tag("short")
class ClusterCommandTest {
  @TempDir Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void reportsAllWrongLinesOfAHostFile() throws Exception {
    Path hosts = Files.write(directory.resolve("hosts"), List.of("h^1", "h2", "h2", "h3 disk"));
    assertThat(run("start", "--hosts", hosts.toString())).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString(UTF_8))
        .isEqualTo(
            "athanor cluster start: %1$s:1: node h^1: must be localhost, [USER@]HOST[:PORT] or namespace:NAME[/HOST]; ports are 1 to 65535%n"
                    .formatted(hosts)
                + "athanor cluster start: %1$s:3: node h2: is listed twice, see line 2%n"
                    .formatted(hosts)
                + "athanor cluster start: %1$s:4: disk: must be role=storage, role=compute, role=master, rack=/NAME, or volumes such as ssd=1x53m/24m%n"
                    .formatted(hosts));
  }

  @Test
  void refusesImpossibleOptions() {
    assertUsage("--nodes=0: must be between 1 and 100", "start", "--nodes", "0");
    assertUsage(
        "--nodes and --hosts: only one can be given", "start", "--nodes", "2", "--hosts", "x");
    assertUsage(
        "--hadoop=9.9: hadoop version 9.9: must be 3.5.0 or 3.4.2 or 3.3.6; for another"
            + " version, give its home",
        "start",
        "--hadoop",
        "9.9");
    assertUsage(
        "--racks and --hosts: only one can be given; in the host file, write the rack behind the"
            + " host, such as rack=/east/rack1",
        "start",
        "--racks",
        "/a",
        "--hosts",
        "x");
    assertUsage(
        "--racks=/a,b: rack=b: must be like /rack1 or /east/rack1, of letters, digits, underscores,"
            + " dots and hyphens",
        "start",
        "--nodes",
        "2",
        "--racks",
        "/a,b");
    assertUsage(
        "--volumes=ssd=1,tape=2: tape=2: must begin with ssd= or disk= or archive= or nvdimm=",
        "start",
        "--volumes",
        "ssd=1,tape=2");
    assertUsage("--port=80: must be between 1024 and 65000", "start", "--port", "80");
  }

  @Test
  void refusesVolumesThatAReleaseCannotHave() {
    assertThat(run("start", "--hadoop", "3.3.6", "--volumes", "ssd=1x-/24m,disk=2x6m/5m,nvdimm=1"))
        .isEqualTo(ExitCode.USAGE);
    // On a Java that this release does not know, another line says that.
    assertThat(err.toString(UTF_8).lines())
        .startsWith(
            "athanor cluster start: disk=2x6m/5m: Hadoop 3.3.6 cannot limit reads, 3.4 and newer"
                + " can: use disk=2x-/5m for no limit",
            "athanor cluster start: nvdimm=1: Hadoop 3.3.6 has no storage type NVDIMM, 3.4 and"
                + " newer do: use ssd");
  }

  @Test
  void refusesWrongRulesBeforeAnythingStarts() throws Exception {
    Path rules = Files.writeString(directory.resolve("rules"), "format=1\nversion=one\n");
    assertThat(run("start", "--storage-rules", rules.toString())).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString(UTF_8).lines())
        .isNotEmpty()
        .allMatch(line -> line.startsWith("athanor cluster start: --storage-rules=" + rules + ": "))
        .anyMatch(line -> line.contains("version=one"));
    Path none = directory.resolve("none");
    assertUsage(
        "--storage-rules=" + none + ": cannot be read: there is no such file",
        "start",
        "--storage-rules",
        none.toString());
  }

  @Test
  void refusesADirectoryThatIsNoHadoop() {
    assertThat(run("start", "--hadoop", directory.toString())).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString(UTF_8))
        .startsWith("athanor cluster start: --hadoop=" + directory + ": ")
        .contains("not a home of hadoop: there is no hadoop-common*.jar in ");
  }

  @Test
  void namesTheHostThatCannotBeUsed() throws Exception {
    Path hosts = Files.write(directory.resolve("hosts"), List.of("namespace:nowhere"));
    assertUsage(
        "nowhere: there is no network namespace nowhere; create it: ip netns add nowhere",
        "start",
        "--hosts",
        hosts.toString());
  }

  @Test
  void refusesAHostFileThatIsNotThere() {
    Path hosts = directory.resolve("none");
    assertUsage(
        "host file " + hosts + ": cannot be read: there is no such file",
        "start",
        "--hosts",
        hosts.toString());
  }

  @Test
  void refusesADirectoryWithOtherFiles() throws Exception {
    Files.createFile(directory.resolve("file.txt"));
    assertUsage(
        directory
            + ": is no cluster's, and has files such as file.txt; choose an empty directory or a"
            + " new one",
        "start",
        "--dir",
        directory.toString());
    assertThat(directory).isDirectoryNotContaining("glob:**/lock");
  }

  @Test
  void saysWhyADirectoryCannotBeCreated() throws Exception {
    assertThat(run("start", "--dir", "/proc/cl")).isEqualTo(ExitCode.FAILED);
    Path file = Files.createFile(directory.resolve("file"));
    assertThat(run("start", "--dir", file.toString())).isEqualTo(ExitCode.FAILED);
    assertThat(err.toString(UTF_8).lines())
        .containsExactly(
            "athanor cluster start: localhost: /proc/cl cannot be created: No such file or"
                + " directory; choose another directory (--dir)",
            "athanor cluster start: localhost: "
                + file
                + " cannot be created: there is a file of this name; choose another directory"
                + " (--dir)");
  }

  @Test
  void reportsWhatAKilledStartHasLeft() throws Exception {
    Files.writeString(directory.resolve("id"), RandomId.make() + " " + directory + "\n");
    Mark mark = new StandingCluster(directory, Claims.ofUser()).mark().orElseThrow();
    Node node = Nodes.localhost();
    Claims.Claim claim = Claims.ofUser().claim(mark, List.of(node));
    Path record = StateDirectory.ofUser().resolve("claims").resolve(mark.id());
    try {
      Files.writeString(record, Files.readString(record).replaceAll("(?m)^start=.*", "start=1"));
      node.start(mark, Command.of("sleep", "1000"));
      node.start(mark, Command.of("sleep", "1000"));
      String dir = directory.toString();
      assertThat(run("status", "--dir", dir)).isEqualTo(ExitCode.FAILED);
      assertThat(run("stop", "--dir", dir)).isEqualTo(ExitCode.SUCCESS);
      assertThat(run("stop", "--dir", dir)).isEqualTo(ExitCode.SUCCESS);
      assertThat(err.toString(UTF_8).lines())
          .containsExactly(
              "a start was killed and left 2 processes; athanor cluster stop ends them",
              "stopped: 2 processes of a start that was killed",
              "nothing runs in " + dir);
    } finally {
      node.endAll(mark, Duration.ZERO);
      claim.close();
    }
  }

  @Test
  void printsInAPipeOnlyTheLinesThatStay() {
    ProgressText progress = ProgressText.on(new PrintStream(err, true, UTF_8));
    progress.show("waiting for namenode");
    progress.print("stopping what was started");
    assertThat(err.toString(UTF_8)).isEqualTo("stopping what was started%n".formatted());
  }

  @Test
  void saysThatThereIsNoCluster() {
    assertThat(run("status", "--dir", directory.toString())).isEqualTo(ExitCode.FAILED);
    assertThat(err.toString(UTF_8))
        .isEqualTo(
            "no cluster in " + directory + "; start one with athanor cluster start%n".formatted());
    assertThat(run("status", "--json", "--dir", directory.toString())).isEqualTo(ExitCode.FAILED);
    assertThat(out.toString(UTF_8)).contains("\"daemons\": []");
    assertThat(run("stop", "--dir", directory.toString())).isEqualTo(ExitCode.SUCCESS);
  }

  @Test
  void printsAnEnvironmentThatAShellReads() throws Exception {
    ClusterState state =
        new ClusterState(
            "3.5.0",
            List.of(),
            OptionalInt.empty(),
            Optional.empty(),
            "",
            Map.of("CLASSPATH", "/it's/*:/b c/*"),
            List.of());
    String text = EnvironmentText.of(state, Path.of("/d"));
    Process shell =
        new ProcessBuilder("sh", "-c", text + "printf '%s|%s' \"$CLASSPATH\" \"${PATH%%:*}\"")
            .start();
    assertThat(shell.getInputStream().readAllBytes())
        .asString(UTF_8)
        .isEqualTo("/it's/*:/b c/*|/d/bin");
  }

  private void assertUsage(String message, String... arguments) {
    err.reset();
    assertThat(run(arguments)).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString(UTF_8))
        .isEqualTo("athanor cluster start: " + message + "%n".formatted());
  }

  private int run(String... arguments) {
    String[] line = new String[arguments.length + 1];
    line[0] = "cluster";
    System.arraycopy(arguments, 0, line, 1, arguments.length);
    return EvaluatorMain.execute(
        new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), line);
  }
}
