// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.sweep;

import org.athanor.simulator.file.Variant;
import org.athanor.simulator.run.RunResult;
import org.athanor.simulator.run.RunSummary;

/**
 * A variant that was run to its end.
 *
 * @param variant with the seed of this run
 * @param repetition from 1
 * @param wallSeconds how long the simulation took
 */
public record VariantRun(
    Variant variant, int repetition, RunResult result, RunSummary summary, double wallSeconds) {}
