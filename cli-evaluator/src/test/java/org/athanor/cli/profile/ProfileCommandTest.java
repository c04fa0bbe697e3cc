// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.profile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.athanor.cli.main.EvaluatorMain;
import org.athanor.profile.Catalogue;
import org.athanor.profile.CatalogueException;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The commands of {@code athanor profile}. */
@Tag("short")
class ProfileCommandTest {
  private static final NodeKind KIND =
      new NodeKind("x86_64", "AMD EPYC 9654", 96, 400_000_000_000L, Optional.of("KVM"));

  @TempDir private Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private Path file;

  @BeforeEach
  void prepare() {
    file = directory.resolve("profile.db");
  }

  private static Run run(String id, String framework, double seconds, String disturbance) {
    return new Run(
        id,
        new Origin("bench", "0.1.0", Optional.of("first"), framework + "-pagerank-2n-r1"),
        new Application("pagerank", Map.of("iterations", "5")),
        new Configuration(
            new Framework(framework, "4.2.0", "yarn", "17.0.15"),
            "hdfs",
            96,
            256_000_000_000L,
            Map.of()),
        new Input("power-law \"graph\", seed 1", OptionalLong.of(1_250_000_000)),
        new Execution(
            Instant.parse("2026-11-22T03:04:05Z"),
            seconds,
            Optional.ofNullable(disturbance),
            List.of(new Phase("map", 0.5, 6.25), new Phase("reduce", 6.25, 12)),
            framework.equals("hadoop") ? OptionalLong.of(20_000_000) : OptionalLong.empty()),
        List.of(
            use("n1", Map.of(Resource.CPU_OWN_SECONDS, Amount.of(100.5))),
            use(
                "n2",
                Map.of(
                    Resource.CPU_OWN_SECONDS,
                    Amount.of(99.5),
                    Resource.ENERGY_PACKAGE_JOULES,
                    Amount.unknown("no powercap")))));
  }

  private static NodeUse use(String node, Map<Resource, Amount> amounts) {
    return new NodeUse(node, KIND, amounts);
  }

  private void fill() throws CatalogueException {
    try (Catalogue catalogue = Catalogue.open(CatalogueLocation.of(file))) {
      catalogue.add(run("aa00000000000001", "spark", 20, null));
      catalogue.add(run("aa00000000000002", "spark", 22, null));
      catalogue.add(run("aa00000000000003", "spark", 99, "23 % of the CPU went to others"));
      catalogue.add(run("bb00000000000001", "hadoop", 41.5, null));
    }
  }

  private int athanor(String command, String... arguments) {
    List<String> all = new ArrayList<>(List.of("profile", command, "--catalogue=" + file));
    all.addAll(List.of(arguments));
    return EvaluatorMain.execute(
        new PrintStream(out, true, UTF_8),
        new PrintStream(err, true, UTF_8),
        all.toArray(String[]::new));
  }

  private String output(String command, String... arguments) {
    out.reset();
    err.reset();
    int code = athanor(command, arguments);
    assertThat(err.toString(UTF_8)).isEmpty();
    assertThat(code).isZero();
    return out.toString(UTF_8);
  }

  private void assertFails(int code, String message, String command, String... arguments) {
    assertThat(athanor(command, arguments)).isEqualTo(code);
    assertThat(err.toString(UTF_8))
        .isEqualToNormalizingNewlines("athanor profile " + command + ": " + message + "\n");
    assertThat(out.toString(UTF_8)).isEmpty();
  }

  @Test
  void listsGroupsOfRuns() throws CatalogueException {
    fill();
    assertThat(output("list"))
        .isEqualTo(
            """
            APPLICATION              INPUT    CLUSTER              FRAMEWORK          PER NODE          RUNS  MEDIAN           RANGE
            pagerank (iterations=5)  1.25 GB  2 x 96 CPUs, 400 GB  spark 4.2.0 yarn   96 cores, 256 GB    3*  21.0 s  20.0 to 22.0 s
            pagerank (iterations=5)  1.25 GB  2 x 96 CPUs, 400 GB  hadoop 4.2.0 yarn  96 cores, 256 GB    1   41.5 s               -

            * some of these runs were disturbed
            """);
    assertThat(output("list", "--application", "pagerank")).isEqualTo(output("list"));
  }

