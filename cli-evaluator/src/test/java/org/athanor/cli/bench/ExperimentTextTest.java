// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.bench.experiment.FrameworkSpec;
import org.athanor.bench.experiment.file.ExperimentFile;
import org.athanor.bench.experiment.run.Offers;
import org.athanor.bench.experiment.run.Offers.Offer;
import org.athanor.bench.experiment.run.StandardFacilities;
import org.athanor.bench.framework.Frameworks;
import org.athanor.bench.framework.Site.Installation;
import org.athanor.cluster.SystemInfo;
import org.athanor.cluster.artifact.Distributions;
import org.athanor.cluster.artifact.Tools;
import org.athanor.yaml.Problem;
import org.athanor.yaml.text.ByteSize;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Experiment files that the commands write can be read. */
@Tag("short")
class ExperimentTextTest {
  private static final Path NOWHERE = Path.of("nowhere");

  private final Distributions distributions = Distributions.bundled();
  private final Tools tools = Tools.find(Map.of(), Optional.empty());
  private final StandardFacilities facilities =
      new StandardFacilities(
          new Installation(NOWHERE, NOWHERE),
          NOWHERE,
          "0",
          new Frameworks(distributions, tools, line -> {}, "0"),
          distributions,
          tools,
          line -> {});

  private static final List<Offer> OFFERS =
      List.of(
          new Offer("hadoop", "local", List.of()),
          new Offer("athanor", "embedded", List.of()),
          new Offer("spark", "local", List.of("pip: not found; install python3-pip")));

  private ExperimentFile parse(String text) {
    return ExperimentFile.parse(Path.of("x.yaml"), text.getBytes(UTF_8), facilities.vocabulary());
  }

  private static List<String> labels(ExperimentFile file) {
    return file.experiment().orElseThrow().frameworks().stream().map(FrameworkSpec::label).toList();
  }

  private static String example(List<Offer> offers) {
    SystemInfo system =
        new SystemInfo(
            "h1",
            "Debian",
            "6.1",
            "x86_64",
            "AMD EPYC",
            2,
            24_000_000_000L,
            Optional.empty(),
            Optional.empty(),
            Optional.of("17"),
            Optional.of("/java"),
            Optional.empty());
    return ExperimentText.example(new Offers(system, 2, new ByteSize(16L << 30), offers));
  }

  @Test
  void theExampleHasABaselineThatCanRun() {
    List<Offer> withoutHadoop =
        List.of(new Offer("hadoop", "local", List.of("no Maven")), OFFERS.get(1));
    ExperimentFile file = parse(example(withoutHadoop));
    assertThat(file.problems()).isEmpty();
    assertThat(file.experiment().orElseThrow().baseline()).isEqualTo("athanor");
    assertThat(parse(example(OFFERS)).experiment().orElseThrow().baseline()).isEqualTo("hadoop");
    assertThat(example(withoutHadoop.subList(0, 1))).contains("\n# baseline: hadoop\n");
  }

  @Test
  void theExampleIsValidAndSaysWhyAFrameworkIsLeftOut() {
    String text = example(OFFERS);
    ExperimentFile file = parse(text);
    assertThat(file.problems()).isEmpty();
    assertThat(labels(file)).containsExactly("hadoop", "athanor");
    assertThat(text).contains("#     pip: not found; install python3-pip");
  }

  @Test
  void theQuickComparisonIsValid() {
    ExperimentFile file = parse(ExperimentText.quick(OFFERS.subList(0, 2), "64m"));
    assertThat(file.problems()).isEmpty();
    assertThat(labels(file)).containsExactly("hadoop", "athanor");
    assertThat(file.experiment().orElseThrow().baseline()).isEqualTo("hadoop");
  }

  @Test
  void aProblemOfAQuickRunNamesTheOptionSize() {
    assertThat(
            BenchQuickCommand.shown(
                new Problem("/tmp/quick.yaml", 8, "workloads: inputs need 90 TiB"), "90t"))
        .isEqualTo("--size=90t: inputs need 90 TiB");
    assertThat(
            BenchQuickCommand.shown(
                new Problem("/tmp/quick.yaml", 3, "frameworks=hadoop: no Java"), "90t"))
        .isEqualTo("frameworks=hadoop: no Java");
  }
}
