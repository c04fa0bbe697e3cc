// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

/** A device as its driver shows it. */
public record OsDeviceAttributes(Type type) implements ObjectAttributes {
  /** What the device is. */
  public enum Type {
    /** Disk or non-volatile memory, such as {@code sda} or {@code dax2.0}. */
    BLOCK,
    GPU,
    NETWORK,
    /** InfiniBand, Omni-Path, BXI. */
    OPENFABRICS,
    DMA,
    /** CUDA, OpenCL and other accelerators. */
    COPROCESSOR,
    /** Something that only a later version of hwloc knows. */
    OTHER;

    /** The type with the number that hwloc 2.x has for it. */
    static Type ofNumber(int number) {
      return switch (number) {
        case 0 -> BLOCK;
        case 1 -> GPU;
        case 2 -> NETWORK;
        case 3 -> OPENFABRICS;
        case 4 -> DMA;
        case 5 -> COPROCESSOR;
        default -> OTHER;
      };
    }
  }
}
