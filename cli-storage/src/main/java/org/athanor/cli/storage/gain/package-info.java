// SPDX-License-Identifier: Apache-2.0
/**
 * What a plan would bring, by the simulator: entry class {@link
 * org.athanor.cli.storage.gain.GainSimulation}.
 */
package org.athanor.cli.storage.gain;
