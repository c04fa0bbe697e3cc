// SPDX-License-Identifier: Apache-2.0
/**
 * Lines of files, compressed files too, and messages that name file and line of a record that is
 * malformed. Entry class: {@link org.athanor.workloads.lines.LineSource}.
 */
package org.athanor.workloads.lines;
