// SPDX-License-Identifier: Apache-2.0
/**
 * The data of a report's figures, independent of how they are drawn: {@code report.file} draws a
 * {@link org.athanor.report.figure.Figure} as a file, {@code report.page} draws it on the page.
 * Entry class: {@link org.athanor.report.figure.Figures}.
 */
package org.athanor.report.figure;
