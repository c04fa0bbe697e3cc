// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.athanor.cli.LauncherCommands;
import org.athanor.cli.storage.main.StorageMain;
import org.athanor.tiering.document.PlanReader;
import org.athanor.tiering.plan.TierChange;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class PlanCommandTest {
  private static final String HEADER =
      "Path\tReplication\tModificationTime\tAccessTime\tPreferredBlockSize\tBlocksCount\tFileSize"
          + "\tNSQUOTA\tDSQUOTA\tPermission\tUserName\tGroupName\tStoragePolicyId\n";

  private static final String RULES =
      """
      format=1
      version=1
      tiers=ssd, disk
      tier.ssd.devices=SSD
      tier.ssd.read=1000000000
      tier.ssd.write=1000000000
      tier.ssd.iops=10000
      tier.disk.devices=DISK
      tier.disk.read=100000000
      tier.disk.write=100000000
      tier.disk.iops=100
      retrieval=network
      retrieval.network.step=16
      replication.minimum=2
      """;

  @TempDir Path directory;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeEach
  void writeInput() throws IOException {
    write(
        "image",
        HEADER + file("/hot", 2_000_000_000L) + file("/cold", 8_000_000_000L) + file("/new", 1));
    StringBuilder log = new StringBuilder();
    for (int day = 1; day <= 5; day++) {
      log.append(open(day, "/hot"));
    }
    write("audit.log", log.append(open(6, "/cold")).append("what?\n").toString());
  }

  private static String file(String path, long bytes) {
    return path
        + "\t3\t2025-01-01 00:00\t1970-01-01 00:00\t134217728\t1\t"
        + bytes
        + "\t0\t0\t-rw-r--r--\tu\tg\t0\n";
  }

  private static String open(int day, String path) {
    return "2026-01-0"
        + day
        + " 12:00:00,000 INFO FSNamesystem.audit: allowed=true\tugi=u (auth:SIMPLE)\tip=/10.0.0.1"
        + "\tcmd=open\tsrc="
        + path
        + "\tdst=null\tperm=null\tproto=rpc\n";
  }

  private void write(String name, String text) throws IOException {
    Files.write(directory.resolve(name), text.getBytes(UTF_8));
  }

  private int athanor(String... arguments) {
    String[] resolved = arguments.clone();
    for (int i = 0; i < resolved.length; i++) {
      resolved[i] = resolved[i].replace("DIR", directory.toString());
    }
    return StorageMain.execute(
        new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), resolved);
  }

  private int plan(String... more) {
    String[] line = {"storage", "plan", "--image", "DIR/image", "--audit-log", "DIR/audit.log"};
    String[] all = Arrays.copyOf(line, line.length + more.length);
    System.arraycopy(more, 0, all, line.length, more.length);
    return athanor(all);
  }

  @Test
  void showsWhatSsdWouldBring() {
    assertThat(plan("--ssd", "2.5g", "--zone", "UTC")).isZero();
    assertThat(out.toString(UTF_8))
        .startsWith(
            """
            audit log   2026-01-01 12:00 to 2026-01-06 12:00 UTC: 6 accesses, 5 periods of 24.0 h
            image       3 files, 2 of them read, 10.0 GB, with replicas 30.0 GB
            gain        2.5 GB of SSD would have served 100.0 % of accesses (100.0 % to 100.0 % in single periods),
                        and devices would have needed 70.0 % (70.0 % to 70.0 %) less time to read
            """)
        .contains("change  files  their length\n")
        .contains("/hot  2.0 GB  HOT -> ONE_SSD  3         read 5 times\n")
        .contains("2.0 GB would be written, in 20 s at 100 MB/s\n");
    assertThat(err.toString(UTF_8))
        .isEqualTo("athanor storage plan: 1 lines of the audit log could not be read\n");
  }

  private static final String PLACED =
      RULES
          + """
          placements=all
          placement.all.path=/
          placement.all.policy=network
          placement.all.tiers=disk
          """;

  @Test
  void plansATierOfTheRules() throws IOException {
    write("rules", PLACED);
    assertThat(
            plan(
                "--rules",
                "DIR/rules",
                "--tier",
                "ssd=2.5g",
                "--zone",
                "UTC",
                "--rules-output",
                "DIR/new",
                "--output",
                "DIR/plan"))
        .as(err.toString(UTF_8))
        .isZero();
    assertThat(out.toString(UTF_8))
        .contains("Tier ssd would hold 2.0 GB of 2.5 GB; the NameNode needs version 2 of the rules")
        .containsPattern("ssd  hit rate .*\n")
        .contains("1 of 3 files would change\n2.0 GB would be written, in 20 s at 100 MB/s\n")
        .contains("How much faster reads get is not known")
        .contains("/hot  2.0 GB  disk -> ssd+disk  read 5 times\n")
        .doesNotContain("Nothing may change");
    assertThat(Files.readString(directory.resolve("new")))
        .contains("version=2\n")
        .contains("placement.planned-ssd-1.path=/hot\n")
        .contains("placement.planned-ssd-1.tiers=ssd, disk\n");
    assertThat(Files.readString(directory.resolve("plan")))
        .contains("\"files\" : 1,\n    \"actions\" : 0,")
        .contains("\"movedBytes\" : 2000000000,\n    \"moveSeconds\" : 20.0,")
        .contains("\"cacheCurveTier\" : \"ssd\"")
        .contains("\"replicaCurve\" : [ ]");
    PlanReader.Changes read = PlanReader.read(directory.resolve("plan"));
    assertThat(read.actions()).isEmpty();
    assertThat(read.tiers())
        .containsExactly(
            new TierChange(
                "/hot",
                -1,
                2_000_000_000L,
                Instant.parse("2025-01-01T00:00:00Z"),
                3,
                List.of("disk"),
                List.of("ssd", "disk"),
                "read 5 times"));
    assertThat(athanor("storage", "apply", "DIR/plan")).isEqualTo(2);
    assertThat(err.toString(UTF_8))
        .contains("wants files on tiers of the NameNode's plug-ins: give --rules");
  }

  @Test
  void saysWhyThereAreNoHitRatesIfTheRulesHoldAllFiles() throws IOException {
    write("rules", PLACED);
    assertThat(plan("--rules", "DIR/rules", "--ssd", "2g", "--extra-replicas", "2g", "--json"))
        .isZero();
    assertThat(out.toString(UTF_8))
        .contains("\"cacheCurve\" : [ ]")
        .contains("\"replicaCurve\" : [ ]");
    out.reset();
    assertThat(plan("--rules", "DIR/rules", "--ssd", "2g", "--extra-replicas", "2g")).isZero();
    assertThat(out.toString(UTF_8))
        .contains("No file may get a copy on SSD by a storage policy, as what is left alone says, ")
        .contains("The number of replicas of no file may change\n");
  }

  @Test
  void saysWhichRulesAPlanForATierNeeds() throws IOException {
    write("rules", PLACED);
    assertThat(plan("--rules", "DIR/rules", "--tier", "ssd=2.5g", "--zone", "UTC")).isZero();
    assertThat(err.toString(UTF_8))
        .contains("the plan for tier ssd needs other rules in the NameNode, which --rules-output");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--tier ssd=1g | --tier: needs --rules, the rules of the NameNode's plug-ins",
        "--rules DIR/rules --rules-output DIR/x | --rules-output: needs --tier",
        "--rules DIR/rules --tier nvme=1g | --tier=nvme=1g: must be a tier of the rules and a size,"
            + " such as ssd=2t; tiers are ssd, disk",
        "--rules DIR/rules --tier ssd | --tier=ssd: must be a tier of the rules and a size",
        "--rules DIR/rules --tier ssd=x | --tier=ssd=x: must be a size such as 500g or 1.5t",
        "--rules DIR/rules --tier disk=1g | --tier=disk=1g: tier disk has disks",
      })
  void wrongTiersAreSaid(String options, String message) throws IOException {
    write("rules", PLACED);
    assertThat(plan(options.split(" ", -1))).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains(message);
  }

  private static final String CLUSTER =
      """
      cluster:
        nodes:
          worker:
            count: 5
            cores: 1
            clock: 1 GHz
            link: 100 Gbit/s
            devices:
              disk: {type: disk, read: 100 MB/s, write: 100 MB/s, capacity: 1t}
              ssd: {type: ssd, read: 400 MB/s, write: 400 MB/s, capacity: 1t}
      clients: {size: 1g}
      """;

  /** With slow links, what is near is better than what is fast; with fast ones it is not. */
  @ParameterizedTest
  @CsvSource({"100 Gbit/s, tier", "0.4 Gbit/s, network"})
  void saysWhichRetrievalIsBetterOnTheseLinks(String link, String better) throws IOException {
    write("cluster.yaml", CLUSTER.replace("100 Gbit/s", link));
    String other = better.equals("tier") ? "network\nretrieval.network.step=16" : "tier";
    write(
        "rules",
        RULES.replace("retrieval=network\nretrieval.network.step=16", "retrieval=" + other));
    assertThat(plan("--ssd", "2.5g", "--cluster", "DIR/cluster.yaml", "--rules", "DIR/rules"))
        .isZero();
    assertThat(out.toString(UTF_8))
        .contains("by retrieval policy: ")
        .containsPattern("retrieval=" + better + "|retrieval=hybrid would be better here");
    out.reset();
    plan("--ssd", "2.5g", "--cluster", "DIR/cluster.yaml", "--rules", "DIR/rules", "--json");
    JsonNode retrievals =
        new JsonMapper().readTree(out.toString(UTF_8)).at("/simulated/retrievals");
    java.util.Map<String, Double> seconds = new java.util.TreeMap<>();
    retrievals.forEach(
        one -> seconds.put(one.get("policy").asString(), one.get("meanSeconds").asDouble()));
    assertThat(seconds).containsOnlyKeys("network", "tier", "hybrid");
    assertThat(seconds.get(better))
        .isLessThan(0.97 * seconds.get(better.equals("tier") ? "network" : "tier"));
  }

  /** Nobody else reads: a read from SSD takes a quarter of the time. */
  @Test
  void triesPastPlansOnACluster() throws IOException {
    write("cluster.yaml", CLUSTER);
    write("rules", RULES.replace("retrieval=network\nretrieval.network.step=16", "retrieval=tier"));
    assertThat(plan("--ssd", "2.5g", "--cluster", "DIR/cluster.yaml", "--rules", "DIR/rules"))
        .isZero();
    // The policy also looks at the load that DataNodes tell, so a block may come from a disk.
    assertThat(out.toString(UTF_8))
        .containsPattern(
            "simulated   reads take 7\\d\\.\\d % \\(7\\d\\.\\d % to 75\\.0 %\\) less time: 5\\.\\d+ s"
                + " instead of 20\\.00 s on average,\\n"
                + " {12}at \\d+ MB/s instead of 100 MB/s; (9\\d|100)\\.\\d % of the bytes come from SSD,"
                + " now 0\\.0 %\\n")
        .contains("cluster that of " + directory + "/cluster.yaml, with 5 nodes\n")
        .contains("clients choose replicas by the rules' retrieval policy tier\n")
        .contains(
            "            12 reads of 4 accesses in 4 periods that their plans did not know, 12 runs;\n"
                + "            the range is that of single periods: the next one is in it with a"
                + " probability of 60.0 %\n");
  }

  /** HDFS by itself does not look for the copy on SSD, so a part of the reads finds it. */
  @Test
  void withoutRulesReadersTakeAnyReplica() throws IOException {
    write("cluster.yaml", CLUSTER);
    assertThat(plan("--ssd", "2.5g", "--cluster", "DIR/cluster.yaml", "--json")).isZero();
    JsonNode made = new JsonMapper().readTree(out.toString(UTF_8)).get("simulated");
    assertThat(made.get("fromSsd").get("now").asDouble()).isZero();
    assertThat(made.get("fromSsd").get("planned").asDouble()).isBetween(0.1, 0.6);
    assertThat(made.get("meanSeconds").get("gain").asDouble()).isBetween(0.07, 0.45);
    assertThat(made.get("readers").asString()).contains("nearest replica");
  }

  @Test
  void assumesAClusterAndSaysSo() {
    assertThat(plan("--ssd", "2.5g")).isZero();
    assertThat(out.toString(UTF_8)).contains("cluster assumed: 4 nodes at one switch");
  }

  @Test
  void aClusterThatCannotHaveThePlanIsANotice() throws IOException {
    write("cluster.yaml", CLUSTER.replaceFirst("(?m)^ +ssd:.*\n", ""));
    assertThat(plan("--ssd", "2.5g", "--cluster", "DIR/cluster.yaml")).isZero();
    assertThat(out.toString(UTF_8)).doesNotContain("simulated");
    assertThat(err.toString(UTF_8))
        .contains("the gain could not be simulated: no node of the cluster, that of ")
        .contains("has an SSD for blocks");
    write("cluster.yaml", CLUSTER.replace("cores: 1", "cores: 0"));
    assertThat(plan("--cluster", "DIR/cluster.yaml")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("cluster.yaml:5: cluster.nodes.worker.cores=0: ");
    assertThat(plan("--cluster", "DIR/none")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("--cluster=" + directory + "/none: cannot be read");
  }

  @Test
  void writesFilesAndKeepsThoseThatExist() throws IOException {
    assertThat(plan("--ssd", "3g", "--output", "DIR/plan.json", "--html", "DIR/plan.html"))
        .isZero();
    assertThat(Files.readString(directory.resolve("plan.json"))).contains("\"/hot\"");
    assertThat(Files.readString(directory.resolve("plan.html"))).startsWith("<!doctype html>");
    assertThat(plan("--output", "DIR/plan.json")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("plan.json").contains("--force");
    assertThat(plan("--output", "DIR/plan.json", "--force")).isZero();
  }

  @Test
  void jsonIsAloneOnStandardOutput() {
    assertThat(plan("--json")).isZero();
    assertThat(out.toString(UTF_8)).startsWith("{").endsWith("}\n");
  }

  @Test
  void withoutABudgetItSaysHowToGetOne() {
    assertThat(plan()).isZero();
    assertThat(out.toString(UTF_8))
        .contains("give --ssd, --extra-replicas or --archive-after for a plan.\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--ssd 2x | --ssd=2x: must be a size such as 500g or 1.5t",
        "--period 1y | --period=1y: must be a duration such as 30m, 12h, 1d or 4w",
        "--period 1s | period in seconds=1: must be 60 or more",
        "--predictor best | --predictor=best: must be one of recurrence, aptstore, dux, lfu, lru,"
            + " last-value",
        "--zone Mars | --zone=Mars: must be a zone such as UTC or Europe/Berlin",
        "--rows -1 | --rows=-1: must be 0 or more",
        "--pin sla | pin=\"sla\": must begin with /",
        "--move-rate 0 | moveBytesPerSecond=0.0: must be above 0 and finite",
        "--replication 1 | --replication=1: must be 2 or more",
        "--rules DIR/none | --rules=DIR/none: does not exist",
        "--rules DIR | --rules=DIR: is no file",
      })
  void namesWhatIsWrong(String options, String message) {
    assertThat(plan(options.split(" ", -1))).isEqualTo(2);
    assertThat(err.toString(UTF_8))
        .isEqualTo("athanor: " + message.replace("DIR", directory.toString()) + "\n");
    assertThat(out.toString(UTF_8)).isEmpty();
  }

  @Test
  void inputThatIsNoneIsOneLine() throws IOException {
    write("image", "<html>");
    assertThat(plan()).isEqualTo(2);
    assertThat(err.toString(UTF_8).lines().toList()).hasSize(1);
    assertThat(err.toString(UTF_8)).contains(directory + "/image").contains("oiv");
    assertThat(athanor("storage", "plan", "--image", "DIR/none", "--audit-log", "DIR/audit.log"))
        .isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("--image=" + directory + "/none: does not exist\n");
  }

  @Test
  void readsTheSpeedsOfRules() throws IOException {
    write("rules", RULES);
    assertThat(plan("--ssd", "3g", "--rules", "DIR/rules")).isZero();
    assertThat(out.toString(UTF_8)).contains("needed 90.0 %");
    write("rules", "format=1\n");
    assertThat(plan("--rules", "DIR/rules")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("--rules=" + directory + "/rules: ");
  }

  /** Else a plan would take replicas away that nobody may take away. */
  @Test
  void leavesAsManyReplicasAsTheRulesWant() throws IOException {
    write("rules", RULES.replace("minimum=2", "minimum=4"));
    assertThat(plan("--archive-after", "1d", "--rules", "DIR/rules")).isEqualTo(2);
    assertThat(err.toString(UTF_8))
        .isEqualTo(
            "athanor: --replication=3: is below replication.minimum=4 of the rules "
                + directory
                + "/rules; must be 4 or more\n");
    write("rules", RULES.replace("minimum=2", "minimum=3"));
    assertThat(plan("--archive-after", "1d", "--rules", "DIR/rules", "--json")).isZero();
    assertThat(out.toString(UTF_8))
        .containsPattern("\"toReplicas\" *: 3")
        .doesNotContainPattern("\"toReplicas\" *: 2");
  }

  /** As the daemon does: a storage policy would take them from the plug-ins. */
  @Test
  void leavesAloneWhatTheRulesPlace() throws IOException {
    write("image", HEADER + file("/fast/hot", 2_000_000_000L) + file("/cold", 8_000_000_000L));
    StringBuilder log = new StringBuilder();
    for (int day = 1; day <= 5; day++) {
      log.append(open(day, "/fast/hot")).append(open(day, "/cold"));
    }
    write("audit.log", log.toString());
    write(
        "rules",
        RULES + "placements=fast\nplacement.fast.path=/fast\nplacement.fast.policy=tier\n");
    assertThat(plan("--ssd", "20g", "--rules", "DIR/rules")).isZero();
    assertThat(out.toString(UTF_8))
        .containsPattern("left alone +files\\nplaced by the rules +1")
        .doesNotContainPattern("/fast/hot.*ONE_SSD")
        .containsPattern("/cold +8\\.0 GB +HOT -> ONE_SSD");
  }

  @Test
  void saysWhetherNearReplicasOrFastDevicesAreBetter() {
    assertThat(plan("--link", "100 Mbit/s")).isZero();
    assertThat(out.toString(UTF_8))
        .contains("links       100 Mbit/s a node; recommended is network: by ")
        .contains("placed and read by")
        .containsPattern(
            "; policies that know devices are better .*from [0-9.]+ [MG]bit/s a node\n")
        .contains(
            "assumed: 4 nodes at one switch, each with 4 disks, an SSD, an archive device and 100 Mbit/s");
    out.reset();
    assertThat(plan("--link", "400 Gbit/s")).isZero();
    assertThat(out.toString(UTF_8))
        .containsPattern("recommended is (hybrid|tier): by network, a device of type ")
        .containsPattern("; network is better below [0-9.]+ [MG]bit/s a node\n");
    out.reset();
    assertThat(plan("--link", "1 Gbit/s", "--json")).isZero();
    assertThat(out.toString(UTF_8))
        .containsPattern("\"linkBytesPerSecond\" : 1.25E8")
        .containsPattern("\"recommended\" : \"[a-z]+\"")
        .contains("\"crossoverBytesPerSecond\"", "\"boundBy\"");
    out.reset();
    assertThat(plan()).isZero();
    assertThat(out.toString(UTF_8)).doesNotContain("recommended is");
  }

  @Test
  void aLinkIsARateAndNotBesideACluster() throws IOException {
    for (String wrong : List.of("fast", "1 Gbit", "0 MB/s")) {
      err.reset();
      assertThat(plan("--link", wrong)).isEqualTo(2);
      assertThat(err.toString(UTF_8))
          .isEqualTo(
              "athanor: --link="
                  + wrong
                  + ": must be a rate above 0 such as '1 Gbit/s' or '118 MB/s'\n");
    }
    err.reset();
    write("cluster.yaml", CLUSTER);
    assertThat(plan("--link", "1 Gbit/s", "--cluster", "DIR/cluster.yaml")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("of --cluster has the links; give one of them");
  }

  @Test
  void helpFitsAndIsWhatTheLauncherSays() {
    assertThat(athanor("storage", "plan", "--help")).isZero();
    List<String> help = out.toString(UTF_8).lines().toList();
    assertThat(help).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(100));
    assertThat(new CommandLine(new StorageCommand()).getCommandSpec().usageMessage().description())
        .containsExactly(LauncherCommands.STORAGE.get("storage"));
    assertThat(LauncherCommands.STORAGE).hasSize(1);
    assertThat(athanor("storage")).isEqualTo(2);
  }
}
