// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.simulate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.athanor.cli.ExitCode;
import org.athanor.cli.main.EvaluatorMain;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The commands of {@code athanor simulate}. */
@Tag("short")
class SimulateCommandTest {
  private static final String SCENARIO =
      """
      name: small
      cluster:
        nodes:
          worker:
            count: 2
            cores: 2
            clock: 1 GHz
            link: 1 Gbit/s
            containers: 2
            devices:
              disk: {type: disk, read: 100 MB/s, write: 100 MB/s, capacity: 1g}
      jobs:
        - {name: maps, maps: 4, output: 8m, map cycles per byte: 0}
      """;

  private static final String MATRIX =
      """
      matrix:
        mapreduce.job start: [10s, 20s]
        mapreduce.job end: [0s, 5s]
      """;

  @TempDir private Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private String file;

  @BeforeEach
  void prepare() throws Exception {
    file = directory.resolve("s.yaml").toString();
    write(SCENARIO);
  }

  private void write(String text) throws Exception {
    Files.writeString(Path.of(file), text);
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

  /** Standard output, with the time that simulations took as {@code T}. */
  private String output() {
    return out.toString(UTF_8)
        .replaceAll("\\d+\\.\\d\\d s\n", "T\n")
        .replaceAll(" +took\n", " took\n");
  }

  private List<String> errors() {
    return err.toString(UTF_8).lines().toList();
  }

  @Test
  void theExampleRuns() throws Exception {
    assertThat(simulate("init")).isZero();
    String example = out.toString(UTF_8);
    write(example);
    assertThat(simulate("check", file)).isZero();
    assertThat(output())
        .isEqualToNormalizingNewlines(
            """
            variant                        racks  nodes  files  jobs  seed
            placement=hdfs,link=1Gbit/s        2     20      2     4     1
            placement=hdfs,link=2Gbit/s        2     20      2     4     1
            placement=hybrid,link=1Gbit/s      2     20      2     4     1
            placement=hybrid,link=2Gbit/s      2     20      2     4     1
            """);
    assertThat(simulate("run", file, "--only", "placement=hdfs,link=1Gbit/s")).isZero();
    assertThat(output()).contains("placement=hdfs,link=1Gbit/s     4  ").contains("ssd", "kWh");
    assertThat(errors()).isEmpty();
  }

  @Test
  void showsOneScenarioWithoutDifferences() {
    assertThat(simulate("run", file)).isZero();
    assertThat(output())
        .isEqualToNormalizingNewlines(
            """
            variant  jobs  makespan   mean  median    p95  node-local   rack  other
            small       1     8.1 s  8.1 s   8.1 s  8.1 s     100.0 %  0.0 %  0.0 %

            variant  processors   disk  network  events took
            small        12.4 %  1.0 %   0.0 GB       9  T
            """);
    assertThat(errors()).isEmpty();
  }

  @Test
  void comparesVariantsWithTheFirst() throws Exception {
    write(SCENARIO + MATRIX);
    assertThat(simulate("run", file)).isZero();
    assertThat(output())
        .isEqualToNormalizingNewlines(
            """
            variant                 jobs  makespan      diff    mean      diff  median     p95  node-local   rack  other
            jobstart=10s,jobend=0s     1    12.1 s            12.1 s            12.1 s  12.1 s     100.0 %  0.0 %  0.0 %
            jobstart=10s,jobend=5s     1    17.1 s   +41.4 %  17.1 s   +41.4 %  17.1 s  17.1 s     100.0 %  0.0 %  0.0 %
            jobstart=20s,jobend=0s     1    22.1 s   +82.8 %  22.1 s   +82.8 %  22.1 s  22.1 s     100.0 %  0.0 %  0.0 %
            jobstart=20s,jobend=5s     1    27.1 s  +124.1 %  27.1 s  +124.1 %  27.1 s  27.1 s     100.0 %  0.0 %  0.0 %

            variant                 processors   disk  network  events took
            jobstart=10s,jobend=0s       8.3 %  0.7 %   0.0 GB       9  T
            jobstart=10s,jobend=5s       5.9 %  0.5 %   0.0 GB       9  T
            jobstart=20s,jobend=0s       4.5 %  0.4 %   0.0 GB       9  T
            jobstart=20s,jobend=5s       3.7 %  0.3 %   0.0 GB       9  T
            """);
  }

  @Test
  void runsTheVariantsThatAreNamed() throws Exception {
    write(SCENARIO + MATRIX);
    assertThat(simulate("run", file, "--only", "jobstart=10s,jobend=5s", "--only", "jobstart=20s"))
        .isZero();
    assertThat(output())
        .doesNotContain("jobstart=10s,jobend=0s")
        .contains("jobstart=10s,jobend=5s");
    assertThat(simulate("run", file, "--only", "jobstart=30s")).isEqualTo(2);
    assertThat(errors())
        .containsExactly(
            "athanor: --only=jobstart=30s: unknown variant; allowed jobstart=10s, jobend=0s,"
                + " jobend=5s, jobstart=20s; did you mean jobstart=10s?");
  }

  @Test
  void theNumberOfThreadsDoesNotMatter() throws Exception {
    write(SCENARIO + MATRIX);
    assertThat(simulate("run", file, "--threads", "1")).isZero();
    String one = output();
    assertThat(simulate("run", file, "--threads", "4")).isZero();
    assertThat(output()).isEqualTo(one);
    assertThat(simulate("run", file, "--threads", "0")).isEqualTo(2);
    assertThat(errors()).containsExactly("athanor: --threads=0: must be 1 or more");
  }

  @Test
  void writesJson() throws Exception {
    write(SCENARIO + MATRIX);
    assertThat(simulate("run", file, "--json", "--seed", "7")).isZero();
    JsonNode variants = new JsonMapper().readTree(out.toString(UTF_8)).get("variants");
    assertThat(variants.size()).isEqualTo(4);
    JsonNode first = variants.get(0);
    assertThat(first.get("name").asString()).isEqualTo("jobstart=10s,jobend=0s");
    assertThat(first.get("seed").asInt()).isEqualTo(7);
    assertThat(first.get("deviceUse").get("disk").asDouble()).isBetween(0.0, 1.0);
    JsonNode disks = first.get("resources").get("disk");
    assertThat(disks.get("use").asDouble())
        .isEqualTo(first.get("deviceUse").get("disk").asDouble());
    assertThat(disks.get("saturation").asDouble()).isBetween(0.0, 1.0);
    assertThat(first.get("resources").has("core")).isFalse();
    assertThat(first.has("energyJoules")).isFalse();
    JsonNode job = first.get("jobs").get(0);
    assertThat(job.get("name").asString()).isEqualTo("maps");
    assertThat(job.get("maps").asInt()).isEqualTo(4);
    assertThat(job.get("firstTaskSeconds").asDouble()).isEqualTo(10);
    assertThat(job.get("endSeconds").asDouble()).isEqualTo(first.get("makespanSeconds").asDouble());
  }

  @Test
  void jsonHasDistributionsAndTheTimeLineIfAskedFor() throws Exception {
    assertThat(simulate("run", file, "--json")).isZero();
    JsonNode plain = new JsonMapper().readTree(out.toString(UTF_8)).get("variants").get(0);
    assertThat(plain.has("timeline")).isFalse();
    assertThat(plain.get("failedJobs").asInt()).isZero();
    assertThat(plain.get("jobSeconds").get("p99").asDouble())
        .isEqualTo(plain.get("makespanSeconds").asDouble());
    assertThat(plain.get("jobWaitSeconds").get("median").asDouble()).isEqualTo(5);
    assertThat(plain.get("jobSlowdowns").get("count").asInt()).isEqualTo(1);
    assertThat(plain.get("taskSeconds").get("maps").get("count").asInt()).isEqualTo(4);
    assertThat(plain.get("taskSeconds").has("reduces")).isFalse();

    assertThat(simulate("run", file, "--json", "--timeline")).isZero();
    JsonNode line =
        new JsonMapper().readTree(out.toString(UTF_8)).get("variants").get(0).get("timeline");
    assertThat(line.get("bucketSeconds").asDouble()).isEqualTo(0.125);
    assertThat(line.get("runningMaps").get(39).asDouble()).isZero();
    assertThat(line.get("runningMaps").get(40).asDouble()).isEqualTo(4);
    assertThat(line.get("deviceUse").get("disk").size()).isEqualTo(line.get("processorUse").size());

    assertThat(simulate("run", file, "--timeline")).isEqualTo(2);
    assertThat(errors())
        .containsExactly("athanor: --timeline: has no meaning without --json; add it");
  }

  @Test
  void eachRepetitionHasNodesThatFail() throws Exception {
    write(
        SCENARIO.replace("cluster:", "cluster:\n  racks: 2")
            + "failures: {nodes: [{at: 10m, count: 1}, {at: 20m, rack: 2}]}\n");
    assertThat(simulate("run", file, "--repetitions", "8")).as(errors().toString()).isZero();
  }

  @Test
  void repetitionsHaveIntervals() throws Exception {
    assertThat(simulate("run", file, "--repetitions", "6", "--threads", "2")).isZero();
    assertThat(output())
        .contains("variant  runs  jobs  makespan  interval")
        .contains("small       6     1     8.1 s  8.1 to 8.1 s (96.8 %)");
    assertThat(simulate("run", file, "--json", "--repetitions", "2", "--seed", "5")).isZero();
    JsonNode variants = new JsonMapper().readTree(out.toString(UTF_8)).get("variants");
    assertThat(variants.get(0).get("seed").asInt()).isEqualTo(5);
    assertThat(variants.get(1).get("seed").asInt()).isEqualTo(6);

    assertThat(simulate("run", file, "--repetitions", "0")).isEqualTo(2);
    assertThat(errors()).containsExactly("athanor: --repetitions=0: must be 1 or more");
    write(SCENARIO + "matrix: {seed: [1, 2]}\n");
    assertThat(simulate("run", file, "--repetitions", "3")).isEqualTo(2);
    assertThat(errors())
        .containsExactly("athanor: --repetitions=3: the matrix of " + file + " has the seeds");
  }

  @Test
  void writesResultsThatCanBeCompared() throws Exception {
    write(SCENARIO + MATRIX);
    String results = directory.resolve("results").toString();
    assertThat(simulate("run", file, "--output", results)).isZero();
    assertThat(output()).endsWith("athanor bench report " + results + "   draws these results\n");
    assertThat(directory.resolve("results"))
        .isDirectoryContaining("glob:**/results.json")
        .isDirectoryContaining("glob:**/runs.json")
        .isDirectoryContaining("glob:**/scenario.yaml");

    out.reset();
    PrintStream to = new PrintStream(out, true, UTF_8);
    String[] sides = {"jobstart=10s, jobend=0s", "jobstart=20s, jobend=0s"};
    int code =
        EvaluatorMain.execute(to, to, "bench", "compare", "--in", results, sides[0], sides[1]);
    assertThat(code).isZero();
    assertThat(output()).contains("0.547×").contains("All times are simulated, not measured.");

    assertThat(simulate("run", file, "--output", results)).isEqualTo(2);
    assertThat(errors())
        .containsExactly(
            "athanor: --output="
                + results
                + ": exists and is not empty; name a new or empty directory");
  }

  @Test
  void processesAndThreadsExcludeEachOther() {
    assertThat(simulate("run", file, "--processes", "2", "--threads", "2")).isEqualTo(2);
    assertThat(errors())
        .containsExactly(
            "athanor: --threads=2: has no meaning with --processes; remove one of them");
    assertThat(simulate("run", file, "--processes", "0")).isEqualTo(2);
    assertThat(errors()).containsExactly("athanor: --processes=0: must be 1 or more");
  }

  @Test
  void theMatrixOrTheOptionSetsTheSeed() throws Exception {
    write(SCENARIO + "matrix: {seed: [1, 2]}\n");
    assertThat(simulate("run", file, "--seed", "3")).isEqualTo(2);
    assertThat(errors())
        .containsExactly("athanor: --seed=3: the matrix of " + file + " has the seeds");
  }

  @Test
  void reportsAllProblemsBeforeAnythingRuns() throws Exception {
    write(SCENARIO.replace("cores: 2", "cores: none").replace("clock", "clok"));
    for (String command : List.of("check", "run")) {
      assertThat(simulate(command, file)).isEqualTo(2);
      assertThat(errors())
          .containsExactly(
              file
                  + ":4: cluster.nodes.worker.clock: is missing; must be a frequency such as 2.8"
                  + " GHz, above 0",
              file + ":6: cluster.nodes.worker.cores=none: must be a number from 1 to 65536",
              file
                  + ":7: cluster.nodes.worker.clok=1 GHz: unknown key of a node; allowed count,"
                  + " rack, cores, clock, link, containers, slots, power, devices; did you mean"
                  + " clock?");
      assertThat(output()).isEmpty();
    }
    assertThat(simulate("run", file + ".none")).isEqualTo(2);
    assertThat(errors()).containsExactly(file + ".none: cannot be read: there is no such file");
  }

  @Test
  void aVariantWithoutRoomIsOneLine() throws Exception {
    write(
        SCENARIO.replace("maps: 4", "maps: 3")
            + "hdfs: {replication: 1, block: 1g}\nmatrix: {jobs.maps.output: [8m, 1800m]}\n");
    assertThat(simulate("run", file)).isEqualTo(1);
    assertThat(output()).contains("output=8m").doesNotContain("output=1800m");
    assertThat(errors())
        .singleElement()
        .asString()
        .startsWith("output=1800m: no device has room for a block of ");
  }

  @Test
  void placesJobsOnSeveralClusters() throws Exception {
    String cluster = SCENARIO.substring(SCENARIO.indexOf("  nodes:"), SCENARIO.indexOf("jobs:"));
    write(
        "clusters:\n  a:\n"
            + cluster.indent(2)
            + "  b: {nodes: {worker: {cores: 1, clock: 1 GHz, link: 1 Gbit/s, containers: 1,"
            + " devices: {disk: {type: disk, read: 50 MB/s, write: 50 MB/s, capacity: 1g}}}}}\n"
            + "scheduling: {policies: [oblivious, phi]}\n"
            + SCENARIO.substring(SCENARIO.indexOf("jobs:")).replace("}", ", times: 3}")
            + "hdfs: {replication: 1}\n");
    assertThat(simulate("schedule", file)).as(errors().toString()).isEqualTo(ExitCode.SUCCESS);
    assertThat(output()).contains("makespan", "oblivious", "phi", "moved").hasLineCount(3);
    Path recording = directory.resolve("r.jsonl");
    String record = "--record=" + recording;
    assertThat(simulate("schedule", file, record)).isEqualTo(ExitCode.USAGE);
    assertThat(errors().get(0)).contains("needs one policy and one error; give --policy or --only");
    assertThat(simulate("schedule", file, record, "--policy", "phi", "--json"))
        .isEqualTo(ExitCode.SUCCESS);
    JsonNode run = new JsonMapper().readTree(out.toString(UTF_8)).get("variants").get(0);
    assertThat(run.get("policy").stringValue()).isEqualTo("phi");
    assertThat(run.get("jobs").size()).isEqualTo(3);
    assertThat(run.get("movedBytes").doubleValue()).isZero();
    assertThat(Files.readString(recording)).contains("\"policy\":\"phi\"", "maps-3");
    assertThat(simulate("schedule", file, record, "--policy", "phi")).isEqualTo(ExitCode.USAGE);
    assertThat(errors().get(0)).contains("exists already");
    assertThat(simulate("schedule", file, "--policy", "psi")).isEqualTo(ExitCode.USAGE);
    assertThat(errors().get(0)).contains("--policy=psi: must be finish-time or ");
    write("clusters: {}\n");
    assertThat(simulate("schedule", file)).isEqualTo(ExitCode.USAGE);
    assertThat(errors()).anyMatch(line -> line.contains("must be names and clusters, one or more"));
  }

  @Test
  void placesTheJobsOfATraceInEachVariant() throws Exception {
    String cluster = SCENARIO.substring(SCENARIO.indexOf("  nodes:"), SCENARIO.indexOf("jobs:"));
    Files.writeString(
        directory.resolve("t.tsv"),
        "job0\t0\t0\t200000000\t100000000\t1000\njob1\t5\t5\t200000000\t0\t1000\n");
    write(
        "clusters:\n  a:\n"
            + cluster.indent(2)
            + "  b: {nodes: {worker: {cores: 1, clock: 1 GHz, link: 1 Gbit/s, containers: 1,"
            + " devices: {disk: {type: disk, read: 50 MB/s, write: 50 MB/s, capacity: 1g}}}}}\n"
            + "scheduling: {policies: [oblivious, phi], copies: 1}\n"
            + "hdfs: {replication: 1}\n"
            + "trace: {file: t.tsv}\n"
            + "matrix: {clusters.b.nodes.worker.cores: [1, 2], trace.divide bytes by: [1, 2]}\n");
    assertThat(simulate("schedule", file, "--threads", "3")).as(errors().toString()).isZero();
    String all = output().toString();
    assertThat(all)
        .contains("cores=1,dividebytesby=1,oblivious", "cores=2,dividebytesby=2,phi")
        .hasLineCount(9);
    assertThat(simulate("schedule", file, "--only", "cores=2", "--only=phi")).isZero();
    assertThat(output()).hasLineCount(1 + 6);
    assertThat(simulate("schedule", file, "--only", "cores=3")).isEqualTo(ExitCode.USAGE);
    assertThat(errors().get(0))
        .contains("--only=cores=3: unknown variant; allowed cores=1,", "did you mean cores=");
    assertThat(simulate("schedule", file, "--threads", "0")).isEqualTo(ExitCode.USAGE);
    // What one thread makes is what three make.
    assertThat(simulate("schedule", file, "--json", "--threads", "1")).isZero();
    String one = out.toString(UTF_8).replaceAll("\"wallSeconds\" : .*", "");
    assertThat(simulate("schedule", file, "--json", "--threads", "3")).isZero();
    assertThat(out.toString(UTF_8).replaceAll("\"wallSeconds\" : .*", "")).isEqualTo(one);
    write(Files.readString(Path.of(file)) + "seed: 4\n");
    assertThat(simulate("schedule", file, "--seed", "3")).isZero();
    write(Files.readString(Path.of(file)).replace("cores: [1, 2]", "cores: [1, 2], seed: [1, 2]"));
    assertThat(simulate("schedule", file, "--seed", "3")).isEqualTo(ExitCode.USAGE);
    assertThat(errors().get(0)).contains("--seed=3: the matrix of ");
  }

  /**
   * A variant that cannot run is told, and the others have their results: of three blocks of 600
   * MiB two fit.
   */
  @Test
  void aPlacedVariantWithoutRoomIsOneLine() throws Exception {
    String cluster = SCENARIO.substring(SCENARIO.indexOf("  nodes:"), SCENARIO.indexOf("jobs:"));
    write(
        "clusters:\n  a:\n"
            + cluster.indent(2)
            + "scheduling: {policies: [phi]}\nhdfs: {replication: 1, block: 1g}\n"
            + SCENARIO.substring(SCENARIO.indexOf("jobs:")).replace("maps: 4", "maps: 3")
            + "matrix: {jobs.maps.output: [8m, 1800m]}\n");
    assertThat(simulate("schedule", file)).isEqualTo(ExitCode.FAILED);
    assertThat(output().toString()).contains("output=8m,phi").doesNotContain("output=1800m");
    assertThat(errors())
        .singleElement()
        .asString()
        .startsWith("output=1800m,phi: no device has room for a block of ");
  }
}
