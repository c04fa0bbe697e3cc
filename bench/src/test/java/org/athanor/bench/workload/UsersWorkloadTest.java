// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Workloads whose programs, check or input are the user's. */
class UsersWorkloadTest {
  private static final Map<String, String> ENTRY =
      Map.of(
          "jar", "/my/lengths.jar",
          "mapreduce", "example.WordLengths",
          "check", "example.WordLengthsCheck",
          "options", "--least 3  --most 9",
          "size", "1m");

  private final WorkloadTools tools = new WorkloadTools(Path.of("/lib"), "java", Optional.empty());
  private final Workload workload = Workloads.find("program").orElseThrow();

  private static Map<String, String> with(Map<String, String> some, String... more) {
    Map<String, String> all = new HashMap<>(some);
    for (int i = 0; i < more.length; i += 2) {
      all.put(more[i], more[i + 1]);
    }
    return all;
  }

  private WorkloadRun run(Map<String, String> settings) {
    return new WorkloadRun(
        settings,
        workload.dataset(settings, 5, "local"),
        "file:///inputs",
        "file:///out",
        "file:///work",
        4,
        Map.of(),
        tools);
  }

  @Test
  void theEntryIsAllThatIsKnownOfAProgram() {
    assertThat(Workloads.problems("program", ENTRY)).isEmpty();
    assertThat(workload.apis(ENTRY)).containsExactly(Api.MAPREDUCE, Api.COMMAND);
    assertThat(workload.files(ENTRY)).containsExactly(Path.of("/my/lengths.jar"));
    Program program = ((Launch.Submit) workload.launch(Api.MAPREDUCE, run(ENTRY))).program();
    assertThat(program.jar()).isEqualTo(Path.of("/my/lengths.jar"));
    assertThat(program.libraries()).isEmpty();
    assertThat(program.mainClass()).isEqualTo("example.WordLengths");
    assertThat(program.arguments())
        .containsExactly(
            "file:///inputs/text-1m-seed5-v1/data",
            "file:///out",
            "--parts",
            "4",
            "--work",
            "file:///work",
            "--least",
            "3",
            "--most",
            "9");
    List<String> check = workload.verification(run(ENTRY)).orElseThrow().arguments();
    assertThat(check.get(check.indexOf("-cp") + 1))
        .isEqualTo("/lib/workloads/*:/lib/examples/*:/lib/hadoop/*:/my/lengths.jar");
    assertThat(check)
        .endsWith(
            "org.athanor.workloads.Verify",
            "example.WordLengthsCheck",
            "--input",
            "file:///inputs/text-1m-seed5-v1/data",
            "--output",
            "file:///out",
            "--parts",
            "4",
            "--least",
            "3",
            "--most",
            "9");
    assertThat(workload.apis(with(ENTRY, "spark", "a.B", "flink", "a.C")))
        .containsExactly(Api.MAPREDUCE, Api.SPARK, Api.FLINK, Api.COMMAND);
  }

  @Test
  void problemsOfProgramsNameTheKey() {
    assertThat(Workloads.problems("program", Map.of("mapreduc", "x.Y", "data", "txt")))
        .containsExactly(
            "mapreduc: unknown key of program; allowed jar, mapreduce, spark, flink, check,"
                + " options, data, size, sizePerWorker, input, generator, generatorTimeout, parts,"
                + " partsPerWorker; did you mean mapreduce?",
            "jar: is missing; must be the path of the jar with programs and check",
            "there is no program; name the class of one with mapreduce, spark, flink",
            "check: is missing; must be the class of the check: no time counts without",
            "data: must be text or sequence or tera or kronecker or powerlaw or gaussian or reads"
                + " or mesh; did you mean text?");
    assertThat(Workloads.problems("program", with(ENTRY, "check", "Plain", "spark", "a b.C")))
        .containsExactly(
            "spark: must be the name of a class with its package",
            "check: must be the name of a class with its package");
    for (String wrong : List.of("--least", "least 3", "--least 3 4", "- 3")) {
      assertThat(Workloads.problems("program", with(ENTRY, "options", wrong)))
          .containsExactly("options: must be names and values, such as --least 3");
    }
    for (String data : List.of("input", "generator")) {
      assertThat(
              Workloads.problems(
                  "program",
                  Map.of(
                      "jar", "a.jar", "spark", "a.B", "check", "a.C", "data", "tera", data, "x")))
          .containsExactly(
              "data: cannot be used together with "
                  + data
                  + ": Athanor does not generate that input");
    }
    assertThat(Workloads.problems("program", with(ENTRY, "options", "--work /x")))
        .containsExactly("options: --work is set by Athanor; use another name");
  }

