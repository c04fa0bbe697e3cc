// SPDX-License-Identifier: Apache-2.0
package org.athanor.results;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One attempt at a trial.
 *
 * @param attempt from 1; later ones repeat a disturbed one
 * @param wallSeconds from the start of the framework's client to its end; daemons already run
 * @param reason one line that says why it is not verified, without secrets; empty if it is
 * @param disturbance why the measurement is not to be trusted, if something else used the nodes;
 *     such a trial is shown, but {@code superseded} if a later attempt took its place
 * @param measures what the workload itself measures, by name, such as {@code write_throughput}
 * @param directory its logs, configuration and samples, relative to the results' directory
 */
public record TrialResult(
    TrialKey key,
    int attempt,
    Instant started,
    Outcome outcome,
    Optional<String> reason,
    double wallSeconds,
    Optional<String> disturbance,
    boolean superseded,
    List<Phase> phases,
    List<NodeUse> nodes,
    Map<String, Reading> measures,
    String directory) {

  public TrialResult {
    reason = reason.map(Secrets::redacted);
    phases = List.copyOf(phases);
    nodes = List.copyOf(nodes);
    measures = measures == null ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(measures));
  }

  /** Of a workload without measures of its own. */
  public TrialResult(
      TrialKey key,
      int attempt,
      Instant started,
      Outcome outcome,
      Optional<String> reason,
      double wallSeconds,
      Optional<String> disturbance,
      boolean superseded,
      List<Phase> phases,
      List<NodeUse> nodes,
      String directory) {
    this(
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
        Map.of(),
        directory);
  }

  /** Whether it belongs into statistics: verified, measured, and not replaced by a repetition. */
  public boolean counts() {
    return outcome == Outcome.VERIFIED && !key.warmUp() && !superseded;
  }
}
