// SPDX-License-Identifier: Apache-2.0
/**
 * What a report shows, without saying how: {@link org.athanor.report.figure.Figure} is drawn as a
 * file by {@code report.file} and on the page by {@code report.page}. Entry class: {@link
 * org.athanor.report.figure.Figures}.
 */
package org.athanor.report.figure;