  /** The entry of the manual names the classes that are compiled from it. */
  @Test
  void theEntryOfTheManualIsRight() throws IOException {
    String page = Files.readString(Path.of("../docs/workloads.md"));
    String section = page.substring(page.indexOf("\n## A workload of your own"));
    Matcher entry = Pattern.compile("- program: \\{(.*)\\}").matcher(section);
    assertThat(entry.find()).isTrue();
    Map<String, String> settings = new HashMap<>();
    for (String part : entry.group(1).split(", ", -1)) {
      String[] pair = part.split(": ", -1);
      if (!pair[0].equals("label")) {
        settings.put(pair[0], pair[1]);
      }
    }
    assertThat(Workloads.problems("program", settings)).isEmpty();
    assertThat(section).contains("public class " + settings.get("mapreduce").substring(8) + " ");
    assertThat(section).contains("public class " + settings.get("check").substring(8) + " ");
  }

  private static Dataset dataset(String kind, Map<String, String> settings) {
    return Workloads.find(kind).orElseThrow().dataset(settings, 5, "hdfs").orElseThrow();
  }

  @Test
  void aCommandOfTheUserMakesTheInput() {
    Map<String, String> settings =
        Map.of("size", "64m", "generator", "gen --bytes {size} -s {seed} {output}/a");
    assertThat(Workloads.problems("wordcount", settings)).isEmpty();
    Dataset made = dataset("wordcount", settings);
    assertThat(made.id()).matches("command-64m-[0-9a-f]{12}-seed5-v1");
    assertThat(made.bytes()).contains(64L << 20);
    assertThat(made.description()).isEqualTo("by a command, 64m, seed 5");
    assertThat(
            made.generation(tools, "hdfs://m:1/inputs", Path.of("/work")).orElseThrow().arguments())
        .endsWith(
            "org.athanor.workloads.Generate",
            "command",
            "--run",
            "gen --bytes 67108864 -s 5 \"$ATHANOR_OUTPUT\"/a",
            "--size",
            "67108864",
            "--limit",
            "43200",
            "--local",
            "/work",
            "hdfs://m:1/inputs/" + made.id());
    assertThat(made.input("hdfs://m:1/inputs"))
        .isEqualTo("hdfs://m:1/inputs/" + made.id() + "/data");
    Map<String, String> other = with(settings, "generator", "gen2 {size} {output}");
    assertThat(dataset("wordcount", other).id()).isNotEqualTo(made.id());
    assertThat(dataset("wordcount", with(settings, "generatorTimeout", "90s")).id())
        .as("the same data")
        .isEqualTo(made.id());
    assertThat(dataset("bayes", settings).generator()).endsWith("--directories", "train,test");
    assertThat(dataset("bayes", settings).id()).as("other files").isNotEqualTo(made.id());
    Workload.Footprint needed =
        Workloads.find("wordcount").orElseThrow().footprint(settings, 64L << 20);
    assertThat(needed.input()).isEqualTo(64L << 20);
  }

  @Test
  void problemsOfGeneratorsNameTheKey() {
    assertThat(Workloads.problems("wordcount", Map.of("generator", "gen {sise}")))
        .containsExactly(
            "generator: unknown placeholder {sise}; allowed {output}, {seed}, {size}; did you mean"
                + " {size}?");
    Map<String, String> both = Map.of("generator", "gen {output}", "input", "/data");
    assertThat(Workloads.problems("wordcount", both))
        .containsExactly("generator: cannot be used together with input; remove one of them");
    assertThat(Workloads.problems("wordcount", Map.of("generatorTimeout", "1h")))
        .containsExactly("generatorTimeout: needs generator");
    assertThat(
            Workloads.problems(
                "wordcount", Map.of("generator", "g {output}", "generatorTimeout", "31d")))
        .containsExactly("generatorTimeout: must be a time from 1s to 30d, such as 90s or 1h30m");
    assertThat(
            Workloads.problems(
                "wordcount", Map.of("generator", "g {output}", "files", "3", "exponent", "2")))
        .containsExactly(
            "exponent: cannot be used together with generator: Athanor does not generate that input",
            "files: cannot be used together with generator, which has its own files");
    assertThat(Workloads.problems("kmeans", Map.of("generator", "g {output}")))
        .containsExactly("generator and centroids: must be used together");
  }

  @Test
  void aCommandMayHaveAGeneratedInput() {
    Map<String, String> settings =
        Map.of("run", "job {input} {output}", "generator", "gen {output}", "size", "1m");
    assertThat(Workloads.problems("command", settings)).isEmpty();
    assertThat(dataset("command", settings).bytes()).contains(1L << 20);
    Workload command = Workloads.find("command").orElseThrow();
    assertThat(command.footprint(settings, 0))
        .isEqualTo(new Workload.Footprint(1 << 20, 0, 1 << 20));
    assertThat(Workloads.problems("command", Map.of("run", "x", "generator", "gen {output}")))
        .containsExactly("size: is missing; must be the bytes that generator writes");
    assertThat(Workloads.problems("command", Map.of("run", "x", "size", "1m")))
        .containsExactly("size: needs generator");
  }
}
