// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.athanor.bench.experiment.Experiment;
import org.athanor.bench.experiment.FrameworkSpec;
import org.athanor.bench.experiment.StorageType;
import org.athanor.bench.experiment.WorkloadSpec;
import org.athanor.bench.experiment.file.Vocabulary;
import org.athanor.bench.framework.Framework;
import org.athanor.bench.framework.Site.Installation;
import org.athanor.cluster.Claims;
import org.athanor.cluster.Command;
import org.athanor.cluster.CommandResult;
import org.athanor.cluster.DirectoryTree;
import org.athanor.cluster.InvalidHostsException;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.cluster.artifact.ArtifactStore;
import org.athanor.cluster.artifact.Distributions;
import org.athanor.cluster.artifact.Tools;
import org.athanor.cluster.hadoop.Worker;
import org.athanor.results.Results.WorkloadInfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An experiment with two sizes on a real HDFS with two data directories, at the addresses of an
 * interface, on two hosts that are network namespaces of this machine. Needs root, iproute2 and
 * Hadoop in the cache.
 */
class SizesTest {
  private static final long ID = ProcessHandle.current().pid();
  private static final List<String> HOSTS = List.of("sz" + ID + "a", "sz" + ID + "b");
  private static final Distributions DISTRIBUTIONS = Distributions.bundled();

  @TempDir private Path directory;
  private boolean made;

  /** Size of the cluster → number of blocks on each node. */
  private final Map<Integer, List<Integer>> blocks = new LinkedHashMap<>();

  private final List<String> warnings = new ArrayList<>();
  private final List<String> uris = new ArrayList<>();

  @BeforeEach
  void connect() throws Exception {
    boolean root = Files.getOwner(Path.of("/proc/self")).getName().equals("root");
    assumeTrue(root, "needs root: network namespaces");
    assumeTrue(Files.isExecutable(Path.of("/usr/sbin/ip")), "needs /usr/sbin/ip: iproute2");
    List<String> problems = HdfsStorage.problems(DISTRIBUTIONS, store());
    assumeTrue(problems.isEmpty(), problems::toString);
    made = true;
    String hosts = "127.0.0.1 localhost\n";
    for (int i = 0; i < HOSTS.size(); i++) {
      hosts += "10.88.8." + (i + 1) + " " + HOSTS.get(i) + "\n";
      ip("netns", "add", HOSTS.get(i));
    }
    ip(
        "link",
        "add",
        "eth0",
        "netns",
        HOSTS.get(0),
        "type",
        "veth",
        "peer",
        "name",
        "eth0",
        "netns",
        HOSTS.get(1));
    for (int i = 0; i < HOSTS.size(); i++) {
      Path files = Files.createDirectories(Path.of("/etc/netns", HOSTS.get(i)));
      Files.writeString(files.resolve("hosts"), hosts);
      ip("-n", HOSTS.get(i), "link", "set", "lo", "up");
      ip("-n", HOSTS.get(i), "addr", "add", "10.88.8." + (i + 1) + "/24", "dev", "eth0");
      ip("-n", HOSTS.get(i), "link", "set", "eth0", "up");
    }
  }

  @AfterEach
  void disconnect() throws Exception {
    if (made) {
      for (String host : HOSTS) {
        ip("netns", "del", host);
        DirectoryTree.delete(Path.of("/etc/netns", host));
      }
    }
  }

  private static void ip(String... arguments) throws Exception {
    List<String> line = new ArrayList<>(List.of("ip"));
    line.addAll(List.of(arguments));
    Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
  }

  private static ArtifactStore store() {
    return new ArtifactStore(
        ArtifactStore.defaultRoot(System.getenv()),
        Tools.find(System.getenv(), Optional.of(Path.of("..").toAbsolutePath().normalize())),
        line -> {});
  }

