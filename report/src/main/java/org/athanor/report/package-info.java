// SPDX-License-Identifier: Apache-2.0
/**
 * Presents results: one self-contained page, figures as files, tables as CSV. Entry class: {@link
 * org.athanor.report.ReportWriter}.
 */
package org.athanor.report;
