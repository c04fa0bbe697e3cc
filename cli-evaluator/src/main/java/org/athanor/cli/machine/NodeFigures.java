// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.machine;

/**
 * A node as scenario files describe it.
 *
 * @param name of the kind of node, for people
 * @param cores logical processors, from 1
 * @param memoryBytes of the node
 * @param hertz cycles per second of a core, above 0
 * @param link of the network interface in each direction, bytes per second, above 0
 * @param read of the device, bytes per second, above 0
 * @param write of the device, bytes per second, above 0
 * @param capacity of the device, bytes, above 0
 * @param deviceType as scenario files name it, such as {@code disk}
 */
public record NodeFigures(
    String name,
    int cores,
    long memoryBytes,
    Figure hertz,
    Figure link,
    Figure read,
    Figure write,
    Figure capacity,
    String deviceType) {}
