// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * Selects the runs that meet all given conditions. Start from {@link #ALL}.
 *
 * @param runId id of a single run
 * @param application name of the application, with any parameters
 * @param applicationId id of an application with its parameters
 * @param framework kind of the framework, such as {@code spark}
 * @param leastInputBytes least size of the input; runs without a known size do not meet it
 * @param mostInputBytes greatest size of the input; runs without a known size do not meet it
 * @param undisturbed whether to select only runs whose times are reliable, as schedulers need them
 */
public record RunFilter(
    Optional<String> runId,
    Optional<String> application,
    Optional<String> applicationId,
    Optional<String> framework,
    Optional<String> configurationId,
    Optional<String> clusterId,
    OptionalLong leastInputBytes,
    OptionalLong mostInputBytes,
    boolean undisturbed) {

  public static final RunFilter ALL =
      new RunFilter(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          false);

  public RunFilter withRunId(String id) {
    return new RunFilter(
        Optional.of(id),
        application,
        applicationId,
        framework,
        configurationId,
        clusterId,
        leastInputBytes,
        mostInputBytes,
        undisturbed);
  }

  public RunFilter withApplication(String name) {
    return new RunFilter(
        runId,
        Optional.of(name),
        applicationId,
        framework,
        configurationId,
        clusterId,
        leastInputBytes,
        mostInputBytes,
        undisturbed);
  }

  public RunFilter withApplicationId(String id) {
    return new RunFilter(
        runId,
        application,
        Optional.of(id),
        framework,
        configurationId,
        clusterId,
        leastInputBytes,
        mostInputBytes,
        undisturbed);
  }

  public RunFilter withFramework(String kind) {
    return new RunFilter(
        runId,
        application,
        applicationId,
        Optional.of(kind),
        configurationId,
        clusterId,
        leastInputBytes,
        mostInputBytes,
        undisturbed);
  }

  public RunFilter withConfigurationId(String id) {
    return new RunFilter(
        runId,
        application,
        applicationId,
        framework,
        Optional.of(id),
        clusterId,
        leastInputBytes,
        mostInputBytes,
        undisturbed);
  }

  public RunFilter withClusterId(String id) {
    return new RunFilter(
        runId,
        application,
        applicationId,
        framework,
        configurationId,
        Optional.of(id),
        leastInputBytes,
        mostInputBytes,
        undisturbed);
  }

  /** Selects runs by the size of their input; both limits are included. */
  public RunFilter withInputBytes(long least, long most) {
    return new RunFilter(
        runId,
        application,
        applicationId,
        framework,
        configurationId,
        clusterId,
        OptionalLong.of(least),
        OptionalLong.of(most),
        undisturbed);
  }

  public RunFilter onlyUndisturbed() {
    return new RunFilter(
        runId,
        application,
        applicationId,
        framework,
        configurationId,
        clusterId,
        leastInputBytes,
        mostInputBytes,
        true);
  }
}
