// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.kernel;

/**
 * What it took to divide resources: where the time of a simulation with full links goes.
 *
 * @param all how often a resource was filled
 * @param withoutFlows how often of these its level was left alone without a look at its flows
 */
public record Fillings(long all, long withoutFlows) {}
