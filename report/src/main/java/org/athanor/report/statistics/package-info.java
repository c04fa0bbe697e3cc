// SPDX-License-Identifier: Apache-2.0
/**
 * What the trials of an experiment say together: medians with intervals, speed-ups, verdicts.
 * Nothing here reads or writes a file. Entry classes: {@link
 * org.athanor.report.statistics.Summary}, {@link org.athanor.report.statistics.Comparison}.
 */
package org.athanor.report.statistics;
