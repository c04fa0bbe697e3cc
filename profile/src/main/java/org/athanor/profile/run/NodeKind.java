// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile.run;

import java.util.Optional;

/**
 * The hardware of nodes. Nodes of one kind are the same to a scheduler.
 *
 * @param architecture such as {@code x86_64}
 * @param cpuModel the processor's name
 * @param processors logical processors
 * @param memoryBytes memory, rounded so that equal machines have equal sizes
 * @param virtualization hypervisor; empty if there is none or it is unknown
 */
public record NodeKind(
    String architecture,
    String cpuModel,
    int processors,
    long memoryBytes,
    Optional<String> virtualization) {

  public NodeKind {
    Checks.text("architecture", architecture);
    Checks.text("cpuModel", cpuModel);
    Checks.atLeast(1, "processors", processors);
    Checks.atLeast(1, "memoryBytes", memoryBytes);
    Checks.text("virtualization", virtualization);
  }

  /** The id, which is the same for equal kinds in every catalogue. */
  public String id() {
    return Fingerprint.of("node kind")
        .add(architecture)
        .add(cpuModel)
        .add(processors)
        .add(memoryBytes)
        .add(virtualization)
        .hex();
  }
}
