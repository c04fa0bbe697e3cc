// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.power;

import java.util.List;

/**
 * What an event leads to.
 *
 * @param state to commit first
 * @param commands to carry out then, in this order
 */
public record Step(NodeState state, List<Command> commands) {}
