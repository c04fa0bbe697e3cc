// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.manage;

import org.athanor.storage.decision.Candidate;

/**
 * A file of the daemon, with what it knows about it.
 *
 * @param candidate as planners see it, with the popularity by the chosen predictor
 * @param replicaPopularity by AptStore's predictor, which numbers of replicas go by
 * @param isOpened whether it was ever opened
 * @param lastUseSeconds when it was opened last, from the beginning; 0 if never
 */
record ManagedFile(
    Candidate candidate, double replicaPopularity, boolean isOpened, double lastUseSeconds) {}
