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
 * @param attempt from 1; later attempts repeat a disturbed one
 * @param wallSeconds from the start of the framework's client to its end; the start of daemons is
 *     not included
 * @param reason one line that says why the trial is not verified, without secrets; empty if it is
 *     verified
 * @param disturbance why the measurement is not reliable, if something else used the nodes. Such a
 *     trial is shown unless it is {@code superseded}: replaced by a later attempt
 * @param measures quantities that the workload itself measures, or the framework's client reports:
 *     name, such as {@code write_throughput}, → reading
 * @param directory directory of its logs, configuration and samples, relative to the results'
 *     directory
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

  /**
   * The measure of the bytes between maps and reduces, after combiners and compression, of all jobs
   * of a trial. The framework wrote those to disks that had no room in memory.
   */
  public static final String INTERMEDIATE_DATA = "intermediate_data";

  /** The measure of the bytes of a trial's output. */
  public static final String RESULT_SIZE = "result_size";

  /** The measure of the energy of all whole nodes that worked, by meters outside of them. */
  public static final String NODE_ENERGY = "node_energy";

  public TrialResult {
    reason = reason.map(Secrets::redacted);
    phases = List.copyOf(phases);
    nodes = List.copyOf(nodes);
    measures = measures == null ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(measures));
  }

  /** Makes an attempt; its directory is relative to the results'. */
  public static TrialResultBuilder builder(TrialKey key, String directory) {
    return new TrialResultBuilder(key, directory);
  }

  /** Makes a copy with other components. */
  public TrialResultBuilder toBuilder() {
    return new TrialResultBuilder(this);
  }

  /** What it used of the nodes that worked, without a dedicated master and services. */
  public List<NodeUse> workers() {
    return nodes.stream().filter(NodeUse::works).toList();
  }

  /** Whether statistics use the trial: it is verified, no warm-up, and not superseded. */
  public boolean counts() {
    return outcome == Outcome.VERIFIED && !key.warmUp() && !superseded;
  }
}
