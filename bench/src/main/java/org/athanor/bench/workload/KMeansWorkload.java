// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** K-Means. */
final class KMeansWorkload extends StandardWorkload {
  KMeansWorkload() {
    super(
        "kmeans",
        "KMeans",
        "moves centroids to the means of their points, in a fixed number of iterations",
        List.of(
            size("512m"),
            new Parameter("clusters", Parameter.Type.COUNT, "10", "clusters, from 1 to 10000"),
            new Parameter(
                "dimensions", Parameter.Type.COUNT, "10", "coordinates of a point, from 1 to 1000"),
            new Parameter("iterations", Parameter.Type.COUNT, "5", "iterations, from 1 to 1000"),
            input("text, one point per line: coordinates separated by commas; needs centroids"),
            new Parameter(
                "centroids",
                Parameter.Type.PATH,
                "",
                "initial centroids for your own input: lines of index, tab and coordinates")));
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
    settings.checkCount("iterations", 1, 1_000, problems);
    if (settings.get("input").isPresent() != settings.get("centroids").isPresent()) {
      problems.add("input and centroids: must be used together");
    }
  }

  @Override
  Map<String, String> options(WorkloadRun run, Settings settings) {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("iterations", settings.text("iterations"));
    options.put(
        "centroids",
        settings
            .get("centroids")
            .map(path -> path.startsWith("/") ? "file://" + path : path)
            .orElseGet(() -> run.dataset().orElseThrow().centroids(run.datasets())));
    return options;
  }
}
