// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.cluster;

import org.athanor.storage.tier.DeviceType;

/**
 * A storage device.
 *
 * @param type as HDFS distinguishes them
 * @param readBytesPerSecond of one reader, above 0
 * @param writeBytesPerSecond of one writer, above 0
 * @param crowding what it loses with several users: with n of them it does the part {@code 1 / (1 +
 *     crowding (n - 1) / n)} of its work; from 0
 * @param capacityBytes from 0
 * @param use what it stores
 * @param power of the device alone
 */
public record DeviceSpec(
    DeviceType type,
    double readBytesPerSecond,
    double writeBytesPerSecond,
    double crowding,
    long capacityBytes,
    DeviceUse use,
    Power power) {

  public DeviceSpec {
    Numbers.positive("read rate of a device", readBytesPerSecond);
    Numbers.positive("write rate of a device", writeBytesPerSecond);
    Numbers.notNegative("crowding of a device", crowding);
    Numbers.notNegative("capacity of a device", capacityBytes);
  }
}
