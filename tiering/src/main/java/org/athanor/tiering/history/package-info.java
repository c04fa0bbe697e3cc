// SPDX-License-Identifier: Apache-2.0
/**
 * Turns the events of audit logs into what a popularity predictor learns from. Entry classes:
 * {@link org.athanor.tiering.history.AuditLogs}, which reads the logs of one or more NameNodes in
 * the order of time, and {@link org.athanor.tiering.history.FileUse}, which says what an event
 * means for files. Each object belongs to one thread; no object starts one.
 */
package org.athanor.tiering.history;
