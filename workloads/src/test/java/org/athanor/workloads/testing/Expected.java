// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.assertj.core.data.Offset;

/** Computes ranks directly by their definition. */
public record Expected(Map<Long, Double> ranks) {
  private static final double DAMPING = 0.85;

  /** The ranks of the vertices of a graph after some iterations. */
  public static Expected ranks(String edges, int iterations) {
    Map<Long, List<Long>> targets = new TreeMap<>();
    TreeSet<Long> vertices = new TreeSet<>();
    edges
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.split("\t", 2))
        .forEach(
            edge -> {
              long source = Long.parseLong(edge[0]);
              long target = Long.parseLong(edge[1]);
              targets.computeIfAbsent(source, vertex -> new ArrayList<>()).add(target);
              vertices.add(source);
              vertices.add(target);
            });
    int count = vertices.size();
    Map<Long, Double> ranks = new TreeMap<>();
    vertices.forEach(vertex -> ranks.put(vertex, 1.0 / count));
    for (int i = 0; i < iterations; i++) {
      Map<Long, Double> received = new TreeMap<>();
      double dangling = 0;
      for (long vertex : vertices) {
        List<Long> links = targets.getOrDefault(vertex, List.of());
        double share = ranks.get(vertex) / links.size();
        links.forEach(target -> received.merge(target, share, Double::sum));
        dangling += links.isEmpty() ? ranks.get(vertex) : 0;
      }
      double base = (1 - DAMPING) / count + DAMPING * dangling / count;
      ranks.replaceAll((vertex, rank) -> base + DAMPING * received.getOrDefault(vertex, 0.0));
    }
    return new Expected(ranks);
  }

  /** Checks that the lines have the rank of each vertex, in any order. */
  public void assertIn(List<String> lines) {
    assertThat(lines).hasSize(ranks.size());
    for (String line : lines) {
      String[] rank = line.split("\t", 2);
      assertThat(Double.parseDouble(rank[1]))
          .as(line)
          .isCloseTo(ranks.get(Long.parseLong(rank[0])), Offset.offset(1e-14));
    }
  }
}
