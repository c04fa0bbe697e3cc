// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.record;

import java.time.Duration;
import org.athanor.storage.popularity.PredictorKind;

/**
 * With what a daemon learns.
 *
 * @param predictor by which files are ranked for SSD
 * @param period that predictions are for
 * @param maxFiles that are remembered, from 1
 */
public record RecordedSettings(PredictorKind predictor, Duration period, int maxFiles) {}
