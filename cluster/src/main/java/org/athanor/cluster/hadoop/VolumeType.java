// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The storage types of HDFS that keep data. */
public enum VolumeType {
  SSD,
  DISK,
  ARCHIVE,
  /** Hadoop has it from 3.4 on. */
  NVDIMM;

  /** As users write it, such as {@code ssd}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Optional<VolumeType> of(String id) {
    return Arrays.stream(values()).filter(type -> type.id().equals(id)).findFirst();
  }
}
