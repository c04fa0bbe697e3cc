// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.fit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.athanor.simulator.mapreduce.Framework;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * TeraSort and WordCount on a real YARN or Spark, and simulated. The model of a framework is fitted
 * to every second setting and judged by the others; then the halves change their parts.
 * docs/simulation.md says how to measure the jobs.
 */
class JobModelTest {
  /** Names the file results.json of the experiment benchmarks/simulation-jobs.yaml. */
  static final String RESULTS = "athanor.test.jobs";

  /** Names that of the experiment benchmarks/simulation-frameworks.yaml. */
  static final String FRAMEWORKS = "athanor.test.frameworks";

  private static final double MOST_ERROR = 0.15;

  /** Settings and workloads form a table; its fields are dealt as those of a chessboard. */
  private static List<MeasuredJob> half(JsonNode results, int which) {
    List<MeasuredJob> all = MeasuredJob.all(results);
    int columns = results.get("frameworks").size();
    List<MeasuredJob> half = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      if ((i / columns + i % columns) % 2 == which) {
        half.add(all.get(i));
      }
    }
    return half;
  }

  @Test
  @EnabledIfSystemProperty(named = RESULTS, matches = ".+")
  void jobsTakeAsLongAsMeasuredIfTheOtherHalfIsFitted() throws IOException {
    JsonNode results = results(RESULTS);
    judge(Framework.HADOOP, List.of(half(results, 0), half(results, 1)));
  }

  /** The sizes are dealt in turn. */
  @ParameterizedTest
  @EnumSource(
      value = Framework.class,
      names = {"ATHANOR", "SPARK"})
  @EnabledIfSystemProperty(named = FRAMEWORKS, matches = ".+")
  void otherFrameworksTakeAsLongAsMeasured(Framework framework) throws IOException {
    List<MeasuredJob> all =
        MeasuredJob.all(results(FRAMEWORKS)).stream()
            .filter(job -> job.framework() == framework)
            .toList();
    List<List<MeasuredJob>> halves = List.of(new ArrayList<>(), new ArrayList<>());
    for (int i = 0; i < all.size(); i++) {
      halves.get(i % 2).add(all.get(i));
    }
    judge(framework, halves);
  }

  private static JsonNode results(String property) throws IOException {
    return new JsonMapper().readTree(Files.readString(Path.of(System.getProperty(property))));
  }

  private static void judge(Framework framework, List<List<MeasuredJob>> halves) {
    Map<String, Double> errors = new LinkedHashMap<>();
    for (int fitted = 0; fitted < 2; fitted++) {
      JobModel model = JobModel.fit(framework, halves.get(fitted));
      List<MeasuredJob> judged = halves.get(1 - fitted);
      System.out.println(model);
      judged.forEach(job -> System.out.print(line(job, model)));
      assertThat(judged).hasSizeGreaterThan(3);
      judged.forEach(job -> errors.put(job.name(), Math.abs(model.error(job))));
    }
    assertThat(errors.values()).as(errors.toString()).allMatch(error -> error < MOST_ERROR);
  }

  private static String line(MeasuredJob job, JobModel model) {
    return String.format(
        Locale.ROOT,
        "%-28s %5.1f s (%s), simulated %5.1f s, %+5.1f %%, %5.1f core-seconds, %+5.1f %%%n",
        job.name(),
        job.mean(),
        job.seconds(),
        model.seconds(job),
        100 * model.error(job),
        job.coreSeconds(),
        100 * model.coreError(job));
  }
}
