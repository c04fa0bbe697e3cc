// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A query about a mesh of tetrahedra. */
final class MeshWorkload extends ToolWorkload {
  private static final String QUERY = "query";
  private static final String GRID = "grid";
  private static final String SIMPLIFIED = "simplified";
  private static final String DEFAULT_GRID = "64";
  private static final List<String> QUERIES =
      List.of("bounding-box", "boundary", "vertices", "missing", SIMPLIFIED);

  MeshWorkload() {
    super(
        "mesh",
        "Mesh",
        "answers a query about a mesh of tetrahedra, such as its boundary",
        List.of(
            StandardWorkload.size("64m"),
            StandardWorkload.input("a mesh of tetrahedra in Gmsh's format MSH 2 (ASCII)"),
            new Parameter(
                QUERY,
                Parameter.Type.TEXT,
                "boundary",
                "bounding-box, boundary, vertices, missing or simplified"),
            new Parameter(
                GRID,
                Parameter.Type.COUNT,
                "",
                "for simplified: cells along an edge, from 1 to 1290; by default "
                    + DEFAULT_GRID)));
  }

  @Override
  void check(Settings settings, List<String> problems) {
    settings.checkWord(QUERY, QUERIES, problems);
    settings.checkCount(GRID, 1, 1290, problems);
    if (settings.get(GRID).isPresent() && !settings.text(QUERY).equals(SIMPLIFIED)) {
      problems.add("grid: is for query simplified only");
    }
  }

  /** The jobs of a simplified mesh write each corner of each tetrahedron. */
  @Override
  int[] outputAndSpill(Settings settings) {
    return new int[] {1, 8};
  }

  @Override
  Dataset generated(Settings settings, long seed) {
    return Datasets.generated(
        "mesh", "mesh of tetrahedra", settings.bytes("size"), List.of(), seed);
  }

  @Override
  Map<String, String> options(WorkloadRun run, Settings settings) {
    Map<String, String> options = new LinkedHashMap<>();
    options.put(QUERY, settings.text(QUERY));
    if (settings.text(QUERY).equals(SIMPLIFIED)) {
      options.put(GRID, settings.get(GRID).orElse(DEFAULT_GRID));
    }
    return options;
  }
}
