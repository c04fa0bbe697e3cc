// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.athanor.agent.probe.ProcessId;

/**
 * Identifies the evaluator's process, so that an agent on the same machine does not count its CPU
 * time as that of other processes.
 *
 * @param boot the kernel's id of this boot of this machine
 */
public record RunnerId(ProcessId process, String boot) {

  private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

  /** This process; empty where there is no {@code /proc}. */
  public static Optional<RunnerId> self() {
    long pid = ProcessHandle.current().pid();
    try {
      ProcessId process = ProcessId.of(Path.of("/proc"), (int) pid);
      return Optional.of(new RunnerId(process, Files.readString(BOOT_ID).strip()));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  boolean onThisMachine() {
    try {
      return Files.readString(BOOT_ID).strip().equals(boot);
    } catch (IOException e) {
      return false;
    }
  }
}
