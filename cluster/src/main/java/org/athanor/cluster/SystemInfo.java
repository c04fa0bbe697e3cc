// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import java.util.Optional;

/**
 * Hardware and software of a node, as recorded in every result.
 *
 * @param host its own host name
 * @param operatingSystem such as {@code Debian GNU/Linux 12 (bookworm)}
 * @param kernel release of the kernel
 * @param architecture such as {@code x86_64}
 * @param cpuModel the processor's name
 * @param processors logical processors that may be used, by cgroup and affinity mask
 * @param memoryBytes memory that may be used: the machine's, or the cgroup's limit
 * @param governor CPU frequency governor, if the kernel has one
 * @param virtualization hypervisor, if there is one
 * @param java version and vendor of the Java that commands use on the node, such as {@code 17.0.15
 *     (Eclipse Adoptium)}, if there is one
 * @param javaHome the home of that Java on the node
 * @param quota processors that the cgroup allows, with a fraction; empty if it allows all
 * @param details what else has an effect on times
 */
public record SystemInfo(
    String host,
    String operatingSystem,
    String kernel,
    String architecture,
    String cpuModel,
    int processors,
    long memoryBytes,
    Optional<String> governor,
    Optional<String> virtualization,
    Optional<String> java,
    Optional<String> javaHome,
    Optional<Double> quota,
    SystemDetails details) {

  public SystemInfo {
    details = details == null ? SystemDetails.UNKNOWN : details;
  }

  /** A node of which no details are known. */
  public SystemInfo(
      String host,
      String operatingSystem,
      String kernel,
      String architecture,
      String cpuModel,
      int processors,
      long memoryBytes,
      Optional<String> governor,
      Optional<String> virtualization,
      Optional<String> java,
      Optional<String> javaHome,
      Optional<Double> quota) {
    this(
        host,
        operatingSystem,
        kernel,
        architecture,
        cpuModel,
        processors,
        memoryBytes,
        governor,
        virtualization,
        java,
        javaHome,
        quota,
        SystemDetails.UNKNOWN);
  }
}
