// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.apply;

/**
 * What an HDFS has of a storage type, on the DataNodes that live.
 *
 * @param type name of HDFS's storage type
 * @param nodes DataNodes with such a volume
 * @param volumes number, without failed ones
 * @param failedVolumes number
 * @param capacityBytes of the volumes
 * @param usedBytes by HDFS
 * @param remainingBytes for HDFS
 */
public record TierUse(
    String type,
    int nodes,
    int volumes,
    int failedVolumes,
    long capacityBytes,
    long usedBytes,
    long remainingBytes) {}
