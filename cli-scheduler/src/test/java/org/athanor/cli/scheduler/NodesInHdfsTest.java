// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.server.blockmanagement.CombinedHostFileManager;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.clusters.Kind;
import org.athanor.scheduler.clusters.MapReduceFramework;
import org.athanor.scheduler.clusters.Power;
import org.athanor.scheduler.clusters.PowerDown;
import org.athanor.scheduler.clusters.PowerDown.Hook;
import org.athanor.scheduler.power.Demand;
import org.athanor.scheduler.power.Look;
import org.athanor.scheduler.power.NodeHealth;
import org.athanor.scheduler.power.PowerControl;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * An HDFS of four DataNodes that takes them into maintenance, and a ResourceManager that says that
 * nothing runs. Commands write what they were given to a log; before each look the test does what
 * the log says.
 */
@Timeout(180)
class NodesInHdfsTest {
  private static final int BLOCK = 1 << 20; // a cell of the coding
  private static final int NODES = 4;

  @TempDir static Path common;
  private static Configuration conf;
  private static MiniDFSCluster hdfs;
  private static DistributedFileSystem files;
  private static HttpServer manager;
  private static List<String> names; // host and port of each DataNode
  private static volatile String state = "RUNNING"; // of the NodeManager

  @TempDir Path directory;

  private volatile boolean later; // each node that was to go off would be off

