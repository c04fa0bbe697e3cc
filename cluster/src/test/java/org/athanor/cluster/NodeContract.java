// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract of every node. The nodes of these tests share the files of this machine. */
abstract class NodeContract {
  static final Duration SOON = Duration.ofSeconds(20);

  private final Mark mark = new Mark("test-" + UUID.randomUUID());

  @TempDir Path directory;

  abstract Node node();

  @AfterEach
  void nothingIsLeft() throws Exception {
    node().endAll(mark, Duration.ZERO);
  }

  @Test
  void passesArgumentsUnchanged() throws Exception {
    List<String> odd =
        List.of("", " ", "a b", "it's", "\"$HOME\"", "`id`", "*", "\\n", "-n", "ü €", "a\nb", "--");
    Command command = Command.of(Stream.concat(Stream.of("printf", "[%s]"), odd.stream()).toList());
    CommandResult result = node().run(mark, command, SOON);
    assertThat(result).isEqualTo(new CommandResult(0, "[" + String.join("][", odd) + "]", ""));
  }

  @Test
  void connectsAllThreePipes() throws Exception {
    NodeProcess process = start("sh", "-c", "tr a-z A-Z; echo done >&2");
    process.input().write("words\n".getBytes(UTF_8));
    process.input().close();
    assertThat(process.output().readAllBytes()).asString(UTF_8).isEqualTo("WORDS\n");
    assertThat(process.errors().readAllBytes()).asString(UTF_8).isEqualTo("done\n");
    assertThat(process.exit().get(20, TimeUnit.SECONDS)).isZero();
  }

  @Test
  void returnsTheExitStatus() throws Exception {
    assertThat(run("sh", "-c", "exit 7").status()).isEqualTo(7);
  }

  @Test
  void returnsTheSignalThatEndedAProcess() throws Exception {
    CommandResult result = run("sh", "-c", "kill -KILL $$");
    assertThat(result).isEqualTo(new CommandResult(128 + 9, "", ""));
  }

  @Test
  void knowsTheProcessId() throws Exception {
    NodeProcess process = start("sh", "-c", "echo $$");
    assertThat(process.output().readAllBytes()).asString(UTF_8).isEqualTo(process.pid() + "\n");
  }

  @Test
  void endsAProcessBySigterm() throws Exception {
    NodeProcess process =
        start("sh", "-c", "trap 'echo bye; exit 3' TERM; echo ready; while :; do sleep 0.05; done");
    BufferedReader output = new BufferedReader(new InputStreamReader(process.output(), UTF_8));
    assertThat(output.readLine()).isEqualTo("ready");
    process.end(SOON);
    assertThat(process.await(Duration.ZERO)).hasValue(3);
    assertThat(output.readLine()).isEqualTo("bye");
  }

  @Test
  void killsAProcessThatIgnoresSigterm() throws Exception {
    NodeProcess process =
        start("sh", "-c", "trap '' TERM; echo ready; while :; do sleep 0.05; done");
    BufferedReader output = new BufferedReader(new InputStreamReader(process.output(), UTF_8));
    assertThat(output.readLine()).isEqualTo("ready");
    process.end(Duration.ofMillis(100));
    assertThat(process.await(SOON)).hasValue(128 + 9);
  }

  @Test
  void givesACommandItsEnvironmentAndNotThatOfTheJvm() throws Exception {
    Command command = Command.of("env").withEnvironment(Map.of("GREETING", "good 'day'\n\"all\""));
    String environment = node().run(mark, command, SOON).output();
    assertThat(environment)
        .contains("GREETING=good 'day'\n\"all\"", "ATHANOR_MARK=" + mark.id(), "HOME=", "PATH=")
        .doesNotContain("MAVEN");
  }

  @Test
  void runsInADirectory() throws Exception {
    Command command = Command.of("pwd", "-P").in(directory.toString());
    assertThat(node().run(mark, command, SOON).output().strip())
        .isEqualTo(directory.toRealPath().toString());
  }

  @Test
  void appendsToALog() throws Exception {
    Path log = directory.resolve("new directory/it's.log");
    Command command =
        Command.of("sh", "-c", "echo out; echo err >&2; cat").loggedTo(log.toString());
    for (int i = 0; i < 2; i++) {
      assertThat(node().run(mark, command, SOON)).isEqualTo(new CommandResult(0, "", ""));
    }
    assertThat(log).hasContent("out\nerr\nout\nerr\n");
  }

  @Test
  void namesTheProgramThatIsMissing() {
    assertThatThrownBy(() -> start("no-such-program", "x"))
        .isInstanceOf(IOException.class)
        .hasMessage(node().name() + ": no-such-program: no program no-such-program");
  }

  @Test
  void namesTheDirectoryThatIsMissing() {
    assertThatThrownBy(() -> node().start(mark, Command.of("true").in("/no/where")))
        .hasMessage(node().name() + ": true: no directory /no/where");
  }

  @Test
  void aCommandThatReadsNothingSeesTheEndOfItsInput() throws Exception {
    Command command = Command.of("cat").reading(Command.Input.NOTHING);
    assertThat(node().start(mark, command).exit().get(20, TimeUnit.SECONDS)).isZero();
  }