  @Test
  void namesTheStorageBeforeWhatMayBeCutOff() throws CatalogueException {
    Run run = run("cc00000000000001", "athanor", 20, null);
    Configuration configuration = run.configuration();
    try (Catalogue catalogue = Catalogue.open(CatalogueLocation.of(file))) {
      catalogue.add(
          new Run(
              run.id(),
              run.origin(),
              run.application(),
              new Configuration(
                  configuration.framework(),
                  configuration.fileSystem(),
                  configuration.coresPerNode(),
                  configuration.memoryBytesPerNode(),
                  Map.of("storage", "config-2", "a.b", "1")),
              run.input(),
              run.execution(),
              run.nodes()));
    }
    assertThat(output("list")).contains("  athanor config-2 4.2.0 yarn (a.b=1)  ");
  }

  @Test
  void listsAsJson() throws CatalogueException {
    fill();
    JsonNode list = JsonMapper.shared().readTree(output("list", "--json"));
    assertThat(list).hasSize(2);
    JsonNode spark = list.get(0);
    assertThat(spark.path("framework").asString()).isEqualTo("spark");
    assertThat(spark.path("parameters").path("iterations").asString()).isEqualTo("5");
    assertThat(spark.path("node_kinds").get(0).path("nodes").asInt()).isEqualTo(2);
    assertThat(spark.path("input_bytes").asLong()).isEqualTo(1_250_000_000);
    assertThat(spark.path("runs").asInt()).isEqualTo(3);
    assertThat(spark.path("disturbed_runs").asInt()).isEqualTo(1);
    assertThat(spark.path("median_wall_seconds").asDouble()).isEqualTo(21);
  }

  @Test
  void anEmptyCatalogueSaysHowToFillIt() throws CatalogueException {
    Catalogue.open(CatalogueLocation.of(file)).close();
    assertThat(output("list"))
        .isEqualTo(
            "The catalogue "
                + file
                + " is empty.\n"
                + "Every verified trial of an experiment is entered: try athanor bench quick.\n");
    assertThat(output("list", "--json")).isEqualToIgnoringWhitespace("[]");
    assertThat(athanor("export", "--json")).isZero();
    assertThat(out.toString(UTF_8)).endsWith("[\n]\n");
    assertThat(err.toString(UTF_8))
        .startsWith("athanor profile export: no runs. The catalogue " + file + " is empty.\n");
  }

  @Test
  void showsTheRunsOfAnApplication() throws CatalogueException {
    fill();
    assertThat(output("show", "pagerank"))
        .isEqualTo(
            """
            RUN               STARTED           APPLICATION              INPUT    CLUSTER              FRAMEWORK             WALL    CPU  ENERGY
            aa00000000000001  2026-11-22 03:04  pagerank (iterations=5)  1.25 GB  2 x 96 CPUs, 400 GB  spark 4.2.0 yarn   20.0 s   200 s       -
            aa00000000000002  2026-11-22 03:04  pagerank (iterations=5)  1.25 GB  2 x 96 CPUs, 400 GB  spark 4.2.0 yarn   22.0 s   200 s       -
            aa00000000000003  2026-11-22 03:04  pagerank (iterations=5)  1.25 GB  2 x 96 CPUs, 400 GB  spark 4.2.0 yarn   99.0 s*  200 s       -
            bb00000000000001  2026-11-22 03:04  pagerank (iterations=5)  1.25 GB  2 x 96 CPUs, 400 GB  hadoop 4.2.0 yarn  41.5 s   200 s       -

            * the run was disturbed
            """);
  }