  @BeforeAll
  static void start() throws IOException {
    conf = new HdfsConfiguration();
    conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, common.resolve("hdfs").toString());
    conf.setInt("dfs.blocksize", BLOCK);
    conf.setInt("dfs.heartbeat.interval", 1);
    conf.setInt("dfs.namenode.redundancy.interval.seconds", 1);
    conf.setInt("dfs.namenode.decommission.interval", 1);
    conf.setInt("dfs.namenode.heartbeat.recheck-interval", 500);
    conf.setInt("dfs.namenode.stale.datanode.interval", 3000);
    conf.setBoolean("dfs.namenode.redundancy.considerLoad", false);
    conf.set("dfs.namenode.hosts.provider.classname", CombinedHostFileManager.class.getName());
    conf.set("dfs.hosts", Files.createFile(common.resolve("hosts.json")).toString());
    hdfs = new MiniDFSCluster.Builder(conf).numDataNodes(NODES).build();
    hdfs.waitActive();
    files = hdfs.getFileSystem();
    names = hdfs.getDataNodes().stream().map(node -> node.getDatanodeId().getXferAddr()).toList();
    Files.writeString(
        common.resolve("core-site.xml"),
        "<configuration>"
            + property("fs.defaultFS", files.getUri().toString())
            + property("dfs.heartbeat.interval", "1")
            + property("dfs.namenode.stale.datanode.interval", "3000")
            + "</configuration>");
    manager = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    String info = "{\"clusterInfo\": {\"state\": \"STARTED\", \"haState\": \"ACTIVE\"}}";
    answer("info", () -> info);
    answer("nodes", NodesInHdfsTest::managers);
    String metrics = "{\"clusterMetrics\": {\"pendingMB\": 0, \"pendingVirtualCores\": 0}}";
    answer("metrics", () -> metrics);
    manager.start();
  }

  /** All DataNodes are on one host; it is that of one of the NodeManagers. */
  private static String managers() {
    StringBuilder nodes = new StringBuilder();
    for (int i = 0; i < NODES; i++) {
      String host = i == 0 ? hdfs.getDataNodes().get(0).getDatanodeId().getHostName() : "nm" + i;
      nodes.append(i == 0 ? "" : ",").append("{\"nodeHostName\": \"").append(host);
      nodes.append("\", \"state\": \"").append(i == 0 ? state : "RUNNING");
      nodes.append("\", \"numContainers\": 0, \"usedVirtualCores\": 0,");
      nodes.append("\"availableVirtualCores\": 4, \"usedMemoryMB\": 0, \"availMemoryMB\": 4096}");
    }
    return "{\"nodes\": {\"node\": [" + nodes + "]}}";
  }

  private static String property(String name, String value) {
    return "<property><name>" + name + "</name><value>" + value + "</value></property>";
  }

  private static void answer(String path, Supplier<String> json) {
    manager.createContext(
        "/ws/v1/cluster/" + path,
        exchange -> {
          try (exchange) {
            byte[] bytes = json.get().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
          }
        });
  }

  @AfterAll
  static void stop() {
    if (manager != null) {
      manager.stop(0);
    }
    if (hdfs != null) {
      hdfs.shutdown();
    }
  }

  private Cluster cluster(List<String> mayBeOff) {
    Map<Hook, List<String>> hooks = new EnumMap<>(Hook.class);
    for (Hook hook : Hook.values()) {
      String until = hook == Hook.MAINTENANCE ? " " + PowerDown.UNTIL : "";
      String line = hook.id() + " " + PowerDown.NODE + until;
      hooks.put(hook, List.of("sh", "-c", "echo '" + line + "' >> '" + log() + "'"));
    }
    PowerDown settings =
        new PowerDown(
            mayBeOff,
            hooks,
            new PowerDown.Limits(1, 0, 1, 0),
            new PowerDown.Times(
                Duration.ofHours(1),
                Duration.ofMinutes(10),
                Duration.ofMinutes(10),
                Duration.ofDays(7)));
    return new Cluster(
        "lab",
        new Kind.Yarn(
            common,
            List.of(URI.create("http://127.0.0.1:" + manager.getAddress().getPort())),
            Optional.empty(),
            Optional.empty(),
            MapReduceFramework.HADOOP,
            Optional.of(settings)),
        new Cluster.Limits(OptionalDouble.empty(), OptionalLong.empty()),
        new Cluster.Traits(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            Optional.of(new Power(100, 200)),
            Optional.empty()));
  }

  private Path log() {
    return directory.resolve("log");
  }

  /** A file with a replica on each of some nodes. */
  private static void write(String path, int bytes, int... nodes) throws IOException {
    InetSocketAddress[] wanted = new InetSocketAddress[nodes.length];
    for (int i = 0; i < nodes.length; i++) {
      wanted[i] = node(names.get(nodes[i])).getXferAddress();
    }
    try (OutputStream out = create(path, wanted)) {
      out.write(new byte[bytes]);
    }
  }

  private static DataNode node(String name) {
    return hdfs.getDataNodes().stream()
        .filter(node -> node.getDatanodeId().getXferAddr().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static FSDataOutputStream create(String path, InetSocketAddress... nodes)
      throws IOException {
    return files.create(
        new org.apache.hadoop.fs.Path(path),
        FsPermission.getFileDefault(),
        true,
        4096,
        (short) nodes.length,
        BLOCK,
        null,
        nodes);
  }

  private Map<String, String> mustStay(Set<String> leaving, String... candidates)
      throws IOException {
    return new HdfsCoverage(new HadoopClients(new ClusterConfigurations(name -> null)))
        .mustStay(cluster(names), leaving, List.of(candidates));
  }

  private static void remove(String path) throws IOException {
    files.delete(new org.apache.hadoop.fs.Path(path), true);
  }

  @Test
  void nodesStayThatHoldWhatNoOtherNodeHolds() throws Exception {
    String one = names.get(1);
    String two = names.get(2);
    String three = names.get(3);
    write("/a/everywhere", 3 * BLOCK, 0, 1, 2, 3);
    assertThat(mustStay(Set.of(), one, two, three)).isEmpty();

    write("/a/b/c", 10, 1, 2);
    assertThat(mustStay(Set.of(), one)).isEmpty();
    assertThat(mustStay(Set.of(), one, three, two))
        .isEqualTo(Map.of(two, "without it, /a/b/c cannot be read"));
    assertThat(mustStay(Set.of(one), two)).containsOnlyKeys(two);
    remove("/a");

    write("/s/old", 10, 3);
    files.allowSnapshot(new org.apache.hadoop.fs.Path("/s"));
    files.createSnapshot(new org.apache.hadoop.fs.Path("/s"), "before");
    remove("/s/old");
    assertThat(mustStay(Set.of(), one, three))
        .isEqualTo(Map.of(three, "without it, /s/.snapshot/before/old cannot be read"));
    files.deleteSnapshot(new org.apache.hadoop.fs.Path("/s"), "before");

    files.enableErasureCodingPolicy("XOR-2-1-1024k");
    files.mkdirs(new org.apache.hadoop.fs.Path("/e"));
    files.setErasureCodingPolicy(new org.apache.hadoop.fs.Path("/e"), "XOR-2-1-1024k");
    DFSTestUtil.writeFile(files, new org.apache.hadoop.fs.Path("/e/coded"), new byte[2 * BLOCK]);
    assertThat(mustStay(Set.of(), names.get(0))).isEmpty();
    assertThat(mustStay(Set.of(), names.toArray(String[]::new)))
        .as("two of three parts are enough")
        .hasSize(2)
        .containsValue("without it, /e/coded cannot be read");
    remove("/e");
  }

  @Test
  void aNodeInMaintenanceStaysIfItMayHoldWhatNoOtherNodeHolds() throws Exception {
    String two = names.get(2);
    String three = names.get(3);
    write("/m/data", 10, 2, 3);
    Machines machines = new Machines();
    machines.maintained.put(two, Long.toString(Instant.now().plusSeconds(3600).toEpochMilli()));
    machines.list();
    awaitStorage(two, NodeHealth.Storage.IN_MAINTENANCE);
    assertThat(mustStay(Set.of(), two)).isEmpty();
    assertThat(mustStay(Set.of(), two, three))
        .isEqualTo(Map.of(three, "without it, /m/data cannot be read"));
    // HDFS names no holder of the block that counts, and does not say that it is on this node.
    assertThat(mustStay(Set.of(three), two)).isEqualTo(Map.of(two, "/m/data may be only there"));

    machines.maintained.clear();
    machines.list();
    awaitStorage(two, NodeHealth.Storage.IN_SERVICE);
    try (FSDataOutputStream out =
        create("/m/log", node(names.get(0)).getXferAddress(), node(two).getXferAddress())) {
      out.write(1);
      out.hflush();
      assertThat(mustStay(Set.of(), two)).isEmpty();
      machines.maintained.put(two, Long.toString(Instant.now().plusSeconds(3600).toEpochMilli()));
      machines.list();
      awaitStorage(two, NodeHealth.Storage.IN_MAINTENANCE);
      assertThat(mustStay(Set.of(), two)).isEqualTo(Map.of(two, "/m/log is being written there"));
    }
    machines.maintained.clear();
    machines.list();
    awaitStorage(two, NodeHealth.Storage.IN_SERVICE);
    remove("/m");
  }

  private static void awaitStorage(String name, NodeHealth.Storage storage) throws Exception {
    long begin = System.nanoTime();
    while (health(name).storage() != storage) {
      assertThat(System.nanoTime() - begin).isLessThan(TimeUnit.SECONDS.toNanos(60));
      TimeUnit.MILLISECONDS.sleep(20); // HDFS tells nobody
    }
  }

  @Test
  void nothingIsSwitchedOffIfHdfsMayDoWithoutAnyReplica() throws Exception {
    Path other = Files.createDirectory(directory.resolve("conf"));
    Files.writeString(
        other.resolve("core-site.xml"),
        "<configuration>"
            + property("fs.defaultFS", files.getUri().toString())
            + property("dfs.namenode.maintenance.replication.min", "0")
            + "</configuration>");
    Cluster lab = cluster(names);
    Kind.Yarn kind = (Kind.Yarn) lab.kind();
    Cluster careless =
        new Cluster(
            "lab",
            new Kind.Yarn(
                other,
                kind.resourceManagers(),
                kind.queue(),
                kind.label(),
                kind.framework(),
                kind.powerDown()),
            lab.limits(),
            lab.traits());
    HdfsCoverage coverage =
        new HdfsCoverage(new HadoopClients(new ClusterConfigurations(name -> null)));
    assertThatThrownBy(() -> coverage.mustStay(careless, Set.of(), List.of(names.get(1))))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("dfs.namenode.maintenance.replication.min=0: must be at least 1");
  }

  @Test
  void yarnMayCallANodeByNameOrAddress() throws Exception {
    DataNode node = node(names.get(1));
    String address = node.getDatanodeId().getIpAddr();
    assertThat(HdfsNodes.read(files).hosts(names.get(1)))
        .containsOnly(address, node.getDatanodeId().getHostName().toLowerCase(Locale.ROOT));
    assertThat(HdfsNodes.read(files).hosts("Other.example.org:9866"))
        .containsExactly("other.example.org");
    HadoopNodeWatch watch =
        new HadoopNodeWatch(
            new HadoopClients(new ClusterConfigurations(name -> null)), InstantSource.system());
    Look look = watch.look(cluster(names), List.of(names.get(1), "other.example.org"));
    assertThat(look.nodes().get(names.get(1)).compute()).isEqualTo(NodeHealth.Compute.RUNNING);
    assertThat(look.nodes().get("other.example.org").compute()).isEqualTo(NodeHealth.Compute.NONE);
  }

  /** What a machine does that is switched off and on, and the lists of HDFS. */
  private final class Machines {
    private final Map<String, MiniDFSCluster.DataNodeProperties> off = new HashMap<>();
    private final Map<String, String> maintained = new HashMap<>();
    private int done;

    void act() throws IOException {
      List<String> lines = Files.exists(log()) ? Files.readAllLines(log()) : List.of();
      for (String line : lines.subList(done, lines.size())) {
        String[] words = line.split(" ", -1);
        switch (words[0]) {
          case "maintenance" -> maintained.put(words[1], words[2]);
          case "restore" -> {
            maintained.remove(words[1]);
            state = "RUNNING";
          }
          case "off" -> switchOff(words[1]);
          case "on" -> switchOn(words[1]);
          default -> {
            assertThat(words[0]).isEqualTo("drain");
            state = "DECOMMISSIONED";
          }
        }
      }
      if (done < lines.size()) {
        done = lines.size();
        list();
      }
    }

    private void switchOff(String name) throws IOException {
      DataNode node = node(name);
      off.put(name, hdfs.stopDataNode(name));
      hdfs.setDataNodeDead(node.getDatanodeId()); // at once, and not after ten minutes
    }

    private void switchOn(String name) throws IOException {
      MiniDFSCluster.DataNodeProperties node = off.remove(name);
      if (node != null) {
        hdfs.restartDataNode(node, true);
      }
    }

    private void list() throws IOException {
      List<String> entries = new ArrayList<>();
      for (String name : names) {
        String[] parts = name.split(":", -1);
        entries.add(
            "{\"hostName\": \""
                + parts[0]
                + "\", \"port\": "
                + parts[1]
                + (maintained.containsKey(name)
                    ? ", \"adminState\": \"IN_MAINTENANCE\", \"maintenanceExpireTimeInMS\": \""
                        + maintained.get(name)
                        + "\""
                    : "")
                + "}");
      }
      Files.writeString(common.resolve("hosts.json"), entries.toString());
      // As dfsadmin -refreshNodes, which would read the configuration files of a NameNode.
      hdfs.getNamesystem().getBlockManager().getDatanodeManager().refreshNodes(conf);
    }
  }

  @Test
  void aNodeSleepsInMaintenanceAndWakesWhenHdfsLosesAnother() throws Exception {
    String sleeper = names.get(3);
    write("/w/data", 3 * BLOCK, 0, 3);
    BlockingQueue<String> notices = new LinkedBlockingQueue<>();
    AtomicInteger looks = new AtomicInteger();
    Machines machines = new Machines();
    Instant start = Instant.now();
    long nanos = System.nanoTime();
    HadoopClients clients = new HadoopClients(new ClusterConfigurations(name -> null));
    PowerControl.Parts parts =
        new PowerControl.Parts(
            (cluster, nodes) -> {
              machines.act();
              Look look =
                  new HadoopNodeWatch(clients, () -> time(start, nanos, looks))
                      .look(cluster, nodes);
              looks.incrementAndGet();
              return look;
            },
            new HdfsCoverage(clients),
            name -> Demand.NONE,
            () -> time(start, nanos, looks),
            notices::add);
    try (PowerControl control =
        new PowerControl(
            List.of(cluster(List.of(sleeper))), directory, Duration.ofMillis(200), parts)) {
      control.start();
      await(notices, "is in phase off");
      assertThat(Files.readAllLines(log()))
          .extracting(line -> line.split(" ", -1)[0])
          .containsExactly("drain", "maintenance", "off");
      // HDFS does not replicate what the sleeper holds, and its files can be read.
      awaitSilence(sleeper);
      assertThat(health(sleeper).storage()).isEqualTo(NodeHealth.Storage.IN_MAINTENANCE);
      assertThat(files.getLowRedundancyBlocksCount()).isZero();
      assertThat(DFSTestUtil.readFileAsBytes(files, new org.apache.hadoop.fs.Path("/w/data")))
          .hasSize(3 * BLOCK);

      DataNode lost = node(names.get(1));
      MiniDFSCluster.DataNodeProperties broken =
          hdfs.stopDataNode(lost.getDatanodeId().getXferAddr());
      assertThat(await(notices, "is in phase boot"))
          .endsWith("boot: HDFS has lost replicas, or does not hear of a node");
      later = true;
      await(notices, "is in phase on");
      hdfs.restartDataNode(broken, true);
      hdfs.waitActive();
    }
    assertThat(health(sleeper).storage()).isEqualTo(NodeHealth.Storage.IN_SERVICE);
    assertThat(Files.readAllLines(log()))
        .extracting(line -> line.split(" ", -1)[0])
        .endsWith("on", "restore")
        .hasSize(5);
    remove("/w");
  }

  /** The machine is off with the look after that in which it was told. */
  private static void awaitSilence(String name) throws IOException, InterruptedException {
    long begin = System.nanoTime();
    while (health(name).live()) {
      assertThat(System.nanoTime() - begin).isLessThan(TimeUnit.SECONDS.toNanos(60));
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  private static HdfsNodes.Health health(String name) throws IOException {
    return HdfsNodes.read(files).health(name, Instant.now(), Duration.ofSeconds(1));
  }

  /** After the first looks an hour has passed, in which nothing was needed; then a shutdown. */
  private Instant time(Instant start, long nanos, AtomicInteger looks) {
    return start
        .plusNanos(System.nanoTime() - nanos)
        .plus(Duration.ofHours(looks.get() > 2 ? 1 : 0))
        .plus(Duration.ofMinutes(later ? 5 : 0));
  }

  private static String await(BlockingQueue<String> notices, String part)
      throws InterruptedException {
    String line = "";
    List<String> all = new ArrayList<>();
    while (!line.contains(part)) {
      line = notices.poll(60, TimeUnit.SECONDS);
      assertThat(line).as("a notice with: " + part + ", after " + all).isNotNull();
      all.add(line);
    }
    return line;
  }
}
