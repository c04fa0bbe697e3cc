// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.catalogue;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.athanor.results.Secrets;
import org.athanor.scheduler.clusters.Application;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.clusters.ClusterLoad;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * An attempt of a job that succeeded, as the scheduler itself saw it. What the ResourceManager says
 * about its applications is not in it: that is asked for when it is entered into the catalogue.
 *
 * @param tag identifies it everywhere and for ever
 * @param workflow name of the workflow
 * @param application name of the job's earlier runs
 * @param framework see {@link Frameworks}
 * @param settings of the job, without secrets: other users may read the catalogue
 * @param inputBytes empty if it reads nothing, or if the size is not known
 * @param started when it was told to go
 * @param wall from then to the end of its driver, or as long as its applications took if that is
 *     known and longer; zero if nobody saw an end
 * @param most from then to when the scheduler saw that it had succeeded; empty for {@code wall}
 * @param disturbance why its time says nothing about others
 */
public record EndedAttempt(
    String tag,
    String workflow,
    String application,
    String framework,
    Map<String, String> settings,
    OptionalLong inputBytes,
    Instant started,
    Duration wall,
    Optional<Duration> most,
    Optional<String> disturbance,
    Place place) {
  private static final JsonMapper MAPPER = new JsonMapper();

  /** Makes an attempt; secrets among the settings are redacted. */
  public EndedAttempt {
    settings = Secrets.redacted(settings);
  }

  /**
   * Where it ran.
   *
   * @param cluster its name in the file of clusters
   * @param mode {@code yarn} or {@code local}
   * @param storage class of its storage
   * @param network class of its network
   * @param vcores that the cluster had, from 0
   * @param memoryBytes that the cluster had, from 0
   * @param occupancy part of the vcores that others used when the attempt started, from 0 to 1
   * @param identity see {@link Cluster#identity}
   */
  public record Place(
      String cluster,
      String mode,
      Optional<String> storage,
      Optional<String> network,
      double vcores,
      double memoryBytes,
      OptionalDouble occupancy,
      Optional<String> identity) {

    /**
     * A cluster as it was.
     *
     * @param load when the attempt started; empty if nobody saw that
     */
    public static Place of(Cluster cluster, Optional<ClusterLoad.Known> load) {
      double vcores = load.map(it -> it.total().vcores()).orElse(0.0);
      return new Place(
          cluster.name(),
          cluster.isYarn() ? "yarn" : "local",
          cluster.traits().storage(),
          cluster.traits().network(),
          vcores,
          load.map(it -> it.total().memoryBytes()).orElse(0.0),
          vcores > 0
              ? OptionalDouble.of(Math.min(1, load.get().foreign().vcores() / vcores))
              : OptionalDouble.empty(),
          cluster.identity());
    }
  }

  /**
   * How long it took, by {@link #duration(Optional, Optional, Duration)}.
   *
   * @param applications of the attempt, as the ResourceManager knows them
   * @return empty if nobody saw its end, and the ResourceManager does not know it
   */
  public Optional<Duration> duration(List<Application> applications) {
    return duration(
            Optional.of(wall).filter(EndedAttempt::isPositive),
            Application.span(applications),
            most.orElse(wall))
        .filter(EndedAttempt::isPositive);
  }

  /**
   * How long an attempt took, from when it was told to go: as long as its driver, or as its
   * applications if these took longer, and so outlived it. When these began and ended is not asked:
   * the ResourceManager's clock may be another one.
   *
   * @param driver until the driver ended; empty if nobody saw that
   * @param applications as of {@link Application#span}
   * @param most until the scheduler saw that the attempt had succeeded
   * @return from 0; empty if neither time is known
   */
  public static Optional<Duration> duration(
      Optional<Duration> driver, Optional<Duration> applications, Duration most) {
    return Stream.concat(driver.stream(), applications.stream())
        .max(Comparator.naturalOrder())
        .map(taken -> taken.compareTo(most) > 0 ? most : taken)
        .filter(taken -> !taken.isNegative());
  }

  private static boolean isPositive(Duration time) {
    return time.compareTo(Duration.ZERO) > 0;
  }

  /** As one line of JSON. */
  public String toJson() {
    return MAPPER.writeValueAsString(this);
  }

  /**
   * Reads what {@link #toJson} wrote.
   *
   * @throws IllegalArgumentException if the text is something else
   */
  public static EndedAttempt ofJson(String text) {
    try {
      return MAPPER.readValue(text, EndedAttempt.class);
    } catch (JacksonException e) {
      throw new IllegalArgumentException("not an attempt: " + e.getOriginalMessage(), e);
    }
  }
}
