// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.catalogue;

import java.util.Optional;
import org.athanor.scheduler.predict.MeasuredRun;

/**
 * A run of the catalogue, for the scheduler's predictions.
 *
 * @param attempt the tag of the attempt, if a scheduler entered it
 */
public record LearnedRun(Optional<String> attempt, MeasuredRun run) {}
