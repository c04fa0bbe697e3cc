// SPDX-License-Identifier: Apache-2.0
/**
 * Presents results: one self-contained page, figures as files, tables as CSV, comparisons as text.
 * Entry classes: {@link org.athanor.bench.report.ReportWriter}, {@link
 * org.athanor.bench.report.ComparisonText}.
 */
package org.athanor.bench.report;
