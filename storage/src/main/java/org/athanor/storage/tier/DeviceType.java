// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.tier;

/**
 * The kinds of storage devices that HDFS distinguishes, with the names of its storage types. The
 * order has no meaning: {@link Tiers} orders tiers by speed.
 */
public enum DeviceType {
  RAM_DISK,
  NVDIMM,
  SSD,
  DISK,
  ARCHIVE
}
