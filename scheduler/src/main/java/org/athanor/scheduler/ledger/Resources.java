// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.ledger;

/**
 * Amounts of the four resources of a cluster. Vcores and memory are hard: more than there is cannot
 * be used. Disk and network are soft: jobs that want more than there is take longer.
 *
 * @param vcores from 0; fractions are allowed
 * @param memoryBytes from 0
 * @param diskBytesPerSecond reads and writes of all disks together, from 0
 * @param networkBytesPerSecond of all nodes together, from 0
 */
public record Resources(
    double vcores, double memoryBytes, double diskBytesPerSecond, double networkBytesPerSecond) {

  /** Nothing of all. */
  public static final Resources NONE = new Resources(0, 0, 0, 0);

  /** Relative error of sums that are taken apart again. */
  private static final double ROUNDING = 1e-9;

  /** Makes amounts; none may be negative or not a number. */
  public Resources {
    check("vcores", vcores);
    check("memory", memoryBytes);
    check("disk", diskBytesPerSecond);
    check("network", networkBytesPerSecond);
  }

  private static void check(String name, double amount) {
    if (!(amount >= 0) || Double.isInfinite(amount)) {
      throw new IllegalArgumentException(name + " " + amount + ": must be a number, 0 or more");
    }
  }

  /** The sums. */
  public Resources plus(Resources other) {
    return new Resources(
        vcores + other.vcores,
        memoryBytes + other.memoryBytes,
        diskBytesPerSecond + other.diskBytesPerSecond,
        networkBytesPerSecond + other.networkBytesPerSecond);
  }

  /** The differences, 0 where the other amount is greater. */
  public Resources minus(Resources other) {
    return new Resources(
        Math.max(0, vcores - other.vcores),
        Math.max(0, memoryBytes - other.memoryBytes),
        Math.max(0, diskBytesPerSecond - other.diskBytesPerSecond),
        Math.max(0, networkBytesPerSecond - other.networkBytesPerSecond));
  }

  /** The smaller amount of each. */
  public Resources atMost(Resources limit) {
    return new Resources(
        Math.min(vcores, limit.vcores),
        Math.min(memoryBytes, limit.memoryBytes),
        Math.min(diskBytesPerSecond, limit.diskBytesPerSecond),
        Math.min(networkBytesPerSecond, limit.networkBytesPerSecond));
  }

  /** The greater amount of each. */
  public Resources atLeast(Resources limit) {
    return new Resources(
        Math.max(vcores, limit.vcores),
        Math.max(memoryBytes, limit.memoryBytes),
        Math.max(diskBytesPerSecond, limit.diskBytesPerSecond),
        Math.max(networkBytesPerSecond, limit.networkBytesPerSecond));
  }

  /** All amounts times a factor, from 0. */
  public Resources times(double factor) {
    return new Resources(
        vcores * factor,
        memoryBytes * factor,
        diskBytesPerSecond * factor,
        networkBytesPerSecond * factor);
  }

  /** Whether the hard resources are within those of the limit. */
  public boolean fitsIn(Resources limit) {
    return within(vcores, limit.vcores) && within(memoryBytes, limit.memoryBytes);
  }

  private static boolean within(double amount, double limit) {
    return amount <= limit + ROUNDING * Math.max(amount, 1);
  }

  /**
   * How many times the soft resources of the limit are wanted: that of disk and network which is
   * wanted more. Up to 1 nothing is slowed down.
   */
  public double softLoad(Resources limit) {
    return Math.max(
        ratio(diskBytesPerSecond, limit.diskBytesPerSecond),
        ratio(networkBytesPerSecond, limit.networkBytesPerSecond));
  }

  private static double ratio(double amount, double limit) {
    return amount == 0 ? 0 : amount / limit;
  }
}
