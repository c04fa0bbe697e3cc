// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.clusters.ClustersFile;
import org.athanor.scheduler.journal.Journal;
import org.athanor.scheduler.journal.StateDirectory;
import org.athanor.scheduler.pool.Pools;
import org.athanor.scheduler.run.Phase;
import org.athanor.scheduler.run.RunState;
import org.athanor.scheduler.run.WorkflowTree;
import org.athanor.scheduler.service.InputRegions.Location;
import org.athanor.scheduler.service.PolicyChoice;
import org.athanor.scheduler.service.StoredRuns;
import org.athanor.storage.namenode.TieredNetworkTopology;
import org.athanor.storage.namenode.TieredPlacementPolicy;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two clusters on one HDFS with two regions and the plug-ins in its NameNode. Two jobs at once read
 * a file of one region; the cluster there has room for one of them.
 */
@Timeout(120)
class InputsInHdfsTest {
  private static final int BLOCK = 4096;
  private static final int BLOCKS = 3;

  private static final String RULES =
      """
      format=1
      version=1
      tiers=disk
      tier.disk.devices=DISK
      tier.disk.read=61000000
      tier.disk.write=46000000
      tier.disk.iops=3500
      regions=east, west
      region.east.locations=/east
      region.west.locations=/west
      placements=data
      placement.data.path=/data
      placement.data.policy=region
      retrieval=network
      retrieval.network.step=16
      replication.minimum=1
      """;

  @TempDir static Path common;
  private static MiniDFSCluster hdfs;
  private static DistributedFileSystem files;

  @TempDir Path directory;
  private final List<String> notices = new ArrayList<>();
  private String input;
  private String home;

