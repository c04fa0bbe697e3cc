// SPDX-License-Identifier: Apache-2.0
/**
 * Progress while jobs run and a summary when they have: {@link org.athanor.cli.report.JobReport} is
 * a snapshot of one job, the other classes write it. {@link org.athanor.cli.report.ProgressDisplay}
 * has a thread of its own, everything else is pure.
 */
package org.athanor.cli.report;
