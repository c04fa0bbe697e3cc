// SPDX-License-Identifier: Apache-2.0
/**
 * The model of a job from measured runs of its application. Entry class: {@link
 * org.athanor.simulator.measured.MeasuredRun}; where the runs come from is for others to say, see
 * {@link org.athanor.simulator.measured.MeasuredRuns}. Used by one thread at a time.
 */
package org.athanor.simulator.measured;
