// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.athanor.cluster.Claims;
import org.athanor.cluster.Command;
import org.athanor.cluster.CommandResult;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.cluster.Nodes;
import org.athanor.cluster.TestUser;
import org.athanor.cluster.hadoop.StandingCluster.Listener;
import org.athanor.cluster.hadoop.StandingCluster.Stopped;
import org.athanor.cluster.hadoop.StandingCluster.Wanted;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With the real daemons of HDFS: two workers, so that pseudo nodes are covered. */
class StandingClusterTest {
  private static final List<Node> NODES = Collections.nCopies(2, Nodes.localhost());
  private static final List<Worker> WORKERS = NODES.stream().map(Worker::of).toList();

  @TempDir Path directory;
  private Claims claims;
  private StandingCluster cluster;

  @BeforeEach
  void prepare() throws Exception {
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    claims = new Claims(directory.resolve("claims"));
    cluster = new StandingCluster(directory.resolve("cluster"), claims);
  }

  @AfterEach
  void nothingIsLeft() throws Exception {
    Optional<Mark> mark = cluster.mark();
    if (mark.isPresent()) {
      assertThat(Nodes.localhost().endAll(mark.get(), TestHadoop.SOON)).isZero();
    }
  }

  @Test
  @Tag("long")
  void staysAfterAKilledStartASecondStartAndTheDeathOfADaemon() throws Exception {
    // Killed with daemons on the way: they are ended, and the cluster comes up.
    Process starter = starter();
    BufferedReader output = starter.inputReader(UTF_8);
    while (!output.readLine().startsWith("waiting for namenode")) {
      assertThat(starter.isAlive()).isTrue();
    }
    starter.destroyForcibly().waitFor();
    // Three daemons, and the short commands that a starting daemon runs, such as id.
    assertThat(cluster.leftOver()).isGreaterThanOrEqualTo(3);
    List<String> progress = new ArrayList<>();
    assertThat(start(progress).before()).isFalse();
    Matcher ended =
        Pattern.compile("ended (\\d+) processes of cluster-\\w+, whose owner has died")
            .matcher(progress.get(0));
    assertThat(ended.matches()).as(progress.get(0)).isTrue();
    assertThat(Integer.parseInt(ended.group(1))).isGreaterThanOrEqualTo(3);

    Path own = directory.resolve("cluster");
    assertThat(Files.getPosixFilePermissions(own))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));

    assertThat(start(progress).before()).isTrue();
    List<DaemonStatus> daemons = cluster.status();
    assertThat(daemons).allMatch(DaemonStatus::live);
    assertThat(daemons)
        .extracting(status -> status.daemon().role().id() + ": " + status.says().orElse("?"))
        .containsExactly("namenode: 2 datanodes", "datanode: answers", "datanode: answers");

    String hdfs = StandingCluster.commands(directory.resolve("cluster")).resolve("hdfs").toString();
    assertThat(run(hdfs, "dfs", "-mkdir", "/kept").status()).isZero();

    assertThat(daemons).allMatch(DaemonStatus::ready);
    String datanode = Long.toString(daemons.get(1).daemon().pid());
    assertThat(run("kill", "-STOP", datanode).status()).isZero();
    assertThat(cluster.status())
        .as("one that lives but does not answer")
        .extracting(DaemonStatus::live, DaemonStatus::ready)
        .containsExactly(tuple(true, true), tuple(true, false), tuple(true, true));
    assertThat(run("kill", "-CONT", datanode).status()).isZero();

    ProcessHandle victim = ProcessHandle.of(daemons.get(2).daemon().pid()).orElseThrow();
    assertThat(victim.destroyForcibly()).isTrue();
    victim.onExit().get(20, TimeUnit.SECONDS);
    assertThat(cluster.status()).extracting(DaemonStatus::live).containsExactly(true, true, false);
    assertThat(start(progress).before()).isFalse();
    assertThat(progress).contains("datanode of localhost-2 is dead: starting the cluster again");
    assertThat(run(hdfs, "dfs", "-test", "-d", "/kept").status()).as("data is kept").isZero();

    assertThatThrownBy(
            () ->
                cluster.start(
                    new Wanted(
                        "3.5.0", WORKERS.subList(0, 1), OptionalInt.empty(), Optional.empty()),
                    mark -> null,
                    s -> {}))
        .isInstanceOf(OtherClusterException.class)
        .hasMessage(
            "a cluster with Hadoop 3.5.0 on [localhost, localhost] is up in %s, not one with Hadoop"
                + " 3.5.0 on [localhost]: stop it first, or choose another directory",
            directory.resolve("cluster"));

    assertThatThrownBy(
            () ->
                cluster.start(
                    new Wanted("3.5.0", WORKERS, OptionalInt.of(20000), Optional.empty()),
                    mark -> null,
                    s -> {}))
        .isInstanceOf(OtherClusterException.class)
        .hasMessage(
            "a cluster with Hadoop 3.5.0 on [localhost, localhost] is up in %s, not one with Hadoop"
                + " 3.5.0 on [localhost, localhost] with ports from 20000: stop it first, or choose"
                + " another directory",
            directory.resolve("cluster"));

    assertThat(cluster.stop(s -> {})).isEqualTo(new Stopped(3, false));
    assertThat(cluster.stop(s -> {})).isEqualTo(new Stopped(0, false));
    assertThat(cluster.status()).isEmpty();
  }

  @Test
  void runsOneCommandAtATime() throws Exception {
    Path file = Files.createDirectories(directory.resolve("cluster")).resolve("lock");
    Files.createFile(file);
    // Another process holds the lock: a lock of the same JVM fails in another way.
    String lock =
        "import fcntl,sys; f=open(sys.argv[1],'w'); fcntl.lockf(f,fcntl.LOCK_EX); print(); sys.stdout.flush(); sys.stdin.read()";
    Process other = new ProcessBuilder("python3", "-c", lock, file.toString()).start();
    try {
      assertThat(other.getInputStream().read()).isEqualTo('\n');
      assertThatThrownBy(() -> cluster.stop(s -> {}))
          .hasMessage(
              "%s: another command is starting or stopping this cluster; wait for it",
              directory.resolve("cluster"));
    } finally {
      other.destroy();
    }
  }

  @Test
  void hasNothingToStopWhereNothingWasStarted() throws Exception {
    assertThat(cluster.stop(s -> {})).isEqualTo(new Stopped(0, false));
    assertThat(cluster.status()).isEmpty();
    assertThat(directory.resolve("cluster")).doesNotExist();
  }

  @Test
  void reportsAnInterruptionAtOnceAndLeavesNothing() throws Exception {
    Process starter = starter();
    BufferedReader output = starter.inputReader(UTF_8);
    assertThat(output.readLine()).isEqualTo("checking the nodes");
    // Process.destroy() would close its output.
    assertThat(starter.toHandle().destroy()).isTrue();
    assertThat(output.lines()).contains("interrupted", "ending the daemons that were started");
    starter.waitFor();
    assertThat(cluster.leftOver()).isZero();
  }

  @Test
  void endsWhatAKilledStarterHasLeft() throws Exception {
    Mark mark = ClusterId.readOrMake(Files.createDirectories(directory.resolve("cluster")));
    assertThat(cluster.mark()).hasValue(mark);
    Claims.Claim claim = claims.claim(mark, NODES);
    assertThat(claim).isNotNull();
    Path record = directory.resolve("claims").resolve(mark.id());
    Files.writeString(record, Files.readString(record).replaceAll("(?m)^start=.*", "start=1"));
    Nodes.localhost().start(mark, Command.of("sleep", "1000"));
    assertThat(cluster.leftOver()).isEqualTo(1);
    assertThat(cluster.stop(s -> {})).isEqualTo(new Stopped(1, true));
    assertThat(cluster.leftOver()).isZero();
  }

  @Test
  void refusesADirectoryWithOtherFiles() throws Exception {
    Path own = Files.createDirectories(directory.resolve("cluster"));
    Files.createFile(own.resolve("file.txt"));
    assertThat(cluster.stop(s -> {})).isEqualTo(new Stopped(0, false));
    assertThatThrownBy(
            () ->
                cluster.start(
                    new Wanted("3.5.0", WORKERS, OptionalInt.empty(), Optional.empty()),
                    mark -> null,
                    s -> {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "%s: is no cluster's, and has files such as file.txt; choose an empty directory or a"
                + " new one",
            own);
    assertThat(own).isDirectoryNotContaining("glob:**/lock");
  }

  @Test
  void refusesADirectoryThatAnotherUserHasPrepared() throws Exception {
    TestUser.assumePossible();
    Path own = Files.createDirectory(directory.resolve("shared")).resolve("cluster");
    Files.setAttribute(own.getParent(), "unix:mode", 01777);
    assertThat(TestUser.run("mkdir", "-m", "777", own.toString()).status()).isZero();
    String line =
        "localhost: "
            + own
            + " belongs to nobody, not to root, and is in a directory that everybody can write: its"
            + " owner could read and replace what is kept there; remove it, or choose another"
            + " directory (--dir)";
    StandingCluster prepared = new StandingCluster(own, claims);
    assertThatThrownBy(
            () ->
                prepared.start(
                    new Wanted("3.5.0", WORKERS, OptionalInt.empty(), Optional.empty()),
                    mark -> null,
                    s -> {}))
        .isInstanceOf(IOException.class)
        .hasMessage(line);
    assertThat(own).isEmptyDirectory();
    assertThatThrownBy(prepared::state).isInstanceOf(IOException.class).hasMessage(line);
  }

  @Test
  void anotherUserCanReadNothingOfAStart() throws Exception {
    TestUser.assumePossible();
    Path own = Files.createDirectory(directory.resolve("cluster"));
    Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("rwxr-xr-x"));
    List<String> seen = new ArrayList<>();
    Map<String, Map<String, String>> settings = Map.of("core-site", Map.of("a.word", "secret"));
    assertThatThrownBy(
            () ->
                cluster.start(
                    new Wanted("3.5.0", WORKERS, OptionalInt.empty(), Optional.empty()),
                    mark -> {
                      seen.add(String.join(" ", TestUser.readable(own)));
                      return HadoopSpec.hdfs(NODES, mark, own, List.of("/nowhere/*"))
                          .withSettings(settings);
                    },
                    what -> {}))
        .isInstanceOf(IOException.class);
    assertThat(own.resolve("lock")).exists();
    assertThat(own.resolve("master/conf/core-site.xml")).content().contains("secret");
    assertThat(seen).containsExactly("");
    assertThat(TestUser.readable(own)).isEmpty();
    Path open = Files.createFile(directory.resolve("open"));
    assertThat(TestUser.readable(directory)).containsExactly(open.toString());
  }

  /** A mark must not be made from the path's hash code: one cluster's stop would end both. */
  @Test
  void clustersInDirectoriesOfEqualHashCodesHaveDifferentMarks() throws Exception {
    List<Mark> marks = new ArrayList<>();
    for (String name : List.of("Aa", "BB")) {
      Path own = Files.createDirectories(directory.resolve(name));
      marks.add(ClusterId.readOrMake(own));
      assertThat(new StandingCluster(own, claims).mark()).hasValue(marks.get(marks.size() - 1));
    }
    assertThat(directory.resolve("Aa").toString()).hasSameHashCodeAs(directory + "/BB");
    assertThat(marks.get(0)).isNotEqualTo(marks.get(1));
  }

  @Test
  void aCopyOfADirectoryIsAnotherCluster() throws Exception {
    Path own = Files.createDirectories(directory.resolve("cluster"));
    Mark mark = ClusterId.readOrMake(own);
    Path copy = Files.createDirectories(directory.resolve("copy"));
    Files.copy(own.resolve("id"), copy.resolve("id"));
    assertThat(new StandingCluster(copy, claims).mark()).isEmpty();
    assertThat(ClusterId.readOrMake(copy)).isNotEqualTo(mark);
    assertThat(cluster.mark()).hasValue(mark);
  }

  @Test
  void tellsInOneLineOfAStateThatAnOlderReleaseWrote() throws Exception {
    Path own = Files.createDirectories(directory.resolve("cluster"));
    Path state = own.resolve("cluster.json");
    Files.writeString(
        state,
        """
        {"hadoop": "3.5.0", "nodes": ["localhost"], "firstPort": null, "filesystem": "hdfs://x",
         "environment": {}, "daemons": [{"role": "NAMENODE", "node": "localhost", "pid": 17},
         {"role": "DATANODE", "node": "me@h1", "pid": 18}]}
        """);
    assertThatThrownBy(() -> cluster.status())
        .isInstanceOf(IOException.class)
        .hasMessage(
            "%s: was written by another release of Athanor (version 1, must be 2): end its daemons,"
                + " processes 17 on localhost, 18 on me@h1, then delete the file",
            state);
  }

  private StandingCluster.Started start(List<String> progress) throws Exception {
    return start(cluster, directory, (Listener) progress::add);
  }

  private static StandingCluster.Started start(
      StandingCluster cluster, Path directory, Listener listener) throws Exception {
    List<String> classPath = TestHadoop.distribution().classPath();
    return cluster.start(
        new Wanted("3.5.0", WORKERS, OptionalInt.empty(), Optional.empty()),
        mark -> HadoopSpec.hdfs(NODES, mark, directory.resolve("cluster"), classPath),
        listener);
  }

  private CommandResult run(String... command) throws Exception {
    return Nodes.localhost().run(TestHadoop.mark("client"), Command.of(command), TestHadoop.SOON);
  }

  private Process starter() throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin/java").toString();
    String path = System.getProperty("java.class.path");
    return new ProcessBuilder(java, "-cp", path, Starter.class.getName(), directory.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  static final class Starter {
    public static void main(String[] args) throws Exception {
      Path directory = Path.of(args[0]);
      StandingCluster cluster =
          new StandingCluster(
              directory.resolve("cluster"), new Claims(directory.resolve("claims")));
      start(
          cluster,
          directory,
          new Listener() {
            @Override
            public void doing(String what) {
              System.out.println(what);
            }

            @Override
            public void interrupted() {
              System.out.println("interrupted");
            }
          });
    }
  }
}
