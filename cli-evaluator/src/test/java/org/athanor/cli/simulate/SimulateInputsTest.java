// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.simulate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.athanor.cli.main.EvaluatorMain;
import org.athanor.profile.Catalogue;
import org.athanor.profile.CatalogueLocation;
import org.athanor.profile.run.Amount;
import org.athanor.profile.run.Application;
import org.athanor.profile.run.Configuration;
import org.athanor.profile.run.Execution;
import org.athanor.profile.run.Framework;
import org.athanor.profile.run.Input;
import org.athanor.profile.run.NodeKind;
import org.athanor.profile.run.NodeUse;
import org.athanor.profile.run.Origin;
import org.athanor.profile.run.Phase;
import org.athanor.profile.run.Resource;
import org.athanor.profile.run.Run;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code athanor simulate} with what was measured: machines, runs of a catalogue, accesses. */
@Tag("short")
class SimulateInputsTest {
  private static final String NODES =
      """
      cluster:
        nodes:
          worker:
            count: 4
            cores: 4
            clock: 2 GHz
            link: 10 Gbit/s
            containers: 4
            devices:
              disk: {type: disk, read: 100 MB/s, write: 100 MB/s, capacity: 20g}
      """;

  @TempDir private Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private Path file;
  private Path catalogue;

  @BeforeEach
  void prepare() {
    file = directory.resolve("s.yaml");
    catalogue = directory.resolve("profile.db");
  }

