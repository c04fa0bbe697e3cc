// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.athanor.scheduler.ledger.Reservation;
import org.athanor.scheduler.run.RunState;

/**
 * What a scheduler was doing at one moment. Immutable.
 *
 * @param at by the scheduler's clock
 * @param policy its name
 * @param runs those that have not ended
 * @param reservations of their jobs, on all clusters
 * @param predictor of the durations measured so far
 * @param leftAlone runs that are not worked on, and why
 * @param counts since the scheduler was started
 * @param idle what the nodes of the clusters need even if no job runs, by cluster
 * @param least what jobs need on clusters at least
 */
public record Seen(
    Instant at,
    String policy,
    List<RunState> runs,
    List<Reservation> reservations,
    JobPredictor predictor,
    Map<String, String> leftAlone,
    Telemetry.Counts counts,
    Map<String, ClusterIdle> idle,
    LeastContainers least) {}
