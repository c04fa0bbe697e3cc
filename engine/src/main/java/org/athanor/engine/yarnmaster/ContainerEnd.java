// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarnmaster;

import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.athanor.engine.config.EngineKeys;

/**
 * How a container ended.
 *
 * @param reason one line
 * @param isFailure whether the process or its node is at fault, not the cluster or the session
 */
record ContainerEnd(String reason, boolean isFailure) {
  private static final int SIGNAL = 128;

  static ContainerEnd of(ContainerStatus status) {
    int code = status.getExitStatus();
    return switch (code) {
      case ContainerExitStatus.SUCCESS -> new ContainerEnd("its process has ended", false);
      case ContainerExitStatus.ABORTED ->
          new ContainerEnd("its container was taken back" + details(status), false);
      case ContainerExitStatus.PREEMPTED ->
          new ContainerEnd("its container was taken for another application", false);
      case ContainerExitStatus.KILLED_BY_APPMASTER -> new ContainerEnd("it was killed", false);
      case ContainerExitStatus.KILLED_BY_RESOURCEMANAGER,
          ContainerExitStatus.KILLED_AFTER_APP_COMPLETION ->
          new ContainerEnd("the ResourceManager killed it" + details(status), false);
      case ContainerExitStatus.DISKS_FAILED ->
          new ContainerEnd("the disks of its node failed" + details(status), true);
      case ContainerExitStatus.KILLED_EXCEEDED_PMEM, ContainerExitStatus.KILLED_EXCEEDED_VMEM ->
          new ContainerEnd(
              "it used more memory than its container has; raise "
                  + EngineKeys.YARN_WORKER_MEMORY.name()
                  + ", or lower its heap"
                  + details(status),
              true);
      default -> new ContainerEnd(exit(code) + details(status), true);
    };
  }

  private static String exit(int code) {
    return code > SIGNAL
        ? "its process was killed by signal " + (code - SIGNAL)
        : "its process ended with exit code " + code;
  }

  /** Joins YARN's lines, without those of stack traces. */
  private static String details(ContainerStatus status) {
    StringBuilder line = new StringBuilder();
    String diagnostics = status.getDiagnostics();
    if (diagnostics != null) {
      diagnostics
          .lines()
          .map(String::trim)
          .filter(part -> !part.isEmpty() && !part.startsWith("at "))
          .forEach(part -> line.append(line.isEmpty() ? ": " : "; ").append(part));
    }
    return line.toString();
  }
}
