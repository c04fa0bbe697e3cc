// SPDX-License-Identifier: Apache-2.0
/**
 * The times of many runs of an archive, in order, and where their level changes. Entry class:
 * {@link org.athanor.report.trend.Trend}.
 */
package org.athanor.report.trend;
