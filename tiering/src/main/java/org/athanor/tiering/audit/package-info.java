// SPDX-License-Identifier: Apache-2.0
/**
 * Reads and follows the audit log of an HDFS NameNode. Entry class: {@link
 * org.athanor.tiering.audit.AuditTail}. Each object belongs to one thread; no object starts one.
 */
package org.athanor.tiering.audit;
