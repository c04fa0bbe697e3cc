// SPDX-License-Identifier: Apache-2.0
/**
 * Workflows of Apache Oozie as workflow files. Entry class: {@link
 * org.athanor.scheduler.oozie.OozieImport}. Only its {@code read} does I/O; all else is immutable.
 */
package org.athanor.scheduler.oozie;