  @Test
  void showsAllDetailsOfARun() throws CatalogueException {
    fill();
    String text = output("show", "bb");
    assertThat(text)
        .startsWith(
            """
            run          bb00000000000001
            application  pagerank
              iterations 5
            input        power-law "graph", seed 1, 1.25 GB
            cluster      2 x 96 CPUs, 400 GB
              2 x        AMD EPYC 9654, x86_64, on KVM
            framework    hadoop 4.2.0 yarn, Java 17.0.15
            per node     96 cores, 256 GB
            file system  hdfs
            from         bench 0.1.0, experiment first, hadoop-pagerank-2n-r1
            started      2026-11-22 03:04 UTC
            wall time    41.5 s
            disturbance  none
            intermediate 20.0 MB

            PHASE   START   END  SECONDS
            map     0.500  6.25     5.75
            reduce   6.25  12.0     5.75

            RESOURCE                                  n1      n2
            CPU time of the framework's processes  101 s  99.5 s

            Unknown:
              energy of the packages: no powercap
              CPU time of all other processes, CPU time taken by the hypervisor,\
            """)
        .isEqualTo(output("show", "bb00000000000001"));
  }

  @Test
  void exportsCsvWithTheColumnsOfTheView() throws Exception {
    fill();
    List<String> lines = output("export", "--csv").lines().toList();
    assertThat(lines).hasSize(5);
    assertThat(lines.get(0).split(",", -1)).containsExactlyElementsOf(columnsOfTheView());
    assertThat(lines.get(4))
        .startsWith("bb00000000000001,bench,0.1.0,first,hadoop-pagerank-2n-r1,")
        .contains(
            ",\"power-law \"\"graph\"\", seed 1\",1250000000,2026-11-22T03:04:05.000Z,41.5,,200.0,")
        .endsWith(",20000000,,,,,,,,");
  }

  private static List<String> columnsOfTheView() throws Exception {
    String page = Files.readString(Path.of("..", "docs", "profile.md"));
    String view = page.substring(page.indexOf("### `run_summary`"));
    return view.substring(0, view.indexOf("\n## "))
        .lines()
        .filter(line -> line.startsWith("| `"))
        .map(line -> line.split("`", -1)[1])
        .toList();
  }

  @Test
  void exportsAllDetailsAsJson() throws Exception {
    fill();
    Path target = directory.resolve("runs.json");
    assertThat(output("export", "--json", target.toString())).isEmpty();
    JsonNode runs = JsonMapper.shared().readTree(Files.readString(target));
    assertThat(runs).hasSize(4);
    JsonNode run = runs.get(0);
    assertThat(run.path("run_id").asString()).isEqualTo("aa00000000000001");
    assertThat(run.path("cpu_own_seconds").asDouble()).isEqualTo(200);
    assertThat(run.path("energy_package_joules").isNull()).isTrue();
    assertThat(run.path("phases").get(1).path("start_seconds").asDouble()).isEqualTo(6.25);
    JsonNode use = run.path("node_uses").get(1);
    assertThat(use.path("node_kind").path("processors").asInt()).isEqualTo(96);
    assertThat(use.path("cpu_own_seconds").asDouble()).isEqualTo(99.5);
    assertThat(use.path("unknown_reasons").path("energy_package_joules").asString())
        .isEqualTo("no powercap");
  }

  @Test
  void exportsOneApplicationOnly() throws CatalogueException {
    fill();
    assertThat(output("export", "--csv", "--application=pagerank").lines()).hasSize(5);
  }

  @Test
  void keepsAFileThatExistsUnlessForced() throws Exception {
    fill();
    Path target = Files.writeString(directory.resolve("runs.csv"), "precious");
    assertFails(
        2,
        "FILE=" + target + ": exists already; choose another name or add --force",
        "export",
        "--csv",
        target.toString());
    assertThat(target).hasContent("precious");
    output("export", "--csv", "--force", target.toString());
    assertThat(target).content().startsWith("run_id,");
  }

