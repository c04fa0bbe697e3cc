// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.clusters;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What MapReduce programs run on in the containers of a YARN cluster. */
public enum MapReduceFramework {
  /** Hadoop's own MapReduce. */
  HADOOP("yarn"),
  /** The engine: a session of a master and Workers, which ends with the program. */
  ATHANOR("athanor");

  /** The key of Hadoop's configuration that names a framework. */
  public static final String KEY = "mapreduce.framework.name";

  private final String value;

  MapReduceFramework(String value) {
    this.value = value;
  }

  /** The value of {@link #KEY} that chooses it. */
  public String value() {
    return value;
  }

  /** As files of clusters, experiments and the catalogue name it. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The framework that a value of {@link #KEY} chooses; empty if it is none that YARN runs. */
  public static Optional<MapReduceFramework> of(String value) {
    return Arrays.stream(values()).filter(each -> each.value.equals(value)).findFirst();
  }

  /**
   * What a job runs on: what its settings say, else what is usual on the cluster. A value that is
   * no framework counts as none here; starting the job there says so.
   */
  public static MapReduceFramework of(Map<String, String> settings, Kind.Yarn cluster) {
    return Optional.ofNullable(settings.get(KEY))
        .flatMap(MapReduceFramework::of)
        .orElse(cluster.framework());
  }
}
