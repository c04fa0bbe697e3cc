// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Identifies a process, also among later ones with the same pid.
 *
 * @param start ticks of 10 ms from the boot to its start
 */
public record ProcessId(int pid, long start) {

  /**
   * The identity of a living process.
   *
   * @param proc {@code /proc}
   */
  public static ProcessId of(Path proc, int pid) throws IOException {
    ProcessStat stat = ProcessStat.parse(new Reader().read(proc.resolve(pid + "/stat")));
    return new ProcessId(pid, stat.start());
  }
}
