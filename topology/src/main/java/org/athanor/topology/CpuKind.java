// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import java.util.List;
import java.util.OptionalInt;

/**
 * PUs of one kind on a machine with several, such as performance and efficiency cores.
 *
 * @param cpuset the PUs of this kind
 * @param efficiency its rank, 0 for the kind that needs the least power and computes the slowest;
 *     empty if kinds could not be ranked
 * @param infos what is known of it, such as {@code CoreType=IntelAtom} or {@code
 *     FrequencyMaxMHz=3300}
 */
public record CpuKind(CpuSet cpuset, OptionalInt efficiency, List<Info> infos) {
  public CpuKind {
    infos = List.copyOf(infos);
  }
}
