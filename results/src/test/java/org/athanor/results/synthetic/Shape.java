// SPDX-License-Identifier: Apache-2.0
package org.athanor.results.synthetic;

import java.util.List;

/**
 * What an invented experiment has.
 *
 * @param incidents whether some of its trials fail, are disturbed, or lack a reading
 * @param seconds factor on the invented times
 * @param shared whether only first repetitions have samples of their own; the others use those of
 *     nodes chosen at random, which saves most of the writing
 */
public record Shape(
    List<String> frameworks,
    List<String> workloads,
    List<Integer> nodeCounts,
    int repetitions,
    boolean incidents,
    double seconds,
    boolean shared,
    long seed) {

  /** Three frameworks, five workloads, two numbers of nodes, and everything that can go wrong. */
  public static Shape rich() {
    return new Shape(
        List.of("hadoop", "athanor", "spark"),
        List.of("wordcount", "terasort", "pagerank", "kmeans", "grep"),
        List.of(4, 8),
        5,
        true,
        1,
        false,
        1);
  }

  /** One node, two frameworks, two workloads, nothing goes wrong. */
  public static Shape small() {
    return new Shape(
        List.of("hadoop", "athanor"),
        List.of("wordcount", "terasort"),
        List.of(1),
        6,
        false,
        .5,
        false,
        2);
  }

  /** 1,000 trials of 60 to 120 samples on each of 16 nodes. */
  public static Shape large() {
    return new Shape(
        List.of("hadoop", "athanor", "spark", "flink", "tez"),
        List.of("wordcount", "terasort", "pagerank", "kmeans", "grep"),
        List.of(16),
        40,
        true,
        3.2,
        false,
        3);
  }

  /** The same with fewer files. */
  public Shape sharing() {
    return new Shape(
        frameworks, workloads, nodeCounts, repetitions, incidents, seconds, true, seed);
  }
}
