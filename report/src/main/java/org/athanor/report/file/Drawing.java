// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.file;

import org.jfree.chart.JFreeChart;

/** A chart, its size in points, and the name of its files. */
record Drawing(String id, JFreeChart chart, int width, int height) {}