  @BeforeAll
  static void start() throws IOException {
    Configuration conf = new HdfsConfiguration();
    conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, common.resolve("hdfs").toString());
    conf.setInt("dfs.blocksize", BLOCK);
    conf.setInt("dfs.namenode.fs-limits.min-block-size", 512);
    conf.setInt("dfs.heartbeat.interval", 1);
    conf.setInt("dfs.namenode.redundancy.interval.seconds", 1);
    conf.setBoolean("dfs.namenode.redundancy.considerLoad", false);
    conf.set("dfs.block.replicator.classname", TieredPlacementPolicy.class.getName());
    conf.set("dfs.net.topology.impl", TieredNetworkTopology.class.getName());
    conf.set("athanor.storage.rules", rules().toString());
    hdfs =
        new MiniDFSCluster.Builder(conf)
            .numDataNodes(4)
            .hosts(new String[] {"host1", "host2", "host3", "host4"})
            .racks(new String[] {"/east/rack1", "/east/rack2", "/west/rack1", "/west/rack2"})
            .build();
    hdfs.waitActive();
    files = hdfs.getFileSystem();
  }

  private static Path rules() throws IOException {
    return Files.writeString(common.resolve("rules.txt"), RULES);
  }

  @AfterAll
  static void stop() {
    if (hdfs != null) {
      hdfs.shutdown();
    }
  }

  /** All blocks stay in the first region of the rules, when each loses one of two replicas. */
  @BeforeEach
  void write() throws Exception {
    System.setProperty("athanor.home", directory.toString());
    String path = "/data/" + directory.getFileName() + "/in";
    try (OutputStream out =
        files.create(new org.apache.hadoop.fs.Path(path), true, BLOCK, (short) 2, BLOCK)) {
      out.write(new byte[BLOCKS * BLOCK]);
    }
    input = files.getUri() + path;
    while (location(true).whole().size() < 2) {
      TimeUnit.MILLISECONDS.sleep(50);
    }
    files.setReplication(new org.apache.hadoop.fs.Path(path), (short) 1);
    awaitOneRegion();
    home = location(true).whole().iterator().next();
    assertThat(home).isEqualTo("east");
  }

  private ClustersFile clusters(boolean withRules) throws IOException {
    String away = home == null || home.equals("west") ? "east" : "west";
    String near = away.equals("east") ? "west" : "east";
    Path file = directory.resolve("clusters.yaml");
    Files.writeString(
        file,
        "clusters:\n"
            + "  near: {kind: local, cores: 1, memory: 8g, region: "
            + near
            + "}\n  far: {kind: local, cores: 1, memory: 8g, region: "
            + away
            + "}\n"
            + (withRules
                ? "storage rules: " + common.resolve("rules.txt") + "\n"
                : "regions: {east: /east, west: /west}\n"));
    ClustersFile read = ClustersFile.read(file);
    assertThat(read.problems()).isEmpty();
    return read;
  }

  private Location location(boolean withRules) throws IOException {
    ClustersFile read = clusters(withRules);
    return new HadoopRegions(
            RegionRules.of(read.regions(), read.clusters()).orElseThrow(),
            new ClusterConfigurations(name -> null))
        .locate(read.clusters().get(0), directory, List.of(input));
  }

  private Session session(boolean withRules) throws IOException, InterruptedException {
    ClustersFile read = clusters(withRules);
    return Session.lead(
            StateDirectory.create(directory.resolve("state")),
            new ClusterChoice(
                read.clusters(),
                new Pools(List.of()),
                RegionRules.of(read.regions(), read.clusters()),
                PolicyChoice.named("phi"),
                1),
            true,
            Optional.empty(),
            Optional.empty(),
            notices::add)
        .orElseThrow();
  }

  /** Jobs that end when there is a file {@code stop}. */
  private void submit(Session session) throws IOException {
    String job =
        "{type: shell, inputs: '"
            + input
            + "', command: [sh, -c, 'until [ -e stop ]; do sleep 0.05; done']}\n";
    Path file = directory.resolve("w.yaml");
    Files.writeString(file, "jobs:\n  a: " + job + "  b: " + job);
    WorkflowTree tree = WorkflowTree.read(file, Map.of());
    assertThat(tree.problems()).isEmpty();
    session.scheduler().submit("r", file, Map.of(), tree);
  }

  private static boolean bothRun(Session session) {
    return session.scheduler().active().get(0).jobs().values().stream()
        .allMatch(job -> job.phase() == Phase.RUNNING);
  }

  private void end(Session session) throws IOException, InterruptedException {
    Files.createFile(directory.resolve("stop"));
    session
        .scheduler()
        .work(() -> session.scheduler().active().isEmpty() && session.scheduler().isIdle());
    assertThat(StoredRuns.load(session.journal(), "r").status())
        .isEqualTo(RunState.Status.SUCCEEDED);
  }

  private static String accesses(Session session) throws IOException {
    return StoredRuns.load(session.journal(), "r").jobs().values().stream()
        .map(job -> job.attempt().cluster() + " " + job.attempt().access())
        .sorted()
        .collect(Collectors.joining(", "));
  }

  private int replicas() throws IOException {
    return files.getFileStatus(new org.apache.hadoop.fs.Path(input)).getReplication();
  }

  /** HDFS deletes replicas later; all blocks lose that of the same region. */
  private void awaitOneRegion() throws Exception {
    while (location(true).whole().size() != 1) {
      TimeUnit.MILLISECONDS.sleep(100);
    }
    assertThat(replicas()).isEqualTo(1);
  }

  @Test
  void copiesAnInputToTheRegionAndTakesItBack() throws Exception {
    try (Session session = session(true)) {
      submit(session);
      session.scheduler().work(() -> bothRun(session));
      assertThat(accesses(session)).isEqualTo("far LOCAL, near LOCAL");
      assertThat(location(true).whole()).containsExactly("east", "west");
      assertThat(replicas()).isEqualTo(2);
      end(session);
      assertThat(session.journal().copies().newest(10))
          .singleElement()
          .matches(copy -> copy.bytes() == BLOCKS * BLOCK);
      assertThat(session.journal().copies().raised()).isEmpty();
      assertThat(notices).noneMatch(line -> line.contains("copy"));
    }
    awaitOneRegion();
  }

  @Test
  void goesOnWithACopyThatWasInterrupted() throws Exception {
    try (Session session = session(true)) {
      submit(session);
      session.scheduler().work(() -> isRaised(session));
    }
    try (Session session = session(true)) {
      session.scheduler().work(() -> bothRun(session));
      assertThat(accesses(session)).isEqualTo("far LOCAL, near LOCAL");
      assertThat(location(true).whole()).containsExactly("east", "west");
      end(session);
      assertThat(session.journal().copies().raised()).isEmpty();
    }
    awaitOneRegion();
  }

  private static boolean isRaised(Session session) {
    try {
      return !session.journal().copies().raised().isEmpty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void readsFromTheOtherRegionWithoutRulesForCopies() throws Exception {
    try (Session session = session(false)) {
      submit(session);
      session.scheduler().work(() -> bothRun(session));
      assertThat(accesses(session)).isEqualTo("far REMOTE_READ, near LOCAL");
      assertThat(location(true).whole()).containsExactly(home);
      List<String> why = new ArrayList<>();
      for (String job : List.of("a", "b")) {
        for (Journal.Choice choice : session.journal().choices("r", job)) {
          why.add(choice.what());
          why.addAll(choice.candidates());
        }
      }
      assertThat(why)
          .contains("start on far, and read its input from another region")
          .contains(
              "its input is whole in "
                  + home
                  + "; it cannot be copied: the file of clusters has no storage rules, which copies"
                  + " need");
      end(session);
      assertThat(session.journal().measurements().newest(10)).hasSize(1);
    }
  }

  /** As the driver does, to whom a path without a scheme is one of the cluster's file system. */
  @Test
  void looksForFilesOfLocalJobsInTheFileSystemOfTheirConfiguration() throws Exception {
    Path conf = Files.createDirectory(directory.resolve("conf"));
    Files.writeString(
        conf.resolve("core-site.xml"),
        "<configuration><property><name>fs.defaultFS</name><value>"
            + files.getUri()
            + "</value></property></configuration>");
    String output = Files.createDirectory(directory.resolve("out")).toString();
    String inHdfs = files.getUri() + output;
    ClusterConfigurations inherited =
        new ClusterConfigurations(name -> name.equals("HADOOP_CONF_DIR") ? conf.toString() : null);
    for (String keys : List.of("", ", hadoop configuration: conf")) {
      Path file = directory.resolve("local.yaml");
      Files.writeString(file, "clusters: {here: {kind: local" + keys + "}}\n");
      Cluster here = ClustersFile.read(file).clusters().get(0);
      ClusterConfigurations configurations =
          keys.isEmpty() ? inherited : new ClusterConfigurations(name -> null);
      HadoopFiles site =
          new HadoopFiles(
              new DriverCommands(directory, name -> null), configurations, Optional.empty());
      assertThat(site.exists(here, directory, output)).isFalse();
      try (OutputStream out = files.create(new org.apache.hadoop.fs.Path(inHdfs, "part"))) {
        out.write(new byte[7]);
      }
      assertThat(site.exists(here, directory, output)).isTrue();
      assertThat(site.measure(here, directory, List.of(output)).bytes()).isEqualTo(7);
      site.remove(here, directory, output);
      assertThat(files.exists(new org.apache.hadoop.fs.Path(inHdfs))).isFalse();
      assertThat(Path.of(output)).exists();
      assertThat(site.beginsAtWorkflow(here)).isFalse();
      assertThat(HadoopFiles.path(configurations, here, directory, "a/b"))
          .isEqualTo(new org.apache.hadoop.fs.Path("a/b"));
    }
  }

  @Test
  void doesNotKnowWhereAnInputOfVeryManyFilesIs() throws Exception {
    assertThat(
            new org.athanor.tiering.api.FileRegions(
                    files,
                    new org.athanor.storage.tier.Regions(
                        List.of(new org.athanor.storage.tier.Region("east", List.of("/east")))))
                .spots(List.of("/data", "/data"), 1))
        .isEqualTo(Optional.empty());
  }
}
