// SPDX-License-Identifier: Apache-2.0
/**
 * Predicts duration, energy and resources of a job from measured runs (K. Ravindranathan,
 * dissertation, Virginia Tech 2015, sections 7.1.3 and 8.1.1: both grow linearly with the size of
 * the input, from an intercept). Entry class: {@link org.athanor.scheduler.predict.Predictor}.
 *
 * <p>Does no I/O. All is immutable.
 */
package org.athanor.scheduler.predict;
