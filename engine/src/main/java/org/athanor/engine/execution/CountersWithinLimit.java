// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.execution;

import org.athanor.engine.job.LimitedCounters;

/** The sum of the counters of a job's attempts, within Hadoop's limits. One thread. */
final class CountersWithinLimit extends LimitedCounters {}