  @Test
  @Tag("long")
  void inputsOfEachSizeLieOnAllOfItsNodes() throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("experiment.yaml"),
            String.format(
                """
                work: %s
                nodes: [{namespace: %s}, {namespace: %s}]
                sizes: [1, 2]
                network: eth0
                storage: [{data: [%s, %s], block: 1m}]
                frameworks: [alpha: {settings: {client: 'true'}}]
                workloads: count
                repetitions: 1
                warmup: 0
                """,
                directory.resolve("work"),
                HOSTS.get(0),
                HOSTS.get(1),
                Files.createDirectory(directory.resolve("disk-1")),
                Files.createDirectory(directory.resolve("disk-2"))));
    RunListener listener =
        new RunListener() {
          @Override
          public void warning(String line) {
            warnings.add(line);
          }
        };
    ScriptedFacilities facilities = new ScriptedFacilities(directory, line -> {});
    RunOutcome outcome =
        BenchRun.run(file, facilities.options(false), new OnHdfs(facilities), listener);
    assertThat(outcome.problems()).isEmpty();
    assertThat(outcome.results().orElseThrow().trials())
        .allSatisfy(trial -> assertThat(trial.reason()).isEmpty())
        .hasSize(2);
    assertThat(blocks).containsExactly(Map.entry(1, List.of(1)), Map.entry(2, List.of(1, 1)));
    assertThat(warnings).isEmpty();
    assertThat(uris).allSatisfy(uri -> assertThat(uri).startsWith("hdfs://10.88.8.1:"));
    for (String place : List.of("work", "disk-1", "disk-2")) {
      assertThat(directory.resolve(place)).isEmptyDirectory();
    }
  }

  /** Facilities with a real HDFS, and a workload that writes one file of one block. */
  private final class OnHdfs implements Facilities {
    private final ScriptedFacilities facilities;

    OnHdfs(ScriptedFacilities facilities) {
      this.facilities = facilities;
    }

    @Override
    public Vocabulary vocabulary() {
      Vocabulary words = facilities.vocabulary();
      return new Vocabulary() {
        @Override
        public Map<String, FrameworkWords> frameworks() {
          return Map.of(
              "alpha", new FrameworkWords(List.of("local"), List.of(), List.of(), List.of(), true));
        }

        @Override
        public Map<String, List<Option>> workloads() {
          return words.workloads();
        }

        @Override
        public Set<String> serviceRoles() {
          return Set.of();
        }

        @Override
        public List<String> monitors() {
          return words.monitors();
        }
      };
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
    public List<Node> nodes(List<String> specifications) throws InvalidHostsException {
      return facilities.nodes(specifications);
    }

    @Override
    public Framework framework(FrameworkSpec spec) {
      return facilities.framework(spec);
    }

    @Override
    public TrialWorkload workload(WorkloadSpec spec, Experiment experiment) {
      return new OneBlock(facilities.workload(spec, experiment));
    }

    @Override
    public List<String> storageProblems(StorageType type) {
      return List.of();
    }

    @Override
    public Storage storage(StorageRequest request) throws IOException, InterruptedException {
      Storage hdfs = HdfsStorage.start(request, DISTRIBUTIONS, store(), line -> {});
      return new CountedStorage(
          hdfs, request.workers().stream().map(Worker::node).toList(), request.directories());
    }

    @Override
    public RunMonitors startMonitors(List<Node> nodes, Mark mark, Experiment experiment, Path work)
        throws IOException {
      return facilities.startMonitors(nodes, mark, experiment, work);
    }
  }

  /** Counts the blocks of each DataNode when it is closed. */
  private final class CountedStorage implements Storage {
    private final Storage hdfs;
    private final List<Node> nodes;
    private final List<Path> data;

    CountedStorage(Storage hdfs, List<Node> nodes, List<Path> data) {
      this.hdfs = hdfs;
      this.nodes = nodes;
      this.data = data;
    }

    @Override
    public String uri() {
      return hdfs.uri();
    }

    @Override
    public String inputs(DataTier tier) {
      return hdfs.inputs(tier);
    }

    @Override
    public Optional<String> configuration() {
      return hdfs.configuration();
    }

    @Override
    public String outputs(DataTier tier) {
      return hdfs.outputs(tier);
    }

    @Override
    public void makeDirectory(String uri, DataTier tier) throws IOException, InterruptedException {
      hdfs.makeDirectory(uri, tier);
    }

    @Override
    public void delete(String uri) throws IOException, InterruptedException {
      hdfs.delete(uri);
    }

    @Override
    public Optional<String> deadDaemon() throws IOException, InterruptedException {
      return hdfs.deadDaemon();
    }

    @Override
    public void close() throws IOException {
      List<Integer> counts = new ArrayList<>();
      for (Node node : nodes) {
        int count = 0;
        for (Path disk : data) {
          count += count(disk.resolve("workers/" + node.name() + "/datanode"));
        }
        counts.add(count);
      }
      uris.add(hdfs.uri());
      blocks.put(nodes.size(), counts);
      hdfs.close();
    }

    private static int count(Path datanode) throws IOException {
      try (Stream<Path> files = Files.walk(datanode)) {
        return (int)
            files.filter(file -> file.getFileName().toString().matches("blk_\\d+")).count();
      } catch (NoSuchFileException none) {
        return 0;
      }
    }
  }

  private record OneBlock(TrialWorkload facilities) implements TrialWorkload {
    /** Does not write a file that exists, like a generator. */
    private static final String SCRIPT =
        "fs() { java -cp \"$1:$2\" org.apache.hadoop.fs.FsShell \"$3\" \"$4\" \"$5\"; };"
            + " fs \"$1\" \"$2\" -test -e \"$3\" || fs \"$1\" \"$2\" -put /etc/hosts \"$3\"";

    @Override
    public WorkloadInfo info(DataSite site) throws InterruptedException {
      return facilities.info(site);
    }

    @Override
    public Footprint footprint(int workers) {
      return facilities.footprint(workers);
    }

    @Override
    public Optional<String> unsupported(Framework framework) {
      return Optional.empty();
    }

    @Override
    public List<String> problems(DataSite site) {
      return List.of();
    }

    @Override
    public void prepare(DataSite site) throws IOException, InterruptedException {
      String jars = ArtifactStore.defaultRoot(System.getenv()) + "/hadoop-3.5.0/*";
      Command put =
          Command.of(
              "sh",
              "-c",
              SCRIPT,
              "sh",
              site.configuration().orElseThrow(),
              jars,
              site.inputs() + "/one");
      CommandResult result = site.master().run(site.mark(), put, Duration.ofMinutes(3));
      if (result.status() != 0) {
        throw new IOException(result.errors());
      }
    }

    @Override
    public Command command(Run run) {
      return facilities.command(run);
    }

    @Override
    public Optional<String> verify(Run run, Duration limit) {
      return Optional.empty();
    }
  }
}
