// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.catalogue;

import java.util.List;
import java.util.Optional;
import org.athanor.scheduler.predict.Prediction;

/**
 * What is expected of a choice.
 *
 * @param seconds empty if nothing is known
 * @param joules empty if nothing is known
 * @param runs ids of the runs of the application with this choice, the newest first; none if the
 *     predictions rest on other runs
 */
public record Advice(
    Choice choice, Optional<Prediction> seconds, Optional<Prediction> joules, List<String> runs) {}
