// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.run;

import java.util.List;

/**
 * What an event leads to.
 *
 * @param state to commit first
 * @param commands to carry out then, in this order
 */
public record Step(RunState state, List<Command> commands) {}
