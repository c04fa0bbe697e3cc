// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.gate;

import org.athanor.report.statistics.Change;

/**
 * What a limit says about a framework with a workload.
 *
 * @param gate the limit in words, such as {@code slower by more than 5 %}
 * @param conclusion whether it is exceeded
 * @param text one line for readers, without the limit
 */
public record Finding(String gate, Change.Conclusion conclusion, String text) {}
