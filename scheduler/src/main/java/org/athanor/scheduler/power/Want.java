// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.power;

/**
 * What a node shall be told.
 *
 * @param event {@link Event.Sleep} or {@link Event.Wake}
 */
public record Want(String node, Event event) {}
