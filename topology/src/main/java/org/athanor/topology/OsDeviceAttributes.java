// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

/** A device as its driver shows it. */
public record OsDeviceAttributes(Type type) implements ObjectAttributes {
  /** Kinds of devices. */
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
    /** A kind of device that only later versions of hwloc have. */
    OTHER;

    /** Returns the type with hwloc's number. */
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
