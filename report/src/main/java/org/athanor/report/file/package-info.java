// SPDX-License-Identifier: Apache-2.0
/** Figures as SVG and PNG files for papers, and tables as CSV. */
package org.athanor.report.file;
