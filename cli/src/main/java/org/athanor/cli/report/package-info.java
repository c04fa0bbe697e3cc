// SPDX-License-Identifier: Apache-2.0
/**
 * Progress while jobs run and a summary when they have ended. {@link
 * org.athanor.cli.report.JobReport} is a snapshot of one job; the other classes write it. Only
 * {@link org.athanor.cli.report.ProgressDisplay} has a thread of its own.
 */
package org.athanor.cli.report;