  @Test
  void rejectsAnUnknownName() throws CatalogueException {
    fill();
    assertFails(
        2,
        "ID|APPLICATION=sort: there is no such run or application; applications are pagerank",
        "show",
        "sort");
    err.reset();
    assertFails(
        2,
        "ID|APPLICATION=pagernk: there is no such run or application; applications are pagerank;"
            + " did you mean pagerank?",
        "show",
        "pagernk");
  }

  @Test
  void rejectsTheBeginningOfSeveralIds() throws CatalogueException {
    fill();
    assertFails(
        2,
        "ID=aa: the ids of several runs begin with this: aa00000000000001, aa00000000000002,"
            + " aa00000000000003",
        "show",
        "aa");
  }

  @Test
  void rejectsAnApplicationWithoutRuns() throws CatalogueException {
    fill();
    assertFails(
        2,
        "--application=sort: has no runs; must be one of pagerank",
        "list",
        "--application=sort");
    err.reset();
    assertFails(
        2,
        "--application=pagernk: has no runs; must be one of pagerank; did you mean pagerank?",
        "export",
        "--csv",
        "--application=pagernk");
  }

  @Test
  void rejectsBothFormatsAndNone() {
    assertFails(2, "one of --csv and --json must be given", "export");
    err.reset();
    assertFails(2, "--csv and --json: only one can be given", "export", "--csv", "--json");
  }

  @Test
  void rejectsACatalogueThatDoesNotExist() {
    assertFails(
        2,
        "--catalogue="
            + file
            + ": does not exist; name an existing catalogue, or leave the option out",
        "list");
    assertThat(file).doesNotExist();
  }

  @Test
  void saysInOneLineWhyACatalogueCannotBeUsed() throws Exception {
    Files.writeString(file, "no database at all ".repeat(100));
    assertFails(
        1,
        "catalogue "
            + file
            + " is damaged or not an SQLite database; move it away so that a new one is created, or"
            + " name another one (--catalogue, ATHANOR_PROFILE)",
        "list");
  }

  @Test
  void helpTeachesByExample() {
    PrintStream print = new PrintStream(out, true, UTF_8);
    for (String command : List.of("list", "show", "export")) {
      assertThat(EvaluatorMain.execute(print, print, "profile", command, "--help")).isZero();
    }
    assertThat(EvaluatorMain.execute(print, print, "profile", "--help")).isZero();
    assertThat(out.toString(UTF_8))
        .contains("athanor profile list --application terasort")
        .contains("athanor profile show wordcount")
        .contains("pandas.read_json(\"runs.json\")")
        .contains("jdbc:postgresql://HOST/DATABASE?user=NAME");
    assertThat(out.toString(UTF_8))
        .contains("\nThe catalogue is the SQLite file ~/.local/share/athanor/profile.db (or in\n")
        .contains(
            "\n  show    Shows one run with all details, or the latest runs of an application.\n");
    assertThat(out.toString(UTF_8).lines()).allMatch(line -> line.length() <= 100);
  }

  /** On a file system that is mounted read-only, where root cannot write either. */
  @ParameterizedTest
  @ValueSource(strings = {"list", "show pagerank", "export --csv"})
  void readsACatalogueThatCannotBeWritten(String command) throws Exception {
    fill();
    List<String> line =
        new ArrayList<>(
            List.of(
                "unshare",
                "--user",
                "--map-root-user",
                "--mount",
                "sh",
                "-c",
                "mount --bind \"$0\" \"$0\" && mount -o remount,bind,ro \"$0\" || exit 77; exec"
                    + " \"$@\"",
                directory.toString(),
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                EvaluatorMain.class.getName(),
                "profile"));
    line.addAll(List.of(command.split(" ")));
    line.add("--catalogue=" + file);
    Path output = Files.createTempFile("athanor", ".txt");
    try {
      Process process =
          new ProcessBuilder(line)
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      int status = process.waitFor();
      String text = Files.readString(output);
      assumeTrue(status != 77 && !text.startsWith("unshare:"), "no namespaces here: " + text);

      assertThat(text).contains("pagerank").contains("spark");
      assertThat(status).isZero();
    } finally {
      Files.delete(output);
    }
  }
}
