// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.measured;

/**
 * What jobs of an application do, whatever the size of their input.
 *
 * @param shuffledPerInputByte what maps emit for a byte of input, from 0
 * @param reduces number of reduces, from 0
 * @param mapCyclesPerByte for a byte of input, from 0
 * @param reduceCyclesPerByte for a byte that is shuffled, from 0
 */
public record JobModel(
    double shuffledPerInputByte,
    int reduces,
    double mapCyclesPerByte,
    double reduceCyclesPerByte) {}
