// SPDX-License-Identifier: Apache-2.0
/**
 * Gates: whether a change exceeds limits, for continuous integration, as JUnit XML and Markdown.
 * Its entry class is {@link org.athanor.report.gate.Gate}.
 */
package org.athanor.report.gate;
