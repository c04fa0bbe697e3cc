// SPDX-License-Identifier: Apache-2.0
package org.athanor.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.cluster.SystemDetails;
import org.athanor.results.Results.Stop;
import org.athanor.results.synthetic.Shape;
import org.athanor.results.synthetic.SyntheticExperiment;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsFileTest {

  @TempDir Path directory;

  @Test
  @Tag("short")
  void readsWhatItWrote() throws IOException {
    Results written = SyntheticExperiment.write(Shape.small(), directory);

    assertThat(ResultsFile.read(directory)).isEqualTo(written);
    assertThat(ResultsFile.read(directory.resolve(ResultsFile.NAME))).isEqualTo(written);
  }

  @Test
  void conformsToItsSchema() throws IOException {
    SyntheticExperiment.write(incidents(), directory);
    String json = Files.readString(directory.resolve(ResultsFile.NAME));

    assertThat(schema().validate(json, InputFormat.JSON)).isEmpty();
    assertThat(
            schema().validate(json.replace("\"unit\":\"J\"", "\"unit\":\"kWh\""), InputFormat.JSON))
        .extracting(Error::getMessage)
        .anySatisfy(message -> assertThat(message).contains("count"));
  }

  @Test
  void readsResultsOfReleasesThatRecordedNoDetails() throws IOException {
    Results written = SyntheticExperiment.write(Shape.small(), directory);
    Path file = directory.resolve(ResultsFile.NAME);
    String json = Files.readString(file);
    String old = json.replaceAll(",\"details\":\\{[^}]*\\}", "");
    assertThat(old).isNotEqualTo(json).doesNotContain("hugePages");

    Files.writeString(file, old);

    assertThat(ResultsFile.read(directory).trials()).isEqualTo(written.trials());
    assertThat(ResultsFile.read(directory).nodes())
        .allSatisfy(node -> assertThat(node.system().details()).isEqualTo(SystemDetails.UNKNOWN));
    assertThat(schema().validate(old, InputFormat.JSON)).isEmpty();
    Files.writeString(file, json.replace("\"turbo\":", "\"later\":{\"release\":1},\"turbo\":"));
    assertThat(ResultsFile.read(directory)).as("members of later releases").isEqualTo(written);
  }

  @Test
  void hasThePowerOfWholeNodesAndChosenEvents() throws IOException {
    TrialResult trial = Trials.trial("spark", "grep", 2, 1, 10);
    NodePower measured =
        new NodePower(
            "redfish",
            "whole node",
            NodePower.State.MEASURED,
            Optional.empty(),
            Reading.of(2000, Unit.JOULES),
            Reading.of(200, Unit.WATTS),
            11,
            0,
            Optional.of("trials/x/power-n1.csv"));
    List<NodeUse> uses =
        List.of(
            trial.nodes().get(0).withPower(measured),
            trial
                .nodes()
                .get(1)
                .withPower(NodePower.unavailable("file", "outlet 7", "m.csv is gone"))
                .withEvents(Map.of("cache-misses", Reading.of(5, Unit.COUNT))));
    TrialResult metered = trial.toBuilder().wallSeconds(10).nodes(uses).build();
    Results written = Trials.results("r", "1", List.of(metered));
    ResultsFile.write(written, directory);

    assertThat(ResultsFile.read(directory)).isEqualTo(written);
    assertThat(ResultsFile.fromLine(ResultsFile.toLine(metered))).isEqualTo(metered);
    String json = Files.readString(directory.resolve(ResultsFile.NAME));
    assertThat(json)
        .contains("\"state\":\"measured\"", "\"state\":\"unavailable\"")
        .containsOnlyOnce("\"events\":");
    assertThat(schema().validate(json, InputFormat.JSON)).isEmpty();
    assertThat(
            schema()
                .validate(
                    json.replace("\"state\":\"measured\"", "\"state\":\"x\""), InputFormat.JSON))
        .isNotEmpty();
  }

  @Test
  void saysThatResultsAreSimulated() throws IOException {
    Results measured = Trials.results("r", "1", Trials.repeated("spark", "grep", 1, 10));
    ResultsFile.write(measured, directory);
    assertThat(directory.resolve(ResultsFile.NAME)).content().doesNotContain("simulation");

    Results simulated = Trials.simulated(measured);
    ResultsFile.write(simulated, directory);

    String json = Files.readString(directory.resolve(ResultsFile.NAME));
    assertThat(json).contains("\"simulation\":\"simulated by Athanor 0.1.0\"");
    assertThat(schema().validate(json, InputFormat.JSON)).isEmpty();
    assertThat(ResultsFile.read(directory)).isEqualTo(simulated);
  }

  @Test
  void saysWhyThereAreNoMoreTrials() throws IOException {
    Results fixed = Trials.results("r", "1", Trials.repeated("spark", "grep", 1, 10));
    List<Stop> stops =
        List.of(
            new Stop("spark", "grep", Optional.of("ssd"), 1, 6, Optional.of(.04), "within ± 4 %"),
            new Stop(
                "flink",
                "grep",
                Optional.empty(),
                1,
                3,
                Optional.empty(),
                "no trial of 3 is verified"));
    Results results = Trials.stopped(fixed, stops);
    ResultsFile.write(results, directory);

    Path file = directory.resolve(ResultsFile.NAME);
    String json = Files.readString(file);
    assertThat(json).contains("\"trials\":6,\"interval\":0.04,\"reason\":");
    assertThat(schema().validate(json, InputFormat.JSON)).isEmpty();
    assertThat(ResultsFile.read(directory)).isEqualTo(results);

    Files.writeString(file, json.replace("\"stops\":", "\"unknown\":"));
    assertThat(ResultsFile.read(directory)).as("of an older release").isEqualTo(fixed);
  }

  @Test
  void keepsTheRolesOfNodesAndTheSizesOfGrowingInputs() throws IOException {
    List<TrialResult> trials =
        List.of(
            Trials.withMaster(Trials.trial("spark", "grep", 2, 1, 10), "n1"),
            Trials.trial("spark", "grep", 4, 1, 11));
    Results plain = Trials.results("r", "1", trials);
    Results results = Trials.weak(plain);
    ResultsFile.write(results, directory);

    String json = Files.readString(directory.resolve(ResultsFile.NAME));
    assertThat(json)
        .contains(
            "\"inputBytesBySize\":{\"2\":200000000,\"4\":400000000}",
            "\"layout\":{",
            "\"master\":\"dedicated\"",
            "\"tasksPerNode\":8",
            "\"role\":\"master\"");
    assertThat(schema().validate(json, InputFormat.JSON)).isEmpty();
    assertThat(ResultsFile.read(directory)).isEqualTo(results);
    assertThat(ResultsFile.read(directory).workloads().get(0).inputBytes(4)).contains(400_000_000L);

    ResultsFile.write(plain, directory);
    assertThat(directory.resolve(ResultsFile.NAME))
        .content()
        .doesNotContain("inputBytesBySize", "layout");
  }

  @Test
  void hasALineForEachTrial() throws IOException {
    Results written = SyntheticExperiment.write(Shape.small(), directory);

    List<String> lines = Files.readAllLines(directory.resolve(ResultsFile.NAME));
    TrialResult first = written.trials().get(0);
    assertThat(lines)
        .filteredOn(line -> line.startsWith("  {\"key\""))
        .hasSize(written.trials().size())
        .first()
        .asString()
        .isEqualTo("  " + ResultsFile.toLine(first) + ",");
    assertThat(ResultsFile.fromLine(ResultsFile.toLine(first))).isEqualTo(first);
  }

  @Test
  void writesReadingsWithUnitOrReason() {
    TrialResult trial = Trials.trial("spark", "grep", 1, 1, 2.5);

    assertThat(ResultsFile.toLine(trial))
        .contains("\"cpu_own\":{\"value\":5.0,\"unit\":\"s\"}")
        .contains("\"ipc\":{\"value\":1.25,\"unit\":\"ratio\"}")
        .contains("\"energy_dram\":{\"unavailable\":\"no powercap\"}")
        .contains("\"outcome\":\"verified\"")
        .doesNotContain("null");
  }

  @Test
  void replacesTheOldFileAndLeavesNoOtherFile() throws IOException {
    SyntheticExperiment.write(Shape.small(), directory);
    Results results = ResultsFile.read(directory);
    ResultsFile.write(results, directory);

    try (var files = Files.list(directory)) {
      assertThat(files.filter(Files::isRegularFile))
          .containsExactly(directory.resolve("results.json"));
    }
  }

  @Test
  void declaresMeasures() throws IOException {
    Results base =
        Trials.results(
            "r",
            "1",
            List.of(
                Trials.with(
                    Trials.trial("spark", "grep", 1, 1, 10),
                    Map.of(
                        "lag", Reading.of(3, Unit.COUNT),
                        "write_rate", Reading.of(2, Unit.BYTES_PER_SECOND)))));
    MeasureInfo lag =
        new MeasureInfo(
            "lag", "Lag", Unit.COUNT, Better.NEITHER, MeasureInfo.Kind.COUNTER, "of records");
    Results written = Trials.declaring(base, lag);
    ResultsFile.write(written, directory);

    Path file = directory.resolve(ResultsFile.NAME);
    String json = Files.readString(file);
    assertThat(json)
        .contains(
            "{\"id\":\"lag\",\"label\":\"Lag\",\"unit\":\"count\",\"better\":\"neither\","
                + "\"kind\":\"counter\",\"meaning\":\"of records\"}");
    assertThat(schema().validate(json, InputFormat.JSON)).isEmpty();
    assertThat(ResultsFile.read(directory)).isEqualTo(written);
    assertThat(written.measures())
        .containsExactly(lag, MeasureInfo.undeclared("write_rate", Unit.BYTES_PER_SECOND));
    assertThat(written.measures().get(1).label()).isEqualTo("Write rate");
    assertThat(written.measures().get(1).better()).isEqualTo(Better.MORE);
    assertThatThrownBy(() -> Trials.declaring(base, lag, lag))
        .hasMessage("measure lag is declared twice");
    assertThatThrownBy(() -> MeasureInfo.undeclared("Lag", Unit.COUNT))
        .hasMessage("measure \"Lag\": must be lower-case letters, digits and underscores");
  }

  /** Schema 1 had neither counts of branches and caches nor a workload's own measures. */
  @Test
  void readsAnOlderSchema() throws IOException {
    ResultsFile.write(
        Trials.results("old", "1", Trials.repeated("spark", "grep", 1, 10, 11)), directory);
    Path file = directory.resolve("results.json");
    Files.writeString(
        file,
        Files.readString(file)
            .replace("\"schema\":2", "\"schema\":1")
            .replace(",\"measures\":{}", ""));

    Results results = ResultsFile.read(directory);

    assertThat(results.schema()).isEqualTo(1);
    assertThat(results.trials()).hasSize(2).allSatisfy(it -> assertThat(it.measures()).isEmpty());
  }

  @Test
  void whatAMonitorDeclaresStaysAndNeedsSchemaThree() throws IOException {
    MonitorInfo monitor =
        new MonitorInfo(
            "gpu",
            "Graphics",
            List.of(new MonitorInfo.SampleInfo("own_gpu_load", "load", Unit.PERCENT)),
            List.of(MeasureInfo.result("own_gpu_energy", "Energy", Unit.JOULES, Better.LESS, "x")));
    TrialResult plain = Trials.trial("spark", "sort", 1, 1, 10);
    Map<Total, Reading> totals = new HashMap<>(plain.nodes().get(0).totals());
    totals.put(monitor.keys().get(0), Reading.of(5, Unit.JOULES));
    TrialResult trial =
        plain.toBuilder().nodes(List.of(new NodeUse("n1", totals, "trials/s.csv"))).build();
    assertThat(Trials.results("x", "4.3.0", List.of(plain)).schema()).isEqualTo(2);
    Results results =
        Trials.results("x", "4.3.0", List.of(trial)).toBuilder().monitors(List.of(monitor)).build();
    ResultsFile.write(results, directory);

    Results read = ResultsFile.read(directory);
    assertThat(read).isEqualTo(results);
    assertThat(read.schema()).isEqualTo(3);
    assertThat(read.trials().get(0).nodes().get(0).totals())
        .containsEntry(
            Total.declared("own_gpu_energy", "", Unit.COUNT), Reading.of(5, Unit.JOULES));
    String json = Files.readString(directory.resolve("results.json"));
    assertThat(schema().validate(json, InputFormat.JSON)).isEmpty();
    assertThat(schema().validate(json.replace("own_gpu_e", "gpu_e"), InputFormat.JSON))
        .isNotEmpty();
  }

  @Test
  void idsOfDeclarationsAreOfTheirMonitor() {
    assertThat(MonitorInfo.id("gpu", "load")).isEqualTo("own_gpu_load");
    assertThatThrownBy(() -> MonitorInfo.id("gpu", "Load"))
        .hasMessage(
            "\"Load\": must be at most 40 lower-case letters, digits and underscores, a letter"
                + " first");
    assertThatThrownBy(
            () ->
                new MonitorInfo(
                    "gpu",
                    "",
                    List.of(new MonitorInfo.SampleInfo("cpu_user", "", Unit.PERCENT)),
                    List.of()))
        .hasMessage("\"cpu_user\": must begin with own_gpu_");
  }

  @Test
  void refusesANewerSchema() throws IOException {
    Path file = Files.writeString(directory.resolve("results.json"), "{\"schema\": 4}");

    assertThatThrownBy(() -> ResultsFile.read(directory))
        .isInstanceOf(IOException.class)
        .hasMessage(
            file
                + ": schema 4 was written by a newer Athanor; this one reads schemas up to 3. Use"
                + " the version that wrote the file, or a newer one");
  }

  @Test
  void refusesOtherFiles() throws IOException {
    assertThatThrownBy(() -> ResultsFile.read(directory))
        .hasMessage(
            directory.resolve("results.json")
                + ": no such file; the directory of an experiment holds one named results.json");

    Path file = Files.writeString(directory.resolve("results.json"), "[]");
    assertThatThrownBy(() -> ResultsFile.read(file))
        .hasMessage(
            file
                + ": not a file of results: it has no member \"schema\" with a version of 1 or"
                + " more");

    Files.writeString(file, "{\"schema\": 1, \"frameworks\": []}");
    assertThatThrownBy(() -> ResultsFile.read(file))
        .hasMessage(file + ": not a file of results: it has no member \"workloads\" with a list");

    Files.writeString(file, "{\"schema\": 1,\n \"name\": \"half a");
    assertThatThrownBy(() -> ResultsFile.read(file))
        .hasMessageStartingWith(file + ", line 2: not readable as results: ");
  }

  @Test
  void refusesATrialOfAnUnknownFramework() throws IOException {
    SyntheticExperiment.write(Shape.small(), directory);
    Path file = directory.resolve("results.json");
    Files.writeString(
        file,
        Files.readString(file)
            .replace("\"key\":{\"framework\":\"athanor\"", "\"key\":{\"framework\":\"storm\""));

    assertThatThrownBy(() -> ResultsFile.read(file))
        .hasMessage(
            file
                + ": trial storm-wordcount-1n-w0 names the framework storm, which the file does not"
                + " describe; it describes athanor, hadoop");
  }

  private static Shape incidents() {
    return new Shape(
        List.of("hadoop", "spark"),
        List.of("kmeans", "pagerank"),
        List.of(4),
        3,
        true,
        .02,
        false,
        1);
  }

  private static Schema schema() throws IOException {
    try (var resource = ResultsFile.class.getResourceAsStream("results.schema.json")) {
      return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(new String(resource.readAllBytes(), StandardCharsets.UTF_8), InputFormat.JSON);
    }
  }
}
