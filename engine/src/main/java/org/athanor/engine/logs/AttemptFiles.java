// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.logs;

import java.nio.file.Path;
import java.util.function.Supplier;
import org.apache.hadoop.mapreduce.TaskAttemptID;

/**
 * Writes the logs of each attempt to files of its name in one directory, which somebody else
 * aggregates: a container's directory for logs, of which YARN takes the files.
 */
final class AttemptFiles implements JobLogs {
  private final Path directory;

  AttemptFiles(Path directory) {
    this.directory = directory;
    ProcessOutput.tap();
  }

  /** Runs the step; what it prints is in the process's own logs. */
  @Override
  public <T> T captureJob(Supplier<T> step) {
    return step.get();
  }

  @Override
  public void capture(TaskAttemptID attempt, Runnable work) {
    ContainerLog log = new ContainerLog(directory, attempt + ".");
    log.beginHere();
    try {
      work.run();
    } finally {
      log.endHere();
    }
  }

  @Override
  public void close() {
    ProcessOutput.untap();
  }
}
