// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.alert;

/**
 * An alert that a hook has not taken yet.
 *
 * @param sequence its number in the journal, ascending
 * @param id of the alert
 * @param json the alert
 */
public record Waiting(long sequence, String id, String json) {}