  private int simulate(String... arguments) {
    out.reset();
    err.reset();
    String[] all = new String[arguments.length + 1];
    all[0] = "simulate";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return EvaluatorMain.execute(
        new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), all);
  }

  private String errors() {
    return err.toString(UTF_8);
  }

  private void enter(String id, NodeKind kind) throws Exception {
    Run run =
        new Run(
            id,
            new Origin("bench", "0.1.0", Optional.empty(), id),
            new Application("terasort", Map.of()),
            new Configuration(
                new Framework("hadoop", "3.5.0", "yarn", "17"), "hdfs", 4, 1L << 32, Map.of()),
            new Input("rows", OptionalLong.of(1L << 30)),
            new Execution(
                Instant.parse("2026-11-22T03:00:00Z"),
                20,
                Optional.empty(),
                List.of(new Phase("map", 2, 12), new Phase("reduce", 12, 17)),
                OptionalLong.of(1L << 30)),
            List.of(new NodeUse("n1", kind, Map.of(Resource.CPU_OWN_SECONDS, Amount.of(60)))));
    try (Catalogue open = Catalogue.open(CatalogueLocation.of(catalogue))) {
      open.add(run);
    }
  }

  private static NodeKind kind(int processors) {
    return new NodeKind("x86_64", "Xeon @ 2.50GHz", processors, 1L << 33, Optional.empty());
  }

  @Test
  void aJobDoesWhatWasMeasured() throws Exception {
    enter("0123456789abcdef", kind(4));
    Files.writeString(
        file,
        NODES
            + "jobs:\n  - {name: sort, input: 4g, output: 4g, profile: {application: terasort}}\n");
    assertThat(simulate("run", "" + file, "--catalogue=" + catalogue, "--json")).isZero();
    JsonNode job = new JsonMapper().readTree(out.toString(UTF_8)).at("/variants/0/jobs/0");
    assertThat(job.get("maps").asInt()).isEqualTo(32);
    assertThat(job.get("reduces").asInt()).isEqualTo(4);
    Files.writeString(
        file,
        NODES
            + "jobs:\n  - {name: sort, input: 4g, output: 4g, profile: {application: terasrt}}\n");
    assertThat(simulate("check", "" + file, "--catalogue=" + catalogue)).isEqualTo(2);
    assertThat(errors())
        .isEqualToNormalizingNewlines(
            file
                + ":12: jobs.profile: unknown application; allowed terasort; did you mean"
                + " terasort?\n");
  }

  @Test
  void clientsAreShownAsTestDfsioShowsThem() throws Exception {
    Files.writeString(file, NODES + "hdfs: {replication: 1}\nclients: {size: 100m, read: own}\n");
    assertThat(simulate("check", "" + file)).isZero();
    assertThat(out.toString(UTF_8))
        .isEqualToNormalizingNewlines(
            """
            variant  racks  nodes  files  accesses  seed
            s            1      4      0         8     1
            """);
    assertThat(simulate("run", "" + file)).isZero();
    assertThat(out.toString(UTF_8).lines().limit(3).map(String::stripTrailing))
        .containsExactly(
            "variant  access  files  failed    data   throughput  mean I/O rate   mean  longest",
            "s        write       4       0  0.4 GB  100.00 MB/s    100.00 MB/s  1.0 s    1.0 s",
            "s        read        4       0  0.4 GB  100.00 MB/s    100.00 MB/s  1.0 s    1.0 s");
    assertThat(simulate("run", "" + file, "--json")).isZero();
    JsonNode reads = new JsonMapper().readTree(out.toString(UTF_8)).at("/variants/0/reads");
    assertThat(reads.get("files").asInt()).isEqualTo(4);
    assertThat(reads.get("throughputBytesPerSecond").asDouble()).isBetween(99.9e6, 100.1e6);
    assertThat(reads.get("boundBytesPerSecond").asDouble()).isBetween(99.9e6, 100.1e6);
  }

  @Test
  void anAuditLogIsReplayed() throws Exception {
    Files.writeString(
        directory.resolve("audit.log"),
        "2015-07-09 00:00:01,000 INFO FSNamesystem.audit: allowed=true\tugi=u (auth:SIMPLE)"
            + "\tip=/10.0.0.1\tcmd=open\tsrc=/f\tdst=null\tperm=null\tproto=rpc\n");
    Files.writeString(
        directory.resolve("image.tsv"),
        "Path\tReplication\tModificationTime\tAccessTime\tPreferredBlockSize\tBlocksCount\tFileSize"
            + "\tNSQUOTA\tDSQUOTA\tPermission\tUserName\tGroupName\n"
            + "/f\t3\t2015-07-09 00:00\t2015-07-09 00:00\t134217728\t1\t100000000\t0\t0"
            + "\t-rw-r--r--\tu\tg\n");
    Files.writeString(file, NODES + "accesses: {audit: audit.log, namespace: image.tsv}\n");
    assertThat(simulate("run", "" + file)).isZero();
    assertThat(out.toString(UTF_8)).contains("s        read        1       0  0.1 GB");
    Files.writeString(file, NODES + "accesses: {audit: none.log, namespace: image.tsv}\n");
    assertThat(simulate("run", "" + file)).isEqualTo(2);
    assertThat(errors())
        .isEqualToNormalizingNewlines(
            file + ":11: accesses: " + directory.resolve("none.log") + ": there is no such file\n");
  }

  @Test
  void initDescribesAKindOfNodes() throws Exception {
    enter("0123456789abcdef", kind(4));
    String[] known = {
      "init",
      "--catalogue=" + catalogue,
      "--nodes=20",
      "--link=1 Gbit/s",
      "--read=118 MB/s",
      "--write=83 MB/s",
      "--capacity=1t"
    };
    assertThat(simulate(known)).isZero();
    String text = out.toString(UTF_8);
    assertThat(text)
        .contains("# 20 nodes like Xeon @ 2.50GHz, 4 processors")
        .contains("clock: 2.500 GHz   # of run 0123456789abcdef")
        .contains("link: 125.000 MB/s   # --link");
    Files.writeString(file, text);
    assertThat(simulate("check", "" + file)).isZero();
    enter("1123456789abcdef", kind(8));
    assertThat(simulate(known)).isEqualTo(2);
    assertThat(errors())
        .contains("--kind=: names 2 kinds of nodes; must name one of ")
        .contains(kind(8).id() + " (Xeon @ 2.50GHz, 8 processors)");
    String[] one = Arrays.copyOf(known, known.length + 1);
    one[known.length] = "--kind=" + kind(8).id();
    assertThat(simulate(one)).isZero();
    assertThat(out.toString(UTF_8)).contains("cores: 8");
  }

  @Test
  void initDescribesThisMachine() throws Exception {
    assertThat(
            simulate(
                "init",
                "--machine",
                "--nodes=3",
                "--clock=2.8 GHz",
                "--link=1 Gbit/s",
                "--read=118 MB/s",
                "--write=83 MB/s",
                "--capacity=100g"))
        .as(errors())
        .isZero();
    Files.writeString(file, out.toString(UTF_8));
    assertThat(simulate("run", "" + file)).as(errors()).isZero();
  }

  @Test
  void initSaysWhatIsMissingOrWrong() throws Exception {
    enter("0123456789abcdef", kind(4));
    assertThat(simulate("init", "--catalogue=" + catalogue, "--read=1 MB/s")).isEqualTo(2);
    assertThat(errors())
        .contains(
            "Xeon @ 2.50GHz, 4 processors does not say everything; set --link='10 Gbit/s'"
                + " --write='83 MB/s' --capacity=1t");
    assertThat(simulate("init", "--machine", "--read=fast")).isEqualTo(2);
    assertThat(errors())
        .contains("--read=fast: must be above 0, with a unit, such as --read='118 MB/s'");
    assertThat(simulate("init", "--machine", "--catalogue=x")).isEqualTo(2);
    assertThat(simulate("init", "--directory=/")).isEqualTo(2);
    assertThat(simulate("init", "--machine", "--nodes=0")).isEqualTo(2);
    assertThat(errors()).contains("--nodes=0: must be from 1 to 1000000");
  }
}
