// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.manage;

/**
 * A file is opened for reading.
 *
 * @param seconds when, since the beginning
 * @param path of the file
 */
public record FileOpen(double seconds, String path) {}
