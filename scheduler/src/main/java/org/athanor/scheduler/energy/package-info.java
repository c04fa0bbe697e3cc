// SPDX-License-Identifier: Apache-2.0
/**
 * The energy of jobs, and how it is known: {@link org.athanor.scheduler.energy.Energy} and sums
 * that keep the labels apart, {@link org.athanor.scheduler.energy.EnergySum}. What cores an
 * application keeps busy, {@link org.athanor.scheduler.energy.CoreUse}.
 */
package org.athanor.scheduler.energy;
