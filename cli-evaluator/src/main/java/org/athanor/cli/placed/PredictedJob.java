// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.placed;

import java.util.Map;
import java.util.Set;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.policy.Offer;

/**
 * What policies are told of a job.
 *
 * @param needs a vcore and a byte of memory for each task that can run at once
 * @param bytes of its input
 * @param at clusters that hold its input at the beginning; none without input
 * @param offers predictions by cluster
 */
record PredictedJob(Resources needs, double bytes, Set<String> at, Map<String, Offer> offers) {}
