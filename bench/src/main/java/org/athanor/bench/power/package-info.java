// SPDX-License-Identifier: Apache-2.0
/**
 * The power of whole nodes, by meters outside them: their baseboard management controllers
 * (Redfish, IPMI), or a wall meter that writes a file. {@link org.athanor.bench.power.PowerMeters}
 * polls them from the machine that runs the experiment, so that nodes do no work for it. Threads
 * {@code athanor-power-N}.
 */
package org.athanor.bench.power;
