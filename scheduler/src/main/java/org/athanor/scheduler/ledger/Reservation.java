// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.ledger;

import java.time.Instant;

/**
 * What a job uses of a cluster.
 *
 * @param job its name, unique in the ledger
 * @param resources not more than the cluster has
 * @param expectedEnd when it is expected to end; only its actual end frees the resources
 */
public record Reservation(String job, String cluster, Resources resources, Instant expectedEnd) {}
