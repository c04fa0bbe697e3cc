// SPDX-License-Identifier: Apache-2.0
package org.athanor.results;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes a {@link TrialResult}, or a copy of one with other components, which have the names and
 * meanings of the record's. What is not set is that of a first, verified attempt that measured
 * nothing. Not thread-safe.
 */
public final class TrialResultBuilder {
  private TrialKey key;
  private int attempt = 1;
  private Instant started = Instant.EPOCH;
  private Outcome outcome = Outcome.VERIFIED;
  private Optional<String> reason = Optional.empty();
  private double wallSeconds = 0;
  private Optional<String> disturbance = Optional.empty();
  private boolean superseded = false;
  private List<Phase> phases = List.of();
  private List<NodeUse> nodes = List.of();
  private Map<String, Reading> measures = Map.of();
  private String directory;

  TrialResultBuilder(TrialKey key, String directory) {
    this.key = key;
    this.directory = directory;
  }

  TrialResultBuilder(TrialResult trial) {
    key = trial.key();
    attempt = trial.attempt();
    started = trial.started();
    outcome = trial.outcome();
    reason = trial.reason();
    wallSeconds = trial.wallSeconds();
    disturbance = trial.disturbance();
    superseded = trial.superseded();
    phases = trial.phases();
    nodes = trial.nodes();
    measures = trial.measures();
    directory = trial.directory();
  }

  public TrialResultBuilder key(TrialKey value) {
    key = value;
    return this;
  }

  public TrialResultBuilder attempt(int value) {
    attempt = value;
    return this;
  }

  public TrialResultBuilder started(Instant value) {
    started = value;
    return this;
  }

  public TrialResultBuilder outcome(Outcome value) {
    outcome = value;
    return this;
  }

  public TrialResultBuilder reason(Optional<String> value) {
    reason = value;
    return this;
  }

  public TrialResultBuilder wallSeconds(double value) {
    wallSeconds = value;
    return this;
  }

  public TrialResultBuilder disturbance(Optional<String> value) {
    disturbance = value;
    return this;
  }

  public TrialResultBuilder superseded(boolean value) {
    superseded = value;
    return this;
  }

  public TrialResultBuilder phases(List<Phase> value) {
    phases = value;
    return this;
  }

  public TrialResultBuilder nodes(List<NodeUse> value) {
    nodes = value;
    return this;
  }

  public TrialResultBuilder measures(Map<String, Reading> value) {
    measures = value;
    return this;
  }

  public TrialResultBuilder directory(String value) {
    directory = value;
    return this;
  }

  /** Says that the attempt ended otherwise than verified, and why. */
  public TrialResultBuilder unverified(Outcome how, String why) {
    outcome = how;
    reason = Optional.of(why);
    return this;
  }

  public TrialResult build() {
    return new TrialResult(
        key,
        attempt,
        started,
        outcome,
        reason,
        wallSeconds,
        disturbance,
        superseded,
        phases,
        nodes,
        measures,
        directory);
  }
}
