// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.run.JobSpec;

/**
 * What was measured of a job's input.
 *
 * @param bytes from 0; less while it is measured
 * @param location where it is
 */
record InputFacts(double bytes, InputRegions.Location location) {
  /** Of a job that is not ready, or whose input cannot be measured. */
  static final InputFacts NONE = new InputFacts(0, InputRegions.Location.UNKNOWN);

  /** It is being measured. */
  static final InputFacts PENDING = new InputFacts(-1, InputRegions.Location.UNKNOWN);

  /**
   * Measures a job's input. A location that cannot be found is not known; its size must be.
   *
   * @param clusters that have one file system; the first one with a region is asked for the
   *     location
   */
  static InputFacts measure(Site site, List<Cluster> clusters, JobSpec spec) throws IOException {
    List<String> paths = spec.job().inputs();
    if (clusters.isEmpty() || paths.isEmpty()) {
      return NONE;
    }
    double bytes = site.measure(clusters.get(0), spec.directory(), paths).bytes();
    Optional<Cluster> asked =
        clusters.stream().filter(each -> each.traits().region().isPresent()).findFirst();
    if (asked.isEmpty() || site.regions().isEmpty()) {
      return new InputFacts(bytes, InputRegions.Location.UNKNOWN);
    }
    try {
      return new InputFacts(
          bytes, site.regions().get().locate(asked.get(), spec.directory(), paths));
    } catch (IOException | RuntimeException e) {
      String why = e.getMessage() == null ? e.toString() : e.getMessage();
      return new InputFacts(bytes, InputRegions.Location.unknown(why));
    }
  }

  InputFacts with(String region) {
    Set<String> more = new TreeSet<>(location.whole());
    more.add(region);
    return new InputFacts(
        bytes, new InputRegions.Location(more, location.unknown(), location.uncopied()));
  }

  boolean isMeasured() {
    return bytes >= 0;
  }

  /** One line about where it is; empty if there is nothing to say. */
  String text() {
    if (!location.unknown().isEmpty()) {
      return "where its input is, is not known: " + location.unknown();
    }
    if (location.whole().isEmpty()) {
      return "";
    }
    String where = "its input is whole in " + String.join(", ", location.whole());
    return location.uncopied().isEmpty()
        ? where
        : where + "; it cannot be copied: " + location.uncopied();
  }
}
