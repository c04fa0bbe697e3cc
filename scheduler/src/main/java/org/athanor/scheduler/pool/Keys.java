// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.pool;

import java.util.List;
import org.athanor.yaml.Key;
import org.athanor.yaml.Place;
import org.athanor.yaml.Types;

/** Every key that a file of pools may have. {@code docs/scheduling.md} lists these. */
final class Keys {
  static final Key<Place> POOLS =
      new Key<>(
          "pools",
          Types.place("names of pools, each with keys"),
          "",
          "The pools: names, and keys.");
  static final List<Key<?>> TOP = List.of(POOLS);

  static final Key<Double> WEIGHT =
      new Key<>(
          "weight",
          Types.decimal(0.001, 1_000_000),
          "`1`",
          "A pool with twice the weight gets twice as much while both want more.");
  static final Key<Double> VCORES =
      new Key<>(
          "vcores",
          Types.decimal(0.1, 10_000_000),
          "all",
          "So many vcores are used at once at most. A job that needs more runs alone in its pool.");
  static final Key<Integer> JOBS =
      new Key<>("jobs", Types.integer(1, 1_000_000), "all", "So many jobs run at once at most.");
  static final List<Key<?>> POOL = List.of(WEIGHT, VCORES, JOBS);

  private Keys() {}
}
