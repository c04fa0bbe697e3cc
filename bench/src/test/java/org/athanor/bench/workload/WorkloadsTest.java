// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.athanor.results.MeasureInfo;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkloadsTest {
  @TempDir Path lib;
  private WorkloadTools tools;

  @BeforeEach
  void install() throws IOException {
    for (String jar :
        List.of(
            "workloads/athanor-workloads-9.jar",
            "examples/hadoop-mapreduce-examples-3.4.2.jar",
            "workloads/hadoop-mapreduce-client-jobclient-3.5.0-tests.jar")) {
      Files.createDirectories(lib.resolve(jar).getParent());
      Files.createFile(lib.resolve(jar));
    }
    tools = new WorkloadTools(lib, "/jdk/bin/java", Optional.of("/conf"));
  }

  private WorkloadRun run(String kind, Map<String, String> settings) {
    return run(kind, settings, "hdfs");
  }

  private WorkloadRun run(String kind, Map<String, String> settings, String filesystem) {
    return run(kind, settings, filesystem, tools);
  }

  private static WorkloadRun run(
      String kind, Map<String, String> settings, String filesystem, WorkloadTools tools) {
    Workload workload = Workloads.find(kind).orElseThrow();
    return new WorkloadRun(
        settings,
        workload.dataset(settings, 5, filesystem),
        "hdfs://m:1/inputs/",
        "hdfs://m:1/out",
        "hdfs://m:1/work",
        4,
        Map.of("HADOOP_CONF_DIR", "/conf"),
        tools);
  }

  private Program program(String kind, Api api, Map<String, String> settings) {
    Launch launch = Workloads.find(kind).orElseThrow().launch(api, run(kind, settings));
    return ((Launch.Submit) launch).program();
  }

  @Test
  void problemsNameTheNearestWord() {
    assertThat(Workloads.problems("terrasort", Map.of()))
        .containsExactly(
            "workload terrasort: unknown workload; allowed "
                + String.join(", ", Workloads.all().stream().map(Workload::kind).toList())
                + "; did you mean terasort?");
    assertThat(Workloads.problems("pagerank", Map.of("iteration", "3", "graph", "cronecker")))
        .containsExactly(
            "iteration: unknown key of pagerank; allowed size, sizePerWorker, graph, exponent,"
                + " input, generator, generatorTimeout, iterations, until, tolerance,"
                + " implementation, parts, partsPerWorker; did you mean iterations?",
            "graph: must be kronecker or powerlaw; did you mean kronecker?");
  }

  @Test
  void problemsNameKeyAndBounds() {
    assertThat(Workloads.problems("kmeans", Map.of("clusters", "0", "iterations", "1001")))
        .containsExactly("clusters: must be from 1 to 10000", "iterations: must be from 1 to 1000");
    assertThat(Workloads.problems("wordcount", Map.of("size", "5", "parts", "99999")))
        .containsExactly("size: must be a size from 1k to 100t", "parts: must be from 1 to 10000");
    assertThat(Workloads.problems("wordcount", Map.of("size", "1g", "input", "/data")))
        .containsExactly("size: cannot be used together with input, which has its own size");
    assertThat(Workloads.problems("wordcount", Map.of("files", "10", "input", "/data")))
        .containsExactly("files: cannot be used together with input, which has its own files");
    assertThat(Workloads.problems("pi", Map.of("maps", "0", "samples", "10000001")))
        .containsExactly("maps: must be from 1 to 10000", "samples: must be from 1 to 10000000");
    assertThat(Workloads.problems("kmeans", Map.of("input", "/data")))
        .containsExactly("input and centroids: must be used together");
    assertThat(Workloads.problems("grep", Map.of("pattern", "a(")))
        .containsExactly(
            "pattern: must be a regular expression of Java: Unclosed group near index 2");
    assertThat(Workloads.problems("dfsio", Map.of("size", "1g", "files", "16"))).isEmpty();
  }

  @Test
  void testsWhetherTheUsersInputExists() {
    WorkloadTools tools = new WorkloadTools(Path.of("/lib"), "java", Optional.empty());
    Workload wordCount = Workloads.find("wordcount").orElseThrow();
    assertThat(wordCount.dataset(Map.of(), 1, "local").orElseThrow().test(tools)).isEmpty();
    assertThat(test(wordCount, "/my/in", tools)).containsExactly("test", "-r", "/my/in");
    assertThat(test(wordCount, "file:///my/in", tools)).containsExactly("test", "-r", "/my/in");
    assertThat(test(wordCount, "hdfs://far/in", tools))
        .endsWith(
            "java",
            "/lib/workloads/*:/lib/examples/*:/lib/hadoop/*",
            "-test",
            "-e",
            "hdfs://far/in")
        .anyMatch(text -> text.contains("org.apache.hadoop.fs.FsShell"));
  }

  /** A fake {@code java} prints what it gets; other users see only what {@code sh} gets. */
  @Test
  void settingsOfAnHdfsGoThroughStandardInput() throws Exception {
    Path java = lib.resolve("java");
    Files.writeString(java, "#!/bin/sh\ncat \"${2%%:*}\"/*.xml; echo $*\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    WorkloadTools tools = new WorkloadTools(lib, java.toString(), Optional.empty());
    Process process =
        new ProcessBuilder(tools.writable("hdfs://far/in").arguments())
            .redirectErrorStream(true)
            .start();
    try (OutputStream input = process.getOutputStream()) {
      input.write("<secret/>".getBytes(StandardCharsets.UTF_8));
    }
    assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .contains("<configuration/>", "<secret/>")
        .contains("-test -d hdfs://far/in", "-test -w hdfs://far/in");
    assertThat(process.waitFor()).isZero();
  }

  @Test
  void anInputOfTheUsersIsMeasuredAsItIsRead() {
    Workload wordCount = Workloads.find("wordcount").orElseThrow();
    String program = "org.athanor.workloads.InputSize";
    assertThat(measurement(wordCount.dataset(Map.of("input", "/my/in"), 1, "local")))
        .endsWith(program, "--subdirectories", "true", "file:///my/in");
    assertThat(measurement(wordCount.dataset(Map.of("input", "hdfs://far/in"), 1, "hdfs")))
        .endsWith(program, "--subdirectories", "true", "hdfs://far/in");
    assertThat(measurement(wordCount.dataset(Map.of("input", "/my/in"), 1, "hdfs")))
        .as("it is copied without the directories below")
        .endsWith(program, "--subdirectories", "false", "file:///my/in");
    assertThat(wordCount.dataset(Map.of(), 1, "local").orElseThrow().measurement(tools)).isEmpty();
  }

  private List<String> measurement(Optional<Dataset> dataset) {
    return dataset.orElseThrow().measurement(tools).orElseThrow().arguments();
  }

  private static List<String> test(Workload workload, String input, WorkloadTools tools) {
    Dataset dataset = workload.dataset(Map.of("input", input), 1, "local").orElseThrow();
    return dataset.test(tools).orElseThrow().arguments();
  }

  @Test
  void defaultsAreValid() {
    for (Workload workload : Workloads.all()) {
      if (!Set.of("command", "program").contains(workload.kind())) {
        assertThat(workload.problems(workload.complete(Map.of()))).as(workload.kind()).isEmpty();
      }
    }
  }

  @Test
  void usesHadoopsOwnProgramsIfItHasThem() {
    Program wordCount = program("wordcount", Api.MAPREDUCE, Map.of("size", "64m"));
    assertThat(wordCount.jar())
        .isEqualTo(lib.resolve("examples/hadoop-mapreduce-examples-3.4.2.jar"));
    assertThat(wordCount.mainClass()).isEqualTo("wordcount");
    assertThat(wordCount.arguments())
        .containsExactly(
            "-Dmapreduce.job.reduces=4",
            "hdfs://m:1/inputs/text-64m-seed5-v1/data",
            "hdfs://m:1/out");
    assertThat(program("terasort", Api.MAPREDUCE, Map.of("parts", "7")).arguments())
        .startsWith("-Dmapreduce.job.reduces=7");
  }

  @Test
  void smallFilesAreADatasetOfTheirOwn() {
    WorkloadRun run = run("wordcount", Map.of("size", "200k", "files", "10"));

    assertThat(run.input()).isEqualTo("hdfs://m:1/inputs/text-200k-files10-seed5-v1/data");
    assertThat(run.dataset().orElseThrow().description())
        .isEqualTo("random text in 10 files, 200k, seed 5");
    assertThat(
            run.dataset()
                .orElseThrow()
                .generation(tools, run.datasets(), Path.of("/work"))
                .orElseThrow()
                .arguments())
        .containsSubsequence("text", "--size", "204800", "--files", "10", "--seed", "5");
  }

  @Test
  void piNeedsTheJarOfHadoopsExamples() {
    Program program = program("pi", Api.MAPREDUCE, Map.of("maps", "7"));

    assertThat(program.libraries())
        .containsExactly(lib.resolve("examples/hadoop-mapreduce-examples-3.4.2.jar"));
    assertThat(program.arguments())
        .containsExactly("hdfs://m:1/out", "--maps", "7", "--samples", "1000");
    assertThat(
            Workloads.find("pi")
                .orElseThrow()
                .verification(run("pi", Map.of("maps", "7")))
                .orElseThrow()
                .arguments())
        .endsWith(
            "org.athanor.workloads.Verify",
            "pi",
            "--output",
            "hdfs://m:1/out",
            "--maps",
            "7",
            "--samples",
            "1000");
  }

  @Test
  void theJobsOfASeriesShareTheInputOfWordCount() {
    Program program = program("series", Api.MAPREDUCE, Map.of("jobs", "3"));

    assertThat(program.mainClass()).isEqualTo("org.athanor.workloads.mapreduce.JobSeries");
    assertThat(program.libraries())
        .containsExactly(lib.resolve("examples/hadoop-mapreduce-examples-3.4.2.jar"));
    assertThat(program.arguments())
        .containsExactly(
            run("wordcount", Map.of("size", "200k", "files", "10")).input(),
            "hdfs://m:1/out",
            "--parts",
            "4",
            "--work",
            "hdfs://m:1/work",
            "--jobs",
            "3");
    assertThat(
            Workloads.find("series")
                .orElseThrow()
                .measurement(run("series", Map.of()))
                .orElseThrow()
                .arguments())
        .endsWith("org.athanor.workloads.JobTimes", "hdfs://m:1/out");
  }

  @Test
  void aMeasureHasOneDeclaration() {
    List<MeasureInfo> declared =
        Workloads.all().stream()
            .flatMap(workload -> workload.measures().stream())
            .distinct()
            .toList();

    assertThat(declared).extracting(MeasureInfo::id).doesNotHaveDuplicates();
    for (Workload workload : Workloads.all()) {
      // The load generator of a stream prints its measures itself.
      boolean ofStream = workload.stream(Map.of(), 1).isPresent();
      assertThat(workload.measurement(run(workload.kind(), Map.of())).isPresent())
          .as(workload.kind())
          .isEqualTo(!workload.measures().isEmpty() && !ofStream);
    }
  }

  @Test
  void theToolsForReadsLeaveTheirOutputInParts() {
    Program program = program("mardre", Api.MAPREDUCE, Map.of("hot", "40", "size", "1m"));

    assertThat(program.mainClass()).isEqualTo("org.athanor.workloads.mardre.MarDre");
    assertThat(program.arguments())
        .startsWith(
            "--input",
            "hdfs://m:1/inputs/reads-1m-hot0.40-seed5-v1/data",
            "--output",
            "hdfs://m:1/out",
            "--no-merge",
            "--reducers",
            "4",
            "--work",
            "hdfs://m:1/work")
        .containsSequence("--prefix", "20")
        .containsSequence("--mismatches", "3");
    assertThat(program.arguments()).doesNotContain("--cuts");
    assertThat(run("mardre", Map.of("size", "16m")).input())
        .isEqualTo(run("cloudrs", Map.of()).input());
    assertThat(Workloads.problems("mardre", Map.of("prefix", "28", "hot", "101")))
        .containsExactly("prefix: must be from 1 to 27", "hot: must be from 0 to 100");
  }

  @Test
  void onlyTheCheckOfReadsKnowsThatGroupsMayBeDivided() {
    Map<String, String> divided = Map.of("size", "1m", "cuts", "7");
    assertThat(program("mardre", Api.MAPREDUCE, divided).arguments()).doesNotContain("--cuts");
    assertThat(check("mardre", divided)).containsSequence("--cuts", "7");
    assertThat(check("mardre", Map.of("size", "1m"))).doesNotContain("--cuts");
    assertThat(Workloads.problems("mardre", Map.of("cuts", "1000001")))
        .containsExactly("cuts: must be from 0 to 1000000");
  }

  @Test
  void pairsOfReadsAreInTwoDirectories() {
    Map<String, String> paired = Map.of("size", "1m", "insert", "300");
    String input = "hdfs://m:1/inputs/reads-1m-insert300-seed5-v1/data";
    assertThat(program("mardre", Api.MAPREDUCE, paired).arguments())
        .startsWith("--input", input + "/first", "--paired", input + "/second", "--output")
        .doesNotContain("--mates");
    assertThat(check("mardre", paired))
        .containsSequence("mardre", "--input", input, "--output")
        .containsSequence("--mates", "2");
    assertThat(Workloads.problems("mardre", Map.of("insert", "99")))
        .containsExactly("insert: must be from 100 to 10000");
    assertThat(Workloads.problems("mardre", Map.of("insert", "300", "input", "/x")))
        .containsExactly("insert: cannot be used together with input, which is single reads");
  }

  @Test
  void resultsListWhatWasAddedToMarDreOnlyIfItIsUsed() {
    Workload marDre = Workloads.find("mardre").orElseThrow();
    assertThat(marDre.complete(Map.of("cuts", "0")))
        .containsOnlyKeys("size", "prefix", "mismatches", "hot");
    assertThat(marDre.complete(Map.of("cuts", "7", "insert", "300")))
        .containsEntry("cuts", "7")
        .containsEntry("insert", "300");
  }

  @Test
  void onlyPairsOfReadsNeedDiskSpaceForAJoin() {
    Workload marDre = Workloads.find("mardre").orElseThrow();
    long mebibyte = 1 << 20;
    assertThat(marDre.footprint(Map.of("size", "1m"), 0))
        .isEqualTo(new Workload.Footprint(mebibyte, mebibyte, 2 * mebibyte));
    assertThat(marDre.footprint(Map.of("size", "1m", "insert", "300"), 0))
        .isEqualTo(new Workload.Footprint(mebibyte, 2 * mebibyte, 2 * mebibyte));
  }

  private List<String> check(String kind, Map<String, String> settings) {
    return Workloads.find(kind)
        .orElseThrow()
        .verification(run(kind, settings))
        .orElseThrow()
        .arguments();
  }

  @Test
  void aQueryOfAMeshHasAGridIfItIsSimplified() {
    assertThat(program("mesh", Api.MAPREDUCE, Map.of()).arguments())
        .startsWith("--input", "hdfs://m:1/inputs/mesh-64m-seed5-v1/data", "--output")
        .endsWith("--query", "boundary");
    Program program = program("mesh", Api.MAPREDUCE, Map.of("query", "simplified"));
    assertThat(program.mainClass()).isEqualTo("org.athanor.workloads.mesh.Mesh");
    assertThat(program.arguments()).endsWith("--query", "simplified", "--grid", "64");
    assertThat(Workloads.problems("mesh", Map.of("query", "surface", "grid", "2000")))
        .containsExactly(
            "query: must be bounding-box or boundary or vertices or missing or simplified",
            "grid: must be from 1 to 1290",
            "grid: is for query simplified only");
  }

  @Test
  void theQueriesShareTheirTables() {
    for (String kind : List.of("sql-scan", "sql-aggregate", "sql-join")) {
      assertThat(run(kind, Map.of("size", "64m")).input())
          .isEqualTo("hdfs://m:1/inputs/visits-64m-seed5-v1/data");
    }
    assertThat(program("sql-join", Api.FLINK, Map.of("parts", "3")).arguments())
        .containsSequence("--parts", "3");
    assertThat(program("sql-join", Api.SPARK, Map.of()).mainClass())
        .isEqualTo("org.athanor.workloads.spark.SqlJoin");
    assertThat(Workloads.problems("sql-scan", Map.of("parts", "3")))
        .as("a scan writes as many files as it reads parts of files")
        .containsExactly("parts: unknown key of sql-scan; allowed size, sizePerWorker, format");
  }

  @Test
  void tablesInParquetAreMadeFromThoseInTextWhichTheCheckReads() throws IOException {
    Map<String, String> settings = Map.of("size", "64m", "format", "parquet");
    Workload join = Workloads.find("sql-join").orElseThrow();
    Files.createFile(lib.resolve("writer.jar"));
    Files.createFile(Files.createDirectory(lib.resolve("flink")).resolve("format.jar"));
    WorkloadTools all = tools.with(Map.of("parquet", lib, "flink-parquet", lib.resolve("flink")));
    WorkloadRun run = run("sql-join", settings, "local", all);

    Dataset parquet = run.dataset().orElseThrow();
    assertThat(run.input()).isEqualTo("hdfs://m:1/inputs/visits-64m-seed5-v1-parquet/data");
    assertThat(parquet.source()).contains(run("sql-join", Map.of("size", "64m")).dataset().get());
    assertThat(
            parquet
                .generation(all, "hdfs://m:1/inputs/", Path.of("/work"))
                .orElseThrow()
                .arguments())
        .contains(
            "/conf:"
                + all.lib()
                + "/workloads/*:"
                + all.lib()
                + "/examples/*:"
                + all.lib()
                + "/hadoop/*:"
                + lib
                + "/writer.jar")
        .endsWith(
            "parquet",
            "--source",
            "hdfs://m:1/inputs/visits-64m-seed5-v1/data",
            "hdfs://m:1/inputs/visits-64m-seed5-v1-parquet");
    assertThat(join.verification(run).orElseThrow().arguments())
        .containsSequence("--input", "hdfs://m:1/inputs/visits-64m-seed5-v1/data")
        .containsSequence(
            "--reference", "hdfs://m:1/inputs/visits-64m-seed5-v1/references/sql-join")
        .doesNotContain("--format");
    Program flink = ((Launch.Submit) join.launch(Api.FLINK, run)).program();
    assertThat(flink.arguments()).containsSequence("--format", "parquet");
    assertThat(flink.libraries()).contains(lib.resolve("flink/format.jar"));
    assertThat(((Launch.Submit) join.launch(Api.HIVE, run)).program().libraries())
        .doesNotContain(lib.resolve("flink/format.jar"));
    assertThat(join.footprint(settings, 0).input()).isEqualTo(128 << 20);
  }

  @Test
  void theJobsForMapReduceReadTextOnly() {
    Workload scan = Workloads.find("sql-scan").orElseThrow();
    Map<String, String> parquet = Map.of("format", "parquet");
    assertThat(scan.unsupported(Api.MAPREDUCE, parquet))
        .contains("sql-scan for MapReduce reads tables in text only, not in Parquet");
    assertThat(scan.unsupported(Api.HIVE, parquet)).isEmpty();
    assertThat(scan.unsupported(Api.MAPREDUCE, Map.of())).isEmpty();
    assertThat(program("sql-scan", Api.MAPREDUCE, Map.of()).arguments()).doesNotContain("--format");
    assertThat(program("sql-scan", Api.SPARK, Map.of()).arguments()).doesNotContain("--format");
    assertThat(scan.complete(Map.of("size", "1m")))
        .as("results of before the parameter existed can be compared")
        .containsOnlyKeys("size");
    assertThat(Workloads.variables(scan)).contains("format");
    assertThat(scan.artifacts(Map.of(), Set.of(Api.FLINK))).isEmpty();
    assertThat(scan.artifacts(parquet, Set.of(Api.HIVE))).containsExactly("parquet");
    assertThat(scan.artifacts(parquet, Set.of(Api.FLINK)))
        .containsExactlyInAnyOrder("parquet", "flink-parquet");
    assertThat(Workloads.problems("sql-scan", Map.of("format", "parket")))
        .containsExactly("format: must be text or parquet; did you mean parquet?");
  }

  @Test
  void onlyTheQueriesHaveProgramsForHive() {
    assertThat(Workloads.all().stream().filter(it -> it.apis().contains(Api.HIVE)))
        .extracting(Workload::kind)
        .containsExactlyInAnyOrder("sql-scan", "sql-aggregate", "sql-join", "command");
  }

  @Test
  void iterationsMayEndWhenTheResultHasConverged() {
    Map<String, String> converged = Map.of("until", "converged");
    assertThat(program("pagerank", Api.SPARK, converged).arguments())
        .containsSequence("--iterations", "100", "--tolerance", "1e-6");
    assertThat(program("pagerank", Api.SPARK, Map.of()).arguments())
        .containsSequence("--iterations", "5")
        .doesNotContain("--tolerance");
    Workload kmeans = Workloads.find("kmeans").orElseThrow();
    assertThat(kmeans.complete(Map.of("until", "converged", "iterations", "7")))
        .containsEntry("iterations", "7")
        .containsEntry("tolerance", "1e-4");
    assertThat(kmeans.verification(run("kmeans", converged)).orElseThrow().arguments())
        .containsSequence("--iterations", "100", "--tolerance", "1e-4");
    assertThat(kmeans.measurement(run("kmeans", converged)).orElseThrow().arguments())
        .endsWith("org.athanor.workloads.Iterations", "hdfs://m:1/out");
    assertThat(Workloads.problems("pagerank", Map.of("tolerance", "0.1", "until", "converge")))
        .containsExactly("until: must be iterations or converged; did you mean converged?");
    assertThat(Workloads.problems("pagerank", Map.of("tolerance", "0.1")))
        .containsExactly("tolerance: needs until: converged");
    assertThat(Workloads.problems("kmeans", Map.of("tolerance", "1e-13", "until", "converged")))
        .containsExactly("tolerance: must be from 0.000000000001 to 1000000");
    assertThat(Workloads.problems("pagerank", Map.of("tolerance", "9e-9", "until", "converged")))
        .containsExactly("tolerance: must be from 0.00000001 to 1000000");
    for (String kind : List.of("pagerank", "kmeans")) {
      Workload workload = Workloads.find(kind).orElseThrow();
      assertThat(workload.unsupported(Api.COMMAND, converged))
          .contains(
              kind
                  + " with until: converged is not for frameworks with api: command, whose command"
                  + " does not know the tolerance");
      assertThat(workload.unsupported(Api.COMMAND, Map.of("until", "iterations"))).isEmpty();
      assertThat(workload.unsupported(Api.SPARK, converged)).isEmpty();
    }
    assertThat(Workloads.problems("components", Map.of("exponent", "1")))
        .containsExactly("exponent: is for graph powerlaw only");
    assertThat(run("components", Map.of("exponent", "1", "graph", "powerlaw")).input())
        .isEqualTo("hdfs://m:1/inputs/powerlaw-256m-exponent1-seed5-v1/data");
  }

  @Test
  void anotherImplementationIsForItsApiOnly() {
    Workload components = Workloads.find("components").orElseThrow();
    Map<String, String> graphx = Map.of("implementation", "graphx");
    assertThat(components.apis(graphx)).containsExactly(Api.SPARK);
    assertThat(components.apis(Map.of("implementation", "standard")))
        .containsExactlyInAnyOrder(Api.MAPREDUCE, Api.SPARK, Api.FLINK, Api.COMMAND);
    assertThat(components.complete(graphx)).containsEntry("implementation", "graphx");
    assertThat(components.complete(Map.of())).doesNotContainKey("implementation");
    assertThat(run("components", graphx).input()).isEqualTo(run("components", Map.of()).input());
    for (Map.Entry<String, String> each :
        Map.of(
                "wordcount dataframes", "DataFrameWordCount",
                "pagerank graphx", "GraphxPageRank",
                "components graphx", "GraphxComponents",
                "kmeans mllib", "MllibKMeans")
            .entrySet()) {
      String[] words = each.getKey().split(" ", -1);
      Program program = program(words[0], Api.SPARK, Map.of("implementation", words[1]));
      assertThat(program.mainClass()).isEqualTo("org.athanor.workloads.spark." + each.getValue());
      assertThat(
              Path.of(
                  "../workloads/src/main/java", program.mainClass().replace('.', '/') + ".java"))
          .exists();
    }
    assertThat(Workloads.problems("kmeans", Map.of("implementation", "mlib")))
        .containsExactly("implementation: must be standard or mllib; did you mean mllib?");
    assertThat(Workloads.problems("grep", Map.of("implementation", "dataframes")))
        .singleElement()
        .asString()
        .startsWith("implementation: unknown key of grep; allowed ");
  }

  @Test
  void onlyWhatIsSetIsInTheNameOfADataset() {
    assertThat(run("bayes", Map.of("size", "1m")).input())
        .isEqualTo("hdfs://m:1/inputs/documents-1m-seed5-v1/data");
    assertThat(run("bayes", Map.of("size", "1m", "labels", "7", "exponent", "1.50")).input())
        .isEqualTo("hdfs://m:1/inputs/documents-1m-labels7-exponent1.5-seed5-v1/data");
    assertThat(run("bayes", Map.of("labels", "20", "vocabulary", "100000", "exponent", "1.0")))
        .extracting(WorkloadRun::input)
        .isEqualTo(run("bayes", Map.of()).input());
    assertThat(run("wordcount", Map.of("size", "1m", "exponent", "1.5", "files", "2")).input())
        .isEqualTo("hdfs://m:1/inputs/text-1m-exponent1.5-files2-seed5-v1/data");
    assertThat(run("grep", Map.of("size", "1m", "vocabulary", "7")).input())
        .isEqualTo("hdfs://m:1/inputs/text-1m-vocabulary7-seed5-v1/data");
    assertThat(run("terasort", Map.of("size", "1m")).dataset().orElseThrow().description())
        .isEqualTo("TeraGen, 1m, seed 5");
    assertThat(run("terasort", Map.of("size", "1m", "exponent", "0.0")).dataset())
        .as("keys of TeraGen have no skew")
        .isEqualTo(run("terasort", Map.of("size", "1m")).dataset());
    Dataset skewed = run("terasort", Map.of("size", "1m", "exponent", "2")).dataset().orElseThrow();
    assertThat(skewed.description()).isEqualTo("skewed TeraGen, 1m, seed 5");
    assertThat(skewed.generation(tools, "file:///d", Path.of("/work")).orElseThrow().arguments())
        .containsSubsequence("tera", "--size", "1048576", "--exponent", "2", "--seed", "5");
    assertThat(Workloads.problems("sort", Map.of("exponent", "10.5", "vocabulary", "2000000")))
        .containsExactly("vocabulary: must be from 1 to 1010100", "exponent: must be from 0 to 10");
    assertThat(Workloads.problems("terasort", Map.of("exponent", "1", "input", "/data")))
        .containsExactly(
            "exponent: cannot be used together with input: Athanor does not generate that input");
    assertThat(Workloads.problems("bayes", Map.of("labels", "1")))
        .containsExactly("labels: must be from 2 to 10000");
  }

  @Test
  void ofOwnDocumentsTheDirectoriesAreCopied() {
    Workload bayes = Workloads.find("bayes").orElseThrow();
    Optional<Dataset> copied = bayes.dataset(Map.of("input", "/my/in"), 1, "hdfs");

    assertThat(
            copied
                .orElseThrow()
                .generation(tools, "hdfs://m:1/inputs", Path.of("/work"))
                .orElseThrow()
                .arguments())
        .containsSubsequence("copy", "--source", "file:///my/in", "--directories", "train,test");
    assertThat(measurement(copied)).endsWith("--subdirectories", "true", "file:///my/in");
    assertThat(program("bayes", Api.SPARK, Map.of()).mainClass())
        .isEqualTo("org.athanor.workloads.spark.NaiveBayes");
  }

  @Test
  void theMatrixVectorProgramsAreForMapReduceAndReadTheGraphsOfTheOthers() {
    Program program = program("gimv-pagerank", Api.MAPREDUCE, Map.of());

    assertThat(program.mainClass()).isEqualTo("org.athanor.workloads.gimv.GimvPageRank");
    assertThat(program.arguments())
        .containsExactly(
            run("pagerank", Map.of()).input(),
            "hdfs://m:1/out",
            "--parts",
            "4",
            "--work",
            "hdfs://m:1/work",
            "--iterations",
            "5");
    assertThat(program("gimv-components", Api.MAPREDUCE, Map.of()).mainClass())
        .isEqualTo("org.athanor.workloads.gimv.GimvComponents");
    assertThat(Workloads.find("gimv-components").orElseThrow().apis())
        .containsExactly(Api.MAPREDUCE);
    assertThat(Workloads.problems("gimv-pagerank", Map.of("iterations", "0")))
        .containsExactly("iterations: must be from 1 to 1000");
  }

  @Test
  void ownProgramsHaveTheSameArgumentsForEachApi() {
    List<String> arguments =
        List.of(
            "hdfs://m:1/inputs/gaussian-512m-clusters3-dimensions10-seed5-v1/data",
            "hdfs://m:1/out",
            "--parts",
            "4",
            "--work",
            "hdfs://m:1/work",
            "--iterations",
            "5",
            "--centroids",
            "hdfs://m:1/inputs/gaussian-512m-clusters3-dimensions10-seed5-v1/centroids");
    for (Api api : List.of(Api.MAPREDUCE, Api.SPARK, Api.FLINK)) {
      Program program = program("kmeans", api, Map.of("clusters", "3"));
      assertThat(program.arguments()).containsExactlyElementsOf(arguments);
      assertThat(program.mainClass())
          .isEqualTo(
              "org.athanor.workloads." + api.name().toLowerCase(java.util.Locale.ROOT) + ".KMeans");
      assertThat(program.variables()).containsEntry("iterations", "5").containsEntry("parts", "4");
    }
  }

  @Test
  void theProgramsForMapReduceSparkAndHiveExist() {
    for (Workload workload : Workloads.all()) {
      for (Api api : List.of(Api.MAPREDUCE, Api.SPARK, Api.HIVE)) {
        if (workload.kind().equals("command") || !workload.apis().contains(api)) {
          continue;
        }
        String main = program(workload.kind(), api, Map.of()).mainClass();
        if (main.startsWith("org.athanor.")) {
          Path source = Path.of("../workloads/src/main/java", main.replace('.', '/') + ".java");
          assertThat(source).exists();
        }
      }
    }
  }

  @Test
  void aDatasetIsSharedByWorkloadsThatNeedTheSame() {
    assertThat(run("wordcount", Map.of("size", "1g")).input())
        .isEqualTo(run("grep", Map.of("size", "1024m", "pattern", "x")).input());
    assertThat(run("pagerank", Map.of()).input()).isEqualTo(run("components", Map.of()).input());
    assertThat(run("pagerank", Map.of("graph", "powerlaw")).input())
        .isNotEqualTo(run("components", Map.of()).input());
  }

  @Test
  void generationAndCheckAreCommandsOfTheMaster() {
    WorkloadRun run = run("grep", Map.of("size", "1m", "pattern", "ka"));
    String classPath = "/conf:%1$s/workloads/*:%1$s/examples/*:%1$s/hadoop/*".formatted(lib);

    assertThat(
            run.dataset()
                .orElseThrow()
                .generation(tools, run.datasets(), Path.of("/work"))
                .orElseThrow()
                .arguments())
        .containsExactly(
            "/jdk/bin/java",
            "-XX:+UseParallelGC",
            "-cp",
            classPath,
            "org.athanor.workloads.Generate",
            "text",
            "--size",
            "1048576",
            "--seed",
            "5",
            "hdfs://m:1/inputs/text-1m-seed5-v1");
    assertThat(Workloads.find("grep").orElseThrow().verification(run).orElseThrow().arguments())
        .endsWith(
            "org.athanor.workloads.Verify",
            "grep",
            "--input",
            "hdfs://m:1/inputs/text-1m-seed5-v1/data",
            "--output",
            "hdfs://m:1/out",
            "--parts",
            "4",
            "--pattern",
            "ka",
            "--reference",
            "hdfs://m:1/inputs/text-1m-seed5-v1/references/grep-"
                + Integer.toHexString("grep pattern=ka".hashCode()));
  }

  @Test
  void aUsersInputIsReadInPlaceOrCopied() {
    Workload workload = Workloads.find("wordcount").orElseThrow();
    Map<String, String> settings = Map.of("input", "/data/my text");

    Dataset local = workload.dataset(settings, 1, "local").orElseThrow();
    assertThat(local.generation(tools, "file:///cache", Path.of("/work"))).isEmpty();
    assertThat(local.input("file:///cache")).isEqualTo("file:///data/my text");
    assertThat(local.reference("file:///cache", "wordcount"))
        .matches("file:///cache/input-my-text-[0-9a-f]{8}/references/wordcount");

    Dataset copied = workload.dataset(settings, 1, "hdfs").orElseThrow();
    assertThat(
            copied
                .generation(tools, "hdfs://m:1/inputs", Path.of("/work"))
                .orElseThrow()
                .arguments())
        .contains("copy", "--source", "file:///data/my text");
    assertThat(copied.input("hdfs://m:1/inputs"))
        .matches("hdfs://m:1/inputs/input-my-text-[0-9a-f]{8}/data");
  }

  @Test
  void placeholdersOfCommandsAreQuotedForTheShell() {
    Map<String, String> settings =
        Map.of("run", "wc < {input} > {output}/x; echo ${HOME} {work}", "input", "/data/it's here");
    Launch.Execute execute =
        (Launch.Execute)
            Workloads.find("command")
                .orElseThrow()
                .launch(Api.MAPREDUCE, run("command", settings, "local"));

    assertThat(execute.interactive()).isFalse();
    assertThat(execute.command().arguments().get(2))
        .isEqualTo(
            "wc < 'file:///data/it'\\''s here' > hdfs://m:1/out/x; echo ${HOME} hdfs://m:1/work");
    assertThat(execute.command().environment()).containsEntry("HADOOP_CONF_DIR", "/conf");
  }

  @Test
  void aCommandWithoutACheckHasNone() {
    Workload command = Workloads.find("command").orElseThrow();
    assertThat(command.verification(run("command", Map.of("run", "true")))).isEmpty();
    assertThat(
            command
                .verification(run("command", Map.of("run", "true", "verify", "test -e {output}")))
                .orElseThrow()
                .arguments())
        .containsExactly("/bin/sh", "-c", "test -e hdfs://m:1/out");
  }

  @Test
  void reportsProblemsOfCommands() {
    assertThat(Workloads.problems("command", Map.of()))
        .containsExactly("run: is missing; must be a command");
    assertThat(Workloads.problems("command", Map.of("run", "x {inputs} {input}")))
        .containsExactly(
            "run: unknown placeholder {inputs}; allowed {input}, {output}, {parts}, {work};"
                + " did you mean {input}?",
            "run: has {input}, but the key input is missing");
  }

  @Test
  void testDfsioNeedsItsJar() throws IOException {
    Workload dfsio = Workloads.find("dfsio").orElseThrow();
    assertThat(dfsio.unavailable(tools)).isEmpty();
    assertThat(program("dfsio", Api.MAPREDUCE, Map.of("files", "4")).arguments())
        .containsExactly("hdfs://m:1/out", "--files", "4", "--file-size", "268435456");

    Files.delete(lib.resolve("workloads/hadoop-mapreduce-client-jobclient-3.5.0-tests.jar"));
    assertThat(dfsio.unavailable(tools))
        .contains(
            "no hadoop-mapreduce-client-jobclient-*-tests.jar in "
                + lib.resolve("workloads")
                + ": build Athanor again, or put the jar of your Hadoop there");
  }
}
