// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.athanor.cli.usage.UsageException;
import org.athanor.scheduler.carbon.IntensityFile;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.clusters.ClustersFile;
import org.athanor.scheduler.clusters.Kind;
import org.athanor.scheduler.pool.Pools;
import org.athanor.scheduler.pool.PoolsFile;
import org.athanor.scheduler.service.Policies;
import org.athanor.scheduler.service.PolicyChoice;
import picocli.CommandLine.Option;

/** The clusters, and how they are chosen. */
final class ClusterOptions {
  private static final String USUAL_POOLS = "pools.yaml";
  private static final String USUAL = "clusters.yaml";
  private static final double USUAL_DELAY = 10; // percent

  @Option(
      names = "--clusters",
      paramLabel = "<file>",
      description =
          "File of clusters. Default: clusters.yaml in this directory, else only this machine.")
  private Path file;

  @Option(
      names = "--pools",
      paramLabel = "<file>",
      description = "File of pools. Default: pools.yaml in this directory, else no limits.")
  private Path pools;

  @Option(
      names = "--policy",
      paramLabel = "<name>",
      defaultValue = "finish-time",
      description = {
        "How clusters are chosen: finish-time, mean-completion, heft, phi, epsilon, energy,",
        "first-fit, shortest-first, tetris or oblivious. Default: ${DEFAULT-VALUE}"
      })
  private String policy;

  @Option(
      names = "--carbon",
      paramLabel = "<file>",
      description = {
        "Carbon or prices of electricity by zone and time, as rows time,zone,value,unit,source.",
        "Jobs run where and when there is less, on clusters with a zone."
      })
  private Path carbon;

  @Option(
      names = "--carbon-delay",
      paramLabel = "<percent>",
      description = {
        "By how much jobs may end later for that, on average, in percent of the time from",
        "submission to end, 0 or more. Default: 10"
      })
  private Double carbonDelay;

  @Option(
      names = "--seed",
      paramLabel = "<n>",
      defaultValue = "1",
      description = "Of the policy's chance. Default: ${DEFAULT-VALUE}")
  private long seed;

  /** Everything that the options say. The clusters have one file system. */
  ClusterChoice choice() throws UsageException {
    List<Cluster> clusters = clusters();
    new ClusterConfigurations(System::getenv).check(clusters);
    return new ClusterChoice(clusters, pools(), regions(), policy(), seed());
  }

  /** The clusters of the file, or this machine alone. */
  List<Cluster> clusters() throws UsageException {
    Path found = file != null ? file : Path.of(USUAL);
    if (file == null && !Files.exists(found)) {
      Cluster.Traits none =
          new Cluster.Traits(
              Optional.empty(),
              Optional.empty(),
              Optional.empty(),
              OptionalDouble.empty(),
              OptionalDouble.empty(),
              Optional.empty(),
              Optional.empty());
      return List.of(
          new Cluster(
              "local",
              new Kind.Local(),
              new Cluster.Limits(OptionalDouble.empty(), OptionalLong.empty()),
              none));
    }
    return read(found).clusters();
  }

  private static ClustersFile read(Path file) throws UsageException {
    ClustersFile read = ClustersFile.read(file);
    Problems.check(read.problems());
    return read;
  }

  /** The regions of the storage; empty if the file names none. */
  Optional<RegionRules> regions() throws UsageException {
    Path found = file != null ? file : Path.of(USUAL);
    if (file == null && !Files.exists(found)) {
      return Optional.empty();
    }
    ClustersFile read = read(found);
    try {
      return RegionRules.of(read.regions(), read.clusters());
    } catch (IOException | IllegalArgumentException e) {
      throw new UsageException(found + ": " + e.getMessage(), e);
    }
  }

  /** The pools of the file, or none. */
  Pools pools() throws UsageException {
    Path found = pools != null ? pools : Path.of(USUAL_POOLS);
    if (pools == null && !Files.exists(found)) {
      return new Pools(List.of());
    }
    PoolsFile read = PoolsFile.read(found);
    Problems.check(read.problems());
    return new Pools(read.pools());
  }

  /** The policy, whose file of carbon has no problems. */
  PolicyChoice policy() throws UsageException {
    try {
      Policies.named(policy);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--policy=" + policy + ": " + e.getMessage(), e);
    }
    if (carbon == null) {
      if (carbonDelay != null) {
        throw new UsageException("--carbon-delay=" + carbonDelay + ": needs --carbon FILE");
      }
      return PolicyChoice.named(policy);
    }
    double delay = carbonDelay == null ? USUAL_DELAY : carbonDelay;
    if (!(delay >= 0 && delay < Double.POSITIVE_INFINITY)) {
      throw new UsageException("--carbon-delay=" + delay + ": must be a number, 0 or more");
    }
    Problems.check(IntensityFile.read(carbon).problems());
    if (clusters().stream().allMatch(each -> each.traits().zone().isEmpty())) {
      throw new UsageException(
          "--carbon=" + carbon + ": no cluster has a zone; give it the key zone in clusters.yaml");
    }
    return new PolicyChoice(policy, Optional.of(new PolicyChoice.Carbon(carbon, delay / 100)));
  }

  long seed() {
    return seed;
  }
}
