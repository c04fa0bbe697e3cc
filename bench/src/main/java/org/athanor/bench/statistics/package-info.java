// SPDX-License-Identifier: Apache-2.0
/**
 * Statistics of the trials of an experiment: medians with intervals, speed-ups, verdicts. Of the
 * classes only Comparison reads files. Entry classes: {@link org.athanor.bench.statistics.Summary},
 * {@link org.athanor.bench.statistics.Comparison}.
 */
package org.athanor.bench.statistics;
