// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.profile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
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
import org.athanor.profile.run.Resource;
import org.athanor.profile.run.Run;
import org.athanor.profile.run.Site;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The command {@code athanor advise}, with runs whose truth is known. */
@Tag("short")
class AdviseCommandTest {
  private static final NodeKind KIND =
      new NodeKind("x86_64", "AMD EPYC 9654", 96, 400_000_000_000L, Optional.empty());

  @TempDir private Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private Path file;
  private int runs;

  @BeforeEach
  void prepare() {
    file = directory.resolve("profile.db");
  }

  private Run run(Application application, String framework, long gigabytes, double seconds) {
    return run(application, framework, gigabytes, seconds, Amount.of(100 * seconds));
  }

  private Run run(
      Application application, String framework, long gigabytes, double seconds, Amount joules) {
    runs++;
    return new Run(
        Run.idOf(List.of(Integer.toString(runs))),
        new Origin("bench", "0.1.0", Optional.of("first"), "t" + runs),
        application,
        new Configuration(
            new Framework(framework, "4.2.0", "yarn", "17"),
            "hdfs",
            96,
            256_000_000_000L,
            Map.of()),
        new Input("text", OptionalLong.of(gigabytes << 30)),
        new Execution(
            Instant.parse("2026-11-22T03:04:05Z").plusSeconds(runs * 60L),
            seconds,
            Optional.empty(),
            List.of(),
            OptionalLong.empty()),
        List.of(new NodeUse("n1", KIND, Map.of(Resource.ENERGY_PACKAGE_JOULES, joules))),
        new Site(
            Optional.empty(),
            Optional.of("ssd"),
            Optional.empty(),
            OptionalDouble.empty(),
            Site.Scheduling.UNKNOWN));
  }

  /** With Spark 10 s + 2 s for each GiB, with Hadoop twice as much. */
  private void fill() throws CatalogueException {
    try (Catalogue catalogue = Catalogue.open(CatalogueLocation.of(file))) {
      for (long size = 1; size <= 8; size++) {
        Application sort = new Application("sort", Map.of());
        catalogue.add(run(sort, "spark", size, 10 + 2 * size));
        catalogue.add(run(sort, "hadoop", size, 20 + 4 * size));
      }
      for (String iterations : List.of("5", "10")) {
        Application rank = new Application("pagerank", Map.of("iterations", iterations));
        catalogue.add(run(rank, "spark", 1, 100));
      }
    }
  }

  private int advise(String... arguments) {
    List<String> all = new ArrayList<>(List.of("advise", "--catalogue=" + file));
    all.addAll(List.of(arguments));
    out.reset();
    err.reset();
    return EvaluatorMain.execute(
        new PrintStream(out, true, UTF_8),
        new PrintStream(err, true, UTF_8),
        all.toArray(String[]::new));
  }

  private String output(String... arguments) {
    assertThat(advise(arguments)).as(err.toString(UTF_8)).isZero();
    assertThat(err.toString(UTF_8)).isEmpty();
    return out.toString(UTF_8);
  }

  private void assertRefused(String message, String... arguments) {
    assertThat(advise(arguments)).isEqualTo(2);
    assertThat(err.toString(UTF_8))
        .isEqualToNormalizingNewlines("athanor advise: " + message + "\n");
    assertThat(out.toString(UTF_8)).isEmpty();
  }

  @Test
  void saysWhatIsFastestAndWhatItRestsOn() throws CatalogueException {
    fill();
    String text = output("sort", "--size", "20g");
    assertThat(text).startsWith("sort, input of 21.5 GB, the fastest first:\n\n");
    assertThat(text.lines().skip(3).toList())
        .satisfiesExactly(
            line -> assertThat(line).startsWith("spark 4.2.0 yarn").contains("50.0 s", "80 %"),
            line -> assertThat(line).startsWith("hadoop 4.2.0 yarn").contains("100 s", "80 %"),
            line -> assertThat(line).isEmpty(),
            line ->
                assertThat(line)
                    .startsWith("Best: spark 4.2.0 yarn on 1 x 96 CPUs, 400 GB, ssd. It rests on"),
            line ->
                assertThat(line)
                    .isEqualTo("No further run could change what is best, as far as is known."));
  }