  @Test
  void endsACommandThatTakesTooLong() throws Exception {
    Command command = Command.of("sleep", "1000");
    assertThatThrownBy(() -> node().run(mark, command, Duration.ofSeconds(1)))
        .hasMessage(node().name() + ": sleep: has not ended after 1 s");
    assertThat(node().endAll(mark, Duration.ZERO)).isZero();
  }

  @Test
  void endsForkedGrandchildrenOfAMark() throws Exception {
    // These processes have sessions and groups of their own, and their parent has ended.
    CommandResult result =
        run("sh", "-c", "for i in 1 2 3; do setsid sleep 1000 >/dev/null 2>&1 </dev/null & done");
    assertThat(result.status()).isZero();
    assertThat(node().endAll(mark, SOON)).isEqualTo(3);
    assertThat(node().endAll(mark, SOON)).isZero();
  }

  @Test
  void killsProcessesOfAMarkThatIgnoreSigterm() throws Exception {
    NodeProcess process = start("sh", "-c", "trap '' TERM; echo; exec sleep 1000");
    assertThat(process.output().read()).isEqualTo('\n');
    assertThat(node().endAll(mark, Duration.ofMillis(200))).isEqualTo(1);
    assertThat(process.await(SOON)).hasValue(128 + 9);
  }

  @Test
  void leavesOtherMarksAlone() throws Exception {
    Mark longer = new Mark(mark.id() + "-2");
    NodeProcess other = node().start(longer, Command.of("sleep", "1000"));
    try {
      assertThat(node().endAll(mark, SOON)).isZero();
      assertThat(other.await(Duration.ZERO)).isEmpty();
    } finally {
      assertThat(node().endAll(longer, SOON)).isEqualTo(1);
    }
    assertThat(other.await(SOON)).hasValue(128 + 15);
  }

  @Test
  void endsThePartsOfAMarkAloneAndWithIt() throws Exception {
    NodeProcess one = node().start(mark.part("one"), Command.of("sleep", "1000"));
    NodeProcess two = node().start(mark.part("two"), Command.of("sleep", "1000"));
    assertThat(node().endAll(mark.part("one"), SOON)).isEqualTo(1);
    assertThat(one.await(SOON)).hasValue(128 + 15);
    assertThat(node().endAll(mark, SOON)).isEqualTo(1);
    assertThat(two.await(SOON)).hasValue(128 + 15);
  }

  @Test
  void copiesATreeThereAndBack() throws Exception {
    Path tree = Files.createDirectories(directory.resolve("from/a tree"));
    Files.writeString(tree.resolve("it's \"odd\".txt"), "content");
    Files.createSymbolicLink(tree.resolve("link"), Path.of("it's \"odd\".txt"));
    Files.writeString(tree.resolve("run.sh"), "#!/bin/sh");
    assertThat(tree.resolve("run.sh").toFile().setExecutable(true)).isTrue();
    Path there = directory.resolve("not/yet/there");
    Files.createDirectories(there);
    Files.writeString(there.resolve("old"), "to be replaced");

    node().copyTo(tree, there.toString());
    Path back = directory.resolve("back");
    node().copyFrom(there.toString(), back);

    assertThat(back).isDirectoryNotContaining("glob:**old");
    assertThat(back.resolve("it's \"odd\".txt")).hasContent("content");
    assertThat(Files.readSymbolicLink(back.resolve("link"))).hasToString("it's \"odd\".txt");
    assertThat(Files.isExecutable(back.resolve("run.sh"))).isTrue();
    assertThat(Files.exists(back.resolve("link"), LinkOption.NOFOLLOW_LINKS)).isTrue();
    assertThat(there.getParent()).isDirectoryNotContaining("glob:**.athanor*");
  }

  @Test
  void copiesAFile() throws Exception {
    Path file = Files.writeString(directory.resolve("one"), "1");
    node().copyTo(file, directory.resolve("two").toString());
    assertThat(directory.resolve("two")).hasContent("1");
  }

  @Test
  void saysWhatCannotBeCopied() {
    Path missing = directory.resolve("missing");
    String target = directory.resolve("x").toString();
    assertThatThrownBy(() -> node().copyTo(missing, target))
        .hasMessage(
            "copy of localhost:"
                + missing
                + " to "
                + node().name()
                + ":"
                + target
                + ": no file "
                + missing);
  }

  @Test
  void describesItsSystem() throws Exception {
    SystemInfo info = node().system();
    assertThat(info.processors()).isEqualTo(Runtime.getRuntime().availableProcessors());
    assertThat(info.memoryBytes()).isGreaterThan(1L << 28);
    assertThat(info.kernel()).isEqualTo(System.getProperty("os.version"));
    assertThat(info.javaHome()).isPresent();
    assertThat(info.java().orElseThrow()).matches("\\d+.*\\(.+\\)");
  }

  private NodeProcess start(String... arguments) throws IOException {
    return node().start(mark, Command.of(arguments));
  }

  private CommandResult run(String... arguments) throws Exception {
    return node().run(mark, Command.of(arguments), SOON);
  }
}
