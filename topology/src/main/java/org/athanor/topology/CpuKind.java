// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import java.util.List;
import java.util.OptionalInt;

/**
 * The PUs of one kind on a machine with several kinds, such as performance and efficiency cores.
 *
 * @param cpuset the PUs of this kind
 * @param efficiency rank of the kind, 0 for the slowest kind with the lowest power; empty if the
 *     kinds cannot be ranked
 * @param infos properties, such as {@code CoreType=IntelAtom} or {@code FrequencyMaxMHz=3300}
 */
public record CpuKind(CpuSet cpuset, OptionalInt efficiency, List<Info> infos) {
  public CpuKind {
    infos = List.copyOf(infos);
  }
}
