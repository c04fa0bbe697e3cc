// SPDX-License-Identifier: Apache-2.0
/**
 * The trials of an experiment and their order. The code does no I/O and uses neither a clock nor
 * random numbers, so the same experiment always has the same plan. Entry class: {@link
 * org.athanor.bench.experiment.plan.Plan}.
 */
package org.athanor.bench.experiment.plan;
