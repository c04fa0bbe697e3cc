// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import java.util.Optional;

/**
 * The end of one of several runs.
 *
 * @param result empty if the scenario turned out to be impossible
 * @param failure why it did, one line; empty if it has a result
 * @param wallSeconds how long the simulation took
 */
public record RunOutcome(Optional<RunResult> result, String failure, double wallSeconds) {}
