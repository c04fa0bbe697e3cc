// SPDX-License-Identifier: Apache-2.0
/**
 * Statistics of the trials of an experiment: medians with intervals, speed-ups, verdicts. Of the
 * classes only Comparison reads files. Entry classes: {@link
 * org.athanor.report.statistics.Summary}, {@link org.athanor.report.statistics.Comparison}.
 */
package org.athanor.report.statistics;
