// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** K-Means. */
final class KMeansWorkload extends StandardWorkload {
  private static final Iteration ITERATION =
      new Iteration("1e-4", "1e-12", "no centroid moves by more than tolerance");

  private static final List<Implementation> IMPLEMENTATIONS =
      List.of(
          new Implementation("mllib", Api.SPARK, "MllibKMeans", "the algorithm of Spark's MLlib"));

  KMeansWorkload() {
    super("kmeans", "KMeans", "moves centroids to the means of their points, step by step", own());
  }

  private static List<Parameter> own() {
    List<Parameter> parameters = new ArrayList<>();
    parameters.add(size("512m"));
    parameters.add(
        new Parameter("clusters", Parameter.Type.COUNT, "10", "clusters, from 1 to 10000"));
    parameters.add(
        new Parameter(
            "dimensions", Parameter.Type.COUNT, "10", "coordinates of a point, from 1 to 1000"));
    parameters.addAll(ITERATION.parameters());
    parameters.add(
        input("text, one point per line: coordinates separated by commas; needs centroids"));
    parameters.add(
        new Parameter(
            "centroids",
            Parameter.Type.PATH,
            "",
            "initial centroids for your own input: lines of index, tab and coordinates"));
    parameters.add(Implementation.parameter(IMPLEMENTATIONS));
    return parameters;
  }

  @Override
  List<Implementation> implementations() {
    return IMPLEMENTATIONS;
  }

  @Override
  Optional<Iteration> iteration() {
    return Optional.of(ITERATION);
  }

  @Override
  Dataset generated(Settings settings, long seed) {
    return Datasets.generated(
        "gaussian",
        "Gaussian clusters",
        settings.bytes("size"),
        List.of(
            "--clusters", settings.text("clusters"), "--dimensions", settings.text("dimensions")),
        seed);
  }

  @Override
  void check(Settings settings, List<String> problems) {
    settings.checkCount("clusters", 1, 10_000, problems);
    settings.checkCount("dimensions", 1, 1_000, problems);
    if (settings.usersData().isPresent() != settings.get("centroids").isPresent()) {
      problems.add(settings.usersData().orElse("input") + " and centroids: must be used together");
    }
  }

  @Override
  Map<String, String> options(WorkloadRun run, Settings settings) {
    Map<String, String> options = new LinkedHashMap<>(super.options(run, settings));
    options.put(
        "centroids",
        settings
            .get("centroids")
            .map(path -> path.startsWith("/") ? "file://" + path : path)
            .orElseGet(() -> run.dataset().orElseThrow().centroids(run.datasets())));
    return options;
  }
}
