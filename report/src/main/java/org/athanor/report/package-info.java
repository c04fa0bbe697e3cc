// SPDX-License-Identifier: Apache-2.0
/**
 * What people see of results: one self-contained page, figures as files, tables as CSV, comparisons
 * as text. Entry classes: {@link org.athanor.report.ReportWriter}, {@link
 * org.athanor.report.ComparisonText}.
 */
package org.athanor.report;
