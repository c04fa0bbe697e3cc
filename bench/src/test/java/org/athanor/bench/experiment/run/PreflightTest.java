// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.athanor.bench.experiment.Experiment;
import org.athanor.bench.experiment.FrameworkSpec;
import org.athanor.bench.experiment.StorageType;
import org.athanor.bench.experiment.WorkloadSpec;
import org.athanor.bench.experiment.file.Vocabulary;
import org.athanor.bench.experiment.plan.Selection;
import org.athanor.bench.framework.Framework;
import org.athanor.bench.framework.Site.Installation;
import org.athanor.cluster.Claims;
import org.athanor.cluster.Command;
import org.athanor.cluster.CommandResult;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.cluster.NodeProcess;
import org.athanor.cluster.SystemInfo;
import org.athanor.yaml.Problem;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All problems of the machines are reported at once, with their lines, and nothing is started. */
class PreflightTest {
  @TempDir private Path directory;
  private final List<String> events = new ArrayList<>();

  private List<String> problems(String experiment, Facilities facilities) throws IOException {
    Path file = directory.resolve("experiment.yaml");
    Files.writeString(file, experiment);
    RunOptions options = new ScriptedFacilities(directory, events::add).options(false);
    RunOutcome outcome = BenchRun.run(file, options, facilities, RunListener.NONE);
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.directory()).isEmpty();
    assertThat(directory.resolve("results")).doesNotExist();
    assertThat(events).isEmpty();
    return outcome.problems().stream()
        .map(Problem::toString)
        .map(line -> line.replace(file.toString(), "e.yaml"))
        .toList();
  }

  @Test
  @Tag("short")
  void reportsProblemsOfFileAndMachinesTogether() throws Exception {
    assertThat(
            problems(
                """
                nodes: [good, silent, bare]
                sizes: [1]
                frameworks:
                  - alpha: {settings: {problem: 'needs a licence; buy one'}}
                  - beta: {home: /opt/beta, java: /opt/java, settings: {problem: 'java: is too old'}}
                workloads: [count: {size: 9t}]
                reptitions: 3
                resources: {cores: 64, memory: 1t}
                dropCaches: true
                """,
                new FakeMachines("4096 yes")))
        .containsExactly(
            "e.yaml:1: nodes=silent: ssh silent: accepts none of your keys",
            "e.yaml:1: nodes=bare: has no Java; install one, 17 or newer",
            "e.yaml:4: frameworks.alpha: needs a licence; buy one",
            "e.yaml:5: frameworks.beta.home=/opt/beta: cannot be read on bare",
            "e.yaml:5: frameworks.beta.java=/opt/java: is too old",
            "e.yaml:6: workloads.count.size=9t: is too much",
            "e.yaml:6: workloads: inputs, outputs and spills need 27 TiB on /dev/disk of good,"
                + " where 4.0 MiB are free; reduce sizes, or set work to a directory on another"
                + " disk",
            "e.yaml:6: workloads: inputs, outputs and spills need 27 TiB on /dev/disk of bare,"
                + " where 4.0 MiB are free; reduce sizes, or set work to a directory on another"
                + " disk",
            "e.yaml:7: reptitions=3: unknown key; allowed name, nodes, hosts, master, roles, sizes,"
                + " filesystem, volumes, storage, network, fresh, resources, frameworks, workloads,"
                + " repetitions, warmup, timeout, baseline, seed, dropCaches, warm, monitors,"
                + " events, ownMonitors, interval, power, disturbance, order, site, work, output; did you mean"
                + " repetitions?",
            "e.yaml:8: resources.cores=64: good has 4 processors; must not be more",
            "e.yaml:8: resources.memory=1t: good has 8.0 GiB of memory; must not be more",
            "e.yaml:8: resources.cores=64: bare has 4 processors; must not be more",
            "e.yaml:8: resources.memory=1t: bare has 8.0 GiB of memory; must not be more",
            "e.yaml:9: dropCaches=true: needs root on bare; run as root, or remove the key");
  }

  @Test
  void memoryIsMadeWarmOnlyOnNodesThatWork() throws Exception {
    String experiment =
        """
        nodes: [good, good2]
        master: dedicated
        sizes: [1]
        frameworks: [alpha: {settings: {problem: 'needs a licence; buy one'}}]
        workloads: count
        warm: {memory: %s}
        """;
    List<String> others =
        List.of(
            "e.yaml:4: frameworks.alpha: alpha in mode local runs on the master, which does not work"
                + " if it is dedicated",
            "e.yaml:4: frameworks.alpha: needs a licence; buy one");
    FakeMachines machines = new FakeMachines("99999999999 yes");
    assertThat(problems(experiment.formatted("7g"), machines)).isEqualTo(others);
    assertThat(problems(experiment.formatted("7169m"), machines))
        .startsWith(others.toArray(String[]::new))
        .endsWith(
            "e.yaml:6: warm.memory=7169m: good2 has 8.0 GiB of memory; must be less by 1 GiB at"
                + " least")
        .hasSize(3);
  }

  @Test
  void theJarOfAMonitorMustBeThere() throws Exception {
    assertThat(
            problems(
                """
                nodes: good
                frameworks: alpha
                workloads: count
                ownMonitors: {name: mine, class: a.B, jar: no.jar}
                """,
                new FakeMachines("99999999999 yes")))
        .containsExactly(
            "e.yaml:4: ownMonitors: mine: " + directory.resolve("no.jar") + " is no readable file");
  }

  @Test
  void aJarMustHaveTheClassesOfTheExperiment() throws Exception {
    Path jar = directory.resolve("some.jar");
    Files.writeString(jar, "no jar");
    assertThat(new UsersJar(jar).problems(List.of("a.B")))
        .singleElement()
        .asString()
        .startsWith(jar + ": is no jar: ");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new ZipEntry("a/B.class"));
    }
    assertThat(new UsersJar(jar).problems(List.of("a.B", "a.C")))
        .containsExactly(jar + ": has no class a.C; must have it, with its package as directories");
  }

  @Test
  void anInputThatIsNoFileOfTheNodesCannotBeMadeWarm() throws Exception {
    assertThat(
            problems(
                """
                frameworks: alpha
                workloads: [count, sort: {label: far}]
                warm: {input: true}
                """,
                new FakeMachines("99999999999 yes")))
        .containsExactly(
            "e.yaml:2: workloads.sort: input: hdfs://nn/in is no file of the nodes; remove"
                + " warm.input, or use a local input");
  }

  @Test
  void nodesMustReachOneAnother() {
    assertThat(Preflight.unreachable(Map.of("a", "127.0.0.1"))).isEmpty();
    assertThat(Preflight.unreachable(Map.of("a", "10.0.0.1", "b", "10.0.0.2"))).isEmpty();
    assertThat(Preflight.unreachable(Map.of("a", "10.0.0.1", "b", "10.0.0.1")).orElseThrow())
        .startsWith("a and b both have 10.0.0.1;");
    assertThat(Preflight.unreachable(Map.of("a", "10.0.0.1", "b", "127.0.0.1")).orElseThrow())
        .startsWith("b has 127.0.0.1, where other nodes cannot reach it;");
  }

  @Test
  void usesNoOtherNodeInPlaceOfTheMaster() throws Exception {
    assertThat(
            problems(
                """
                nodes: [silent, good]
                sizes: [1]
                frameworks: [alpha: {settings: {problem: 'needs a licence; buy one'}}]
                workloads: count
                resources: {cores: 64}
                """,
                new FakeMachines("4096 yes")))
        .containsExactly(
            "e.yaml:1: nodes=silent: ssh silent: accepts none of your keys",
            "e.yaml:5: resources.cores=64: good has 4 processors; must not be more");
  }

  @Test
  void reportsEachProblemOfAnEntryOnceAtItsKey() throws Exception {
    assertThat(
            problems(
                """
                frameworks: alpha
                workloads:
                  - count: {size: 1x, wrong: 'size: is missing'}
                  - sort: {wrong: 'size: must be less', size: 5k}
                """,
                new FakeMachines("4096 yes")))
        .containsExactly(
            "e.yaml:3: workloads.count.size=1x: must be a size such as 512m or 1.5g",
            "e.yaml:4: workloads.sort.size=5k: must be less");
  }

  /** The devices of all file systems in memory have the same name. */
  @Test
  void distinguishesFileSystemsInMemory() throws Exception {
    String experiment =
        """
        frameworks: alpha
        workloads: [count: {size: 1g}, sort: {size: 2g}]
        """;
    assertThat(problems(experiment, new FakeMachines("3145728 yes|99999999 yes")))
        .containsExactly(
            "e.yaml:2: workloads: inputs, outputs and spills need 4.0 GiB on tmpfs of localhost,"
                + " where 3.0 GiB are free; reduce sizes, or set work to a directory on another"
                + " disk");
  }

  @Test
  void addsUpTheDiskThatIsNeeded() throws Exception {
    // Inputs 1 GiB + 2 GiB, the larger output 2 GiB, its spills 2 GiB: 7 GiB on the one disk.
    String experiment =
        """
        frameworks: alpha
        workloads: [count: {size: 1g}, sort: {size: 2g}]
        """;
    assertThat(problems(experiment, new FakeMachines("7340031 yes")))
        .containsExactly(
            "e.yaml:2: workloads: inputs, outputs and spills need 7.0 GiB on /dev/disk of"
                + " localhost, where 7.0 GiB are free; reduce sizes, or set work to a directory on"
                + " another disk");
    assertThat(problems("work: /disk\n" + experiment, new FakeMachines("99999999 no")))
        .map(line -> line.replaceFirst("/bench-\\S+", "/RUN").replace(directory.toString(), "DIR"))
        .containsExactly(
            "e.yaml:1: work=/disk: /disk cannot be written on localhost; name another directory",
            "e.yaml:3: workloads: DIR/cache cannot be written on localhost; set ATHANOR_CACHE to"
                + " another directory");
  }

  @Test
  void addsUpTheInputsOfEachTier() throws Exception {
    // Inputs 1 GiB + 2 GiB on disks and on SSDs, the larger output 2 GiB, its spills 2 GiB: 10 GiB.
    assertThat(
            problems(
                """
                filesystem: hdfs
                volumes: ssd=1,disk=2
                frameworks: [alpha: {storage: config-1}, beta: {storage: config-2}]
                workloads: [count: {size: 1g}, sort: {size: 2g}]
                """,
                new FakeMachines("10485759 yes")))
        .containsExactly(
            "e.yaml:4: workloads: inputs, outputs and spills need 10 GiB on /dev/disk of localhost,"
                + " where 10.0 GiB are free; reduce sizes, or set work to a directory on another"
                + " disk");
  }

  @Test
  void volumesNeedRoomForTheDataOfTheirTier() throws Exception {
    // Inputs 1 GiB + 2 GiB, the larger output 2 GiB: 5 GiB on each tier that is used.
    String experiment =
        """
        filesystem: hdfs
        volumes: VOLUMES
        frameworks: [alpha: {storage: config-1}, beta: {storage: config-2}]
        workloads: [count: {size: 1g}, sort: {size: 2g}]
        """;
    assertThat(
            problems(
                experiment.replace("VOLUMES", "ssd=2x-/-:2g,disk=5x-/-:1g"),
                new FakeMachines("99999999 yes")))
        .containsExactly(
            "e.yaml:2: volumes=ssd=2x-/-:2g,disk=5x-/-:1g: inputs and outputs need 5.0 GiB on each"
                + " node's ssd, which has 4.0 GiB; reduce sizes, or give it more");
    assertThat(
            problems(
                experiment.replace("VOLUMES", "ssd=1,ssd=1:1g,disk=1:4g"),
                new FakeMachines("99999999 yes")))
        .containsExactly(
            "e.yaml:2: volumes=ssd=1,ssd=1:1g,disk=1:4g: inputs and outputs need 5.0 GiB on each"
                + " node's disk, which has 4.0 GiB; reduce sizes, or give it more");
  }

  @Test
  void volumesNeedRoomForABlock() throws Exception {
    String experiment =
        """
        filesystem: hdfs
        volumes: VOLUMES
        frameworks: [alpha: {storage: config-1}, beta: {storage: config-2}]
        workloads: [count: {size: 1g}]
        """;
    assertThat(
            problems(
                experiment.replace("VOLUMES", "ssd=40x-/-:127m,ssd=1:128m,disk=2"),
                new FakeMachines("99999999 yes")))
        .containsExactly(
            "e.yaml:2: volumes=ssd=40x-/-:127m,ssd=1:128m,disk=2: HDFS would never write to the ssd"
                + " of 127m, because it wants room for a whole block of 128 MiB (dfs.blocksize),"
                + " and would take other devices without a word; give each such volume 128m or"
                + " more");
    assertThat(
            problems(
                experiment.replace("VOLUMES", "ssd=1:128m,disk=2"),
                new FakeMachines("99999999 yes")))
        .hasSize(1)
        .allMatch(problem -> problem.contains("node's ssd, which has 128 MiB; reduce sizes"));
  }

  @Test
  void refusesAnOutputThatIsNotEmptyAndAResumeWithoutARun() throws Exception {
    ScriptedFacilities facilities = new ScriptedFacilities(directory, events::add);
    Path file = facilities.file("frameworks: alpha\nworkloads: count\n");
    Path results = Files.createDirectories(directory.resolve("results"));
    Files.writeString(results.resolve("mine.txt"), "");
    assertThat(
            BenchRun.run(file, facilities.options(false), facilities, RunListener.NONE).problems())
        .containsExactly(
            Problem.ofOption(
                "--output="
                    + results
                    + ": is not empty; name another directory, or use --resume to continue the"
                    + " run that is there"));
    assertThat(
            BenchRun.run(file, facilities.options(true), facilities, RunListener.NONE).problems())
        .containsExactly(
            Problem.ofOption(
                "--resume: "
                    + results.resolve("journal.jsonl")
                    + ": no such file; there is nothing to resume"));
  }

  @Test
  void refusesAnOutputThatCannotBeWritten() throws Exception {
    ScriptedFacilities facilities = new ScriptedFacilities(directory, events::add);
    Path file = facilities.file("frameworks: alpha\nworkloads: count\noutput: /proc/x/y\n");
    RunOptions said = new RunOptions(false, Selection.ALL, Optional.empty(), directory);
    String what = ": no directory can be made in /proc; name another";
    assertThat(BenchRun.run(file, said, facilities, RunListener.NONE).problems())
        .containsExactly(new Problem(file.toString(), 4, "output=/proc/x/y" + what));
    assertThat(BenchRun.run(file, to("/proc/foo"), facilities, RunListener.NONE).problems())
        .map(Problem::toString)
        .containsExactly("--output=/proc/foo" + what);
    assertThat(BenchRun.run(file, to(""), facilities, RunListener.NONE).problems())
        .map(Problem::toString)
        .containsExactly("--output=: must be a path");
    Files.writeString(directory.resolve("taken"), "");
    Path below = directory.resolve("taken/results");
    assertThat(BenchRun.run(file, to(below.toString()), facilities, RunListener.NONE).problems())
        .map(Problem::toString)
        .containsExactly(
            "--output="
                + below
                + ": no directory can be made in "
                + directory.resolve("taken")
                + ": Not a directory; name another");
  }

  private RunOptions to(String output) {
    return new RunOptions(false, Selection.ALL, Optional.of(Path.of(output)), directory);
  }

  @Test
  void refusesAWorkDirectoryThatCannotBeWrittenWhateverItsSize() throws Exception {
    ScriptedFacilities facilities = new ScriptedFacilities(directory, events::add);
    Path file =
        Files.writeString(
            directory.resolve("e.yaml"), "frameworks: alpha\nworkloads: count\nwork: /proc/y\n");
    assertThat(
            BenchRun.run(file, facilities.options(false), facilities, RunListener.NONE).problems())
        .containsExactly(
            new Problem(
                file.toString(),
                3,
                "work=/proc/y: /proc/y cannot be written on localhost; name another directory"));
  }

  /**
   * Facilities with fake nodes: {@code silent} refuses connections, {@code bare} has nothing that
   * is tested, others have everything.
   */
  private final class FakeMachines implements Facilities {
    private final ScriptedFacilities facilities = new ScriptedFacilities(directory, events::add);
    private final String disk;

    FakeMachines(String disk) {
      this.disk = disk;
    }

    @Override
    public List<Node> nodes(List<String> specifications) {
      return specifications.stream().<Node>map(name -> new FakeNode(name, disk)).toList();
    }

    @Override
    public Vocabulary vocabulary() {
      return facilities.vocabulary();
    }

    @Override
    public String version() {
      return facilities.version();
    }

    @Override
    public Installation installation() {
      return facilities.installation();
    }

    @Override
    public Path cache() {
      return facilities.cache();
    }

    @Override
    public Claims claims() {
      return facilities.claims();
    }

    @Override
    public Framework framework(FrameworkSpec spec) {
      return facilities.framework(spec);
    }

    @Override
    public TrialWorkload workload(WorkloadSpec spec, Experiment experiment) {
      if (spec.settings().containsKey("wrong")) {
        throw new IllegalArgumentException(spec.settings().get("wrong"));
      }
      return facilities.workload(spec, experiment);
    }

    @Override
    public List<String> storageProblems(StorageType type) {
      return List.of();
    }

    @Override
    public Storage storage(StorageRequest request) {
      throw new AssertionError("nothing must be started");
    }

    @Override
    public RunMonitors startMonitors(
        List<Node> nodes, Mark mark, Experiment experiment, Path work) {
      throw new AssertionError("nothing must be started");
    }
  }

  private record FakeNode(String name, String disk) implements Node {
    @Override
    public boolean hasFilesOfThisMachine() {
      return true;
    }

    @Override
    public String address() {
      return name;
    }

    @Override
    public NodeProcess start(Mark mark, Command command) {
      throw new AssertionError("nothing must be started");
    }

    @Override
    public CommandResult run(Mark mark, Command command, Duration timeout) {
      boolean bare = name.equals("bare");
      return switch (command.arguments().get(0)) {
        case "test" -> new CommandResult(bare ? 1 : 0, "", "");
        case "sh" -> shell(command.arguments());
        default -> throw new AssertionError(command.toString());
      };
    }

    private CommandResult shell(List<String> arguments) {
      return arguments.size() > 5
          ? new CommandResult(0, "", "") // whether a directory is safe: it is
          : new CommandResult(0, space(arguments.get(4)) + "\n", "");
    }

    /**
     * One disk for all directories, or a file system in memory for work and another one for the
     * cache.
     */
    private String space(String directory) {
      String[] both = disk.split("\\|", -1);
      if (both.length == 1) {
        return "2049 " + disk + " /dev/disk";
      }
      boolean cache = directory.endsWith("/cache");
      return cache ? "52 " + both[1] + " tmpfs" : "51 " + both[0] + " tmpfs";
    }

    @Override
    public void copyTo(Path local, String remote) {
      throw new AssertionError("nothing must be copied");
    }

    @Override
    public void copyFrom(String remote, Path local) {
      throw new AssertionError("nothing must be copied");
    }

    @Override
    public SystemInfo system() throws IOException {
      if (name.equals("silent")) {
        throw new IOException("silent: ssh silent: accepts none of your keys");
      }
      Optional<String> java = name.equals("bare") ? Optional.empty() : Optional.of("/java");
      return new SystemInfo(
          name,
          "Debian",
          "6.1",
          "x86_64",
          "CPU",
          4,
          8L << 30,
          Optional.empty(),
          Optional.empty(),
          java,
          java,
          Optional.empty());
    }

    @Override
    public int endAll(Mark mark, Duration grace) {
      return 0;
    }
  }
}
