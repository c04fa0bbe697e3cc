// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import java.util.List;
import java.util.Optional;

/**
 * Properties of a node that explain differences between runs. Whatever the node does not tell is
 * empty.
 *
 * @param turbo whether processors may exceed their nominal frequency: {@code on} or {@code off}
 * @param hugePages mode of transparent huge pages: {@code always}, {@code madvise} or {@code never}
 * @param disks block devices: {@code sda: ST4000NM0035, hard disk or virtual, 4001 GB}
 * @param fileSystems mounted from devices or from other hosts: {@code /data: xfs}
 * @param links network interfaces that are up: {@code eth0: 10000 Mb/s}
 */
public record SystemDetails(
    Optional<String> turbo,
    Optional<String> hugePages,
    List<String> disks,
    List<String> fileSystems,
    List<String> links) {

  /** Nothing is known. */
  public static final SystemDetails UNKNOWN =
      new SystemDetails(Optional.empty(), Optional.empty(), List.of(), List.of(), List.of());

  public SystemDetails {
    turbo = turbo == null ? Optional.empty() : turbo;
    hugePages = hugePages == null ? Optional.empty() : hugePages;
    disks = disks == null ? List.of() : List.copyOf(disks);
    fileSystems = fileSystems == null ? List.of() : List.copyOf(fileSystems);
    links = links == null ? List.of() : List.copyOf(links);
  }
}
