// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.task;

import org.athanor.engine.meter.RecordCounter;

/**
 * Counts the input of a reducer or combiner.
 *
 * @param groups counts groups of keys; null for a combiner
 * @param values counts values
 */
record ReduceCounters(RecordCounter groups, RecordCounter values) {}
