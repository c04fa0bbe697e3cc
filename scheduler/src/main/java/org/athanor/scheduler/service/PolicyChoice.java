// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.athanor.scheduler.carbon.CarbonPolicy;
import org.athanor.scheduler.carbon.ElectricitySource;
import org.athanor.scheduler.carbon.WatchedFile;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.clusters.ClusterSource;
import org.athanor.scheduler.policy.Policy;
import org.athanor.scheduler.record.DecisionRecording;
import org.athanor.scheduler.record.RecordedPolicy;

/**
 * The policy that a user chose.
 *
 * @param name one of {@link Policies#names}
 * @param carbon what it must look at, besides
 * @param recording of what it is asked and decides; the caller closes it
 */
public record PolicyChoice(
    String name, Optional<Carbon> carbon, Optional<DecisionRecording> recording) {

  /** A policy that is not recorded. */
  public PolicyChoice(String name, Optional<Carbon> carbon) {
    this(name, carbon, Optional.empty());
  }

  /**
   * Carbon or prices.
   *
   * @param file as {@link org.athanor.scheduler.carbon.IntensityFile} reads it
   * @param bound part by which jobs may end later on average, from 0
   */
  public record Carbon(Path file, double bound) {}

  /** A policy by its name alone. */
  public static PolicyChoice named(String name) {
    return new PolicyChoice(name, Optional.empty());
  }

  /**
   * Begins to record the policy.
   *
   * @param notices told why the recording ends, if it does early
   * @throws IOException if the file exists already, or cannot be written
   */
  public PolicyChoice record(Path file, Consumer<String> notices) throws IOException {
    OptionalDouble bound = carbon.stream().mapToDouble(Carbon::bound).findAny();
    return new PolicyChoice(
        name,
        carbon,
        Optional.of(DecisionRecording.create(file, new RecordedPolicy(name, bound), notices)));
  }

  /** For users. */
  public String text() {
    return carbon.isPresent() ? name + " with " + carbon.get().file().getFileName() : name;
  }

  /**
   * Makes the policy, for one schedule.
   *
   * @param notices told what users should know about the file, by the thread that decides
   * @throws IllegalArgumentException with a message for the user if there is no such policy
   * @throws IOException with a message for the user if the file has problems
   */
  public Policy make(ClusterSource clusters, Consumer<String> notices) throws IOException {
    Policy policy = unrecorded(clusters, notices);
    return recording.map(it -> it.of(policy)).orElse(policy);
  }

  private Policy unrecorded(ClusterSource clusters, Consumer<String> notices) throws IOException {
    Policy base = Policies.named(name);
    if (carbon.isEmpty()) {
      return base;
    }
    Map<String, String> zones = new TreeMap<>();
    for (Cluster cluster : clusters.clusters()) {
      cluster.traits().zone().ifPresent(zone -> zones.put(cluster.name(), zone));
    }
    WatchedFile file = WatchedFile.open(carbon.get().file(), zones, notices);
    ElectricitySource source = recording.map(it -> it.of(file)).orElse(file);
    return new CarbonPolicy(base, source, carbon.get().bound());
  }
}
