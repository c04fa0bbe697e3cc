// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.job;

/**
 * What a Worker holds, and what it has moved since it began. All numbers are bytes.
 *
 * @param poolBytes the size of its pool for map output
 * @param lentBytes what of the pool is in use
 * @param spilledBytes map output written to local disks
 * @param pushedBytes map output sent to other Workers
 * @param receivedBytes map output taken from other Workers
 */
public record WorkerStatus(
    long poolBytes, long lentBytes, long spilledBytes, long pushedBytes, long receivedBytes) {}
