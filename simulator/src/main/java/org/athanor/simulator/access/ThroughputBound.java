// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.access;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * The highest throughput, as TestDFSIO counts it, of equal accesses that begin at the same time:
 * their bytes by the sum of their seconds. It holds for any placement and any choice of replicas,
 * also by somebody who knows all accesses beforehand.
 *
 * <p>While A accesses are under way, each uses k devices at once, so at most k A devices work: they
 * do at most {@code g(A) = S(k A) / k} bytes per second, where S(n) is the sum of the rates of the
 * n fastest devices, or what the network carries, if that is less. Until j of N accesses have
 * ended, j times the bytes of one must be done, so the sum of the seconds, which is the integral of
 * A over time, is at least {@code bytes · Σ A / g(A)} for A from 1 to N: A / g(A) does not fall
 * with A.
 *
 * <p>Devices have only so much room. So the sum of the seconds is also at least what all bytes need
 * on the fastest devices that have room for them, one access at a time (a fractional knapsack). The
 * bound is the lower one of both. This needs accesses of different data, which stay where they are:
 * else a device reads more than it has room for.
 *
 * <p>What it leaves out makes it higher than what can be reached: that devices and links divide
 * their time among all, that they lose some by concurrency, and, of reads, the whole network.
 */
public final class ThroughputBound {

  /**
   * A device.
   *
   * @param bytesPerSecond for a single reader, or writer; above 0, finite
   * @param roomBytes for the data that are read or written, from 0
   */
  public record Device(double bytesPerSecond, double roomBytes) {
    public Device {
      if (!(bytesPerSecond > 0 && bytesPerSecond < Double.POSITIVE_INFINITY && roomBytes >= 0)) {
        throw new IllegalArgumentException(
            "device of "
                + bytesPerSecond
                + " bytes/s with room for "
                + roomBytes
                + " bytes: must have a finite rate above 0, and room from 0");
      }
    }
  }

  private ThroughputBound() {}

  /**
   * The bound, in bytes per second. Bytes for which no device has room count as if they took no
   * time: that makes the bound higher.
   *
   * @param accesses that begin at once, from 1
   * @param bytes of each, above 0, finite
   * @param copies that an access reads or writes at once, on different devices, from 1: one, or all
   *     replicas; the fewest, if some accesses have more
   * @param devices one or more
   * @param network bytes per second of all accesses together, above 0; infinite if they do not need
   *     it
   */
  public static double of(
      int accesses, double bytes, int copies, List<Device> devices, double network) {
    if (accesses < 1 || copies < 1 || devices.isEmpty()) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%d accesses with %d copies on %d devices: must be 1 or more of each",
              accesses,
              copies,
              devices.size()));
    }
    if (!(bytes > 0 && bytes < Double.POSITIVE_INFINITY && network > 0)) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "accesses of %s bytes over a network of %s bytes/s: must be above 0, bytes finite",
              bytes,
              network));
    }
    List<Device> fastest =
        devices.stream()
            .sorted(Comparator.comparingDouble(Device::bytesPerSecond).reversed())
            .toList();
    double contended = accesses / waiting(accesses, copies, fastest, network);
    return Math.min(contended, alone(bytes * accesses * copies, fastest));
  }

  /** The sum of all accesses' seconds at least, for each byte of an access. */
  private static double waiting(int accesses, int copies, List<Device> fastest, double network) {
    double seconds = 0;
    double rates = 0;
    int working = 0;
    for (int left = 1; left <= accesses; left++) {
      while (working < fastest.size() && working < (long) copies * left) {
        rates += fastest.get(working++).bytesPerSecond();
      }
      seconds += left / Math.min(rates / copies, network);
    }
    return seconds;
  }

  /** Bytes per second of an access if nobody else used a device. */
  private static double alone(double bytes, List<Device> fastest) {
    double left = bytes;
    double seconds = 0;
    for (Device device : fastest) {
      double here = Math.min(left, device.roomBytes());
      seconds += here / device.bytesPerSecond();
      left -= here;
    }
    return bytes / seconds;
  }
}
