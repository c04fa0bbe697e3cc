// SPDX-License-Identifier: Apache-2.0
/**
 * Which trials an experiment consists of, in which order. Pure: no I/O, no clock, no chance; the
 * same experiment has the same plan each time. Entry class: {@link
 * org.athanor.bench.experiment.plan.Plan}.
 */
package org.athanor.bench.experiment.plan;
