// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage.demo;

/**
 * A file that was read as a whole.
 *
 * @param bytes its length
 * @param ssdBytes those of them that an SSD served
 * @param seconds from the request to open it until its last byte
 */
public record MeasuredRead(long bytes, long ssdBytes, double seconds) {}
