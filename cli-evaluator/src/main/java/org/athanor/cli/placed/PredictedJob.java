// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.placed;

import java.util.Map;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.policy.Offer;
import org.athanor.simulator.job.JobTerms;

/**
 * What policies are told of a job.
 *
 * @param needs a vcore and a byte of memory for each task that can run at once
 * @param input the path of what it reads; empty if it reads nothing
 * @param offers predictions by cluster
 * @param terms what it asks of policies
 */
record PredictedJob(Resources needs, String input, Map<String, Offer> offers, JobTerms terms) {}