  @Test
  void writesJson() throws CatalogueException {
    fill();
    JsonNode json =
        JsonMapper.shared().readTree(output("sort", "--size=20g", "--by=energy", "--json"));
    assertThat(json.path("by").asString()).isEqualTo("energy");
    JsonNode best = json.path("choices").path(0);
    assertThat(best.path("framework").asString()).isEqualTo("spark");
    assertThat(best.path("storage_class").asString()).isEqualTo("ssd");
    assertThat(best.path("wall_seconds").path("middle").asDouble()).isEqualTo(50);
    assertThat(best.path("energy_joules").path("middle").asDouble()).isEqualTo(5000);
    assertThat(best.path("runs").size()).isEqualTo(8);
    assertThat(json.path("missing_run").isNull()).isTrue();
  }

  @Test
  void namesTheRunThatWouldTeachMost() throws CatalogueException {
    fill();
    // One size is known: the time may be the same for another one, or proportional.
    assertThat(output("pagerank", "--size=10g", "--parameter", "iterations=5"))
        .contains(
            "A run of this size with hadoop 4.2.0 yarn on 1 x 96 CPUs, 400 GB, ssd would teach most:"
                + " up to 350 s could be gained.");
  }

  @Test
  void nothingIsBestByEnergyIfNoRunMeasuredIt() throws CatalogueException {
    try (Catalogue catalogue = Catalogue.open(CatalogueLocation.of(file))) {
      Application sort = new Application("sort", Map.of());
      Amount unknown = Amount.unknown("no counter");
      catalogue.add(run(sort, "hadoop", 1, 20, unknown));
      catalogue.add(run(sort, "spark", 1, 10, unknown));
    }
    String text = output("sort", "--size=1g", "--by=energy");
    assertThat(text)
        .startsWith("sort, input of 1.07 GB, the fastest first:\n\n")
        .endsWith("\n\nNo run measured energy, so which choice needs least is not known.\n")
        .doesNotContain("Best");
    assertThat(text.lines().skip(3).findFirst().orElseThrow()).startsWith("spark");
  }

  /** One application may have the parameters of another one, and more. */
  @Test
  void equalParametersWinOverMore() throws CatalogueException {
    Map<String, String> five = Map.of("iterations", "5");
    try (Catalogue catalogue = Catalogue.open(CatalogueLocation.of(file))) {
      catalogue.add(run(new Application("rank", Map.of()), "spark", 1, 10));
      catalogue.add(run(new Application("rank", five), "spark", 1, 50));
      Map<String, String> more = Map.of("iterations", "5", "damping", "0.9");
      catalogue.add(run(new Application("rank", more), "spark", 1, 70));
    }
    assertThat(output("rank", "--size=1g")).startsWith("rank, ");
    assertThat(output("rank", "--size=1g", "--parameter=iterations=5"))
        .startsWith("rank (iterations=5), ");
    assertThat(output("rank", "--size=1g", "--parameter=damping=0.9")).contains("damping=0.9");
  }

  @Test
  void checksPredictions() throws CatalogueException {
    fill();
    assertThat(output("--check"))
        .contains("runs of the application on the cluster ", "0.0 %", "100 %");
    JsonNode json = JsonMapper.shared().readTree(output("--check", "--json"));
    assertThat(
            json.path("sizes").path("by_source").path("line").path("median_error_ratio").asDouble())
        .isLessThan(1e-9);
  }

  @Test
  void saysWhatIsWrong() throws CatalogueException {
    assertRefused(
        "--catalogue="
            + file
            + ": does not exist; name an existing catalogue, or leave the option out",
        "sort",
        "--size=1g");
    Catalogue.open(CatalogueLocation.of(file)).close();
    assertRefused(
        "the catalogue has no undisturbed runs to learn from; athanor bench quick enters some",
        "sort",
        "--size=1g");
    fill();
    assertRefused(
        "APPLICATION=sorr: unknown application; allowed pagerank, sort; did you mean sort?",
        "sorr",
        "--size=1g");
    assertRefused(
        "APPLICATION=pagerank: has runs with several parameters; choose with --parameter; there are"
            + " pagerank (iterations=10); pagerank (iterations=5)",
        "pagerank",
        "--size=1g");
    assertRefused("--size: is missing; must be a size such as 512m or 1.5g", "sort");
    assertRefused("--size=big: must be a size such as 512m or 1.5g", "sort", "--size=big");
    assertRefused("one of APPLICATION and --check must be given");
    assertRefused(
        "--by=speed: unknown goal; allowed time, energy", "sort", "--size=1g", "--by=speed");
  }
}
