// SPDX-License-Identifier: Apache-2.0
/**
 * What the trials of an experiment say together: medians with intervals, speed-ups, verdicts.
 * Nothing here reads or writes a file. Entry classes: {@link org.athanor.bench.statistics.Summary},
 * {@link org.athanor.bench.statistics.Comparison}.
 */
package org.athanor.bench.statistics;
