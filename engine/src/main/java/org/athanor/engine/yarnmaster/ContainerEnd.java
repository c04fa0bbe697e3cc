// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarnmaster;

import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.athanor.engine.config.EngineKeys;
import org.athanor.engine.yarn.Diagnostics;

/**
 * How a container ended.
 *
 * @param reason one line
 * @param isFailure whether the process or its node is at fault, not the cluster or the session
 * @param isByCluster whether the cluster or the node ended it, whatever the process did
 */
record ContainerEnd(String reason, boolean isFailure, boolean isByCluster) {
  private static final int SIGNAL = 128;

  /**
   * @param wasToldToKill whether its node was told to kill it, so that a signal is no failure
   */
  static ContainerEnd of(ContainerStatus status, boolean wasToldToKill) {
    int code = status.getExitStatus();
    if (wasToldToKill && code > SIGNAL) {
      return new ContainerEnd("it was killed", false, false);
    }
    return switch (code) {
      case ContainerExitStatus.SUCCESS -> new ContainerEnd("its process has ended", false, false);
      case ContainerExitStatus.ABORTED -> of("its container was taken back", status, false, true);
      case ContainerExitStatus.PREEMPTED ->
          new ContainerEnd("its container was taken for another application", false, true);
      case ContainerExitStatus.KILLED_BY_APPMASTER ->
          new ContainerEnd("it was killed", false, false);
      case ContainerExitStatus.KILLED_BY_RESOURCEMANAGER,
          ContainerExitStatus.KILLED_AFTER_APP_COMPLETION ->
          of("the ResourceManager killed it", status, false, true);
      case ContainerExitStatus.DISKS_FAILED ->
          of("the disks of its node failed", status, true, true);
      case ContainerExitStatus.KILLED_EXCEEDED_PMEM, ContainerExitStatus.KILLED_EXCEEDED_VMEM ->
          of(
              "it used more memory than its container has; raise "
                  + EngineKeys.YARN_WORKER_MEMORY.name()
                  + ", or lower its heap",
              status,
              true,
              false);
      default -> of(exit(code), status, true, false);
    };
  }

  private static ContainerEnd of(
      String what, ContainerStatus status, boolean isFailure, boolean isByCluster) {
    return new ContainerEnd(
        Diagnostics.after(what, status.getDiagnostics()), isFailure, isByCluster);
  }

  private static String exit(int code) {
    return code > SIGNAL
        ? "its process was killed by signal " + (code - SIGNAL)
        : "its process ended with exit code " + code;
  }
}
