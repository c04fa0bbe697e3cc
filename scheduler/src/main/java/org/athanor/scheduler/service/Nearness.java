// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.clusters.ClusterSource;
import org.athanor.scheduler.policy.Access;
import org.athanor.scheduler.policy.PendingJob;
import org.athanor.scheduler.policy.View;
import org.athanor.scheduler.run.InputCopy;
import org.athanor.scheduler.run.JobState;

/**
 * Which clusters are near to an input: those of the regions that hold it, and those without a
 * region, of which nothing is known. One thread.
 */
final class Nearness {
  private final ClusterSource clusters;
  private final View.Network network;

  Nearness(ClusterSource clusters, View.Network network) {
    this.clusters = clusters;
    this.network = network;
  }

  /** The input as policies see it. */
  PendingJob.Input input(JobState job, InputFacts facts, Instant now) {
    Set<String> holding = holding(facts);
    if (holding.isEmpty()) {
      return new PendingJob.Input(facts.bytes(), Set.of(), Map.of());
    }
    Set<String> at = new HashSet<>(holding);
    Map<String, Instant> arriving = new HashMap<>();
    Set<String> uncopied = new HashSet<>();
    for (Cluster cluster : clusters.clusters()) {
      String name = cluster.name();
      if (cluster.traits().region().isEmpty()) {
        at.add(name);
      } else if (!holding.contains(name)) {
        Optional<InputCopy> copy = job.copy().filter(it -> isInSameRegion(it.cluster(), cluster));
        if (isIn(copy, InputCopy.State.UNDER_WAY)) {
          arriving.put(name, arrival(copy.get(), facts, now));
        }
        if (!facts.location().uncopied().isEmpty() || isIn(copy, InputCopy.State.FAILED)) {
          uncopied.add(name);
        }
      }
    }
    return new PendingJob.Input(facts.bytes(), at, arriving, uncopied);
  }

  private static boolean isIn(Optional<InputCopy> copy, InputCopy.State state) {
    return copy.filter(it -> it.state() == state).isPresent();
  }

  private boolean isInSameRegion(String name, Cluster cluster) {
    return clusters
        .cluster(name)
        .filter(it -> it.traits().region().equals(cluster.traits().region()))
        .isPresent();
  }

  private Set<String> holding(InputFacts facts) {
    return clusters.clusters().stream()
        .filter(it -> it.traits().region().filter(facts.location().whole()::contains).isPresent())
        .map(Cluster::name)
        .collect(Collectors.toSet());
  }

  /** After now. */
  private Instant arrival(InputCopy copy, InputFacts facts, Instant now) {
    Instant expected = copy.since().plus(copyTime(facts, copy.cluster()));
    Instant later =
        now.plus(Duration.between(copy.since(), now).abs().dividedBy(10)).plusSeconds(1);
    return expected.isAfter(now) ? expected : later;
  }

  /** How long a copy takes; zero to where the input is, or if that is not known. */
  Duration copyTime(InputFacts facts, String cluster) {
    Set<String> holding = holding(facts);
    double seconds =
        holding.contains(cluster)
            ? 0
            : holding.stream()
                .mapToDouble(from -> facts.bytes() / network.bytesPerSecond(from, cluster))
                .min()
                .orElse(0);
    return Duration.ofMillis((long) Math.ceil(seconds * 1e3));
  }

  /** By how much an attempt takes longer than one that has its input near. */
  Duration longer(JobState job, InputFacts facts, Instant now) {
    Access access = job.attempt().access();
    return access == Access.LOCAL
        ? Duration.ZERO
        : access == Access.STAGE
            ? job.copy()
                .map(copy -> Duration.between(now, arrival(copy, facts, now)))
                .orElse(Duration.ZERO)
            : remoteReadTime(facts, job.attempt().cluster());
  }

  /** By how much a job takes longer that reads its input from elsewhere. */
  Duration remoteReadTime(InputFacts facts, String cluster) {
    double millis = copyTime(facts, cluster).toMillis() * network.remoteReadPart();
    return Duration.ofMillis((long) Math.ceil(millis));
  }
}
