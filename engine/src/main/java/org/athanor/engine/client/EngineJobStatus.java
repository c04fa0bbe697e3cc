// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.client;

import org.apache.hadoop.mapreduce.JobStatus;
import org.athanor.engine.job.JobView;

/**
 * A {@link JobStatus} filled from a view. Values that do not exist in this engine, such as the
 * memory of containers, are -1, which clients print as N/A.
 */
final class EngineJobStatus extends JobStatus {
  private static final String NO_PAGE = "N/A";

  private EngineJobStatus(JobView job, String jobFile, String history) {
    super(
        job.id(),
        job.setupProgress(),
        job.mapProgress(),
        job.reduceProgress(),
        job.cleanupProgress(),
        job.state(),
        job.priority(),
        job.user(),
        job.name(),
        job.queue(),
        jobFile,
        history.isEmpty() ? NO_PAGE : history,
        false,
        history);
  }

  /**
   * @param jobFile path of the job's configuration, readable also after the job's end
   */
  static EngineJobStatus of(JobView job, String jobFile) {
    EngineJobStatus status = new EngineJobStatus(job, jobFile, job.historyFile());
    status.setStartTime(job.startTime());
    status.setFinishTime(job.finishTime());
    status.setFailureInfo(job.failureInfo());
    status.setNumReservedSlots(0);
    status.setUsedMem(-1);
    status.setReservedMem(-1);
    status.setNeededMem(-1);
    return status;
  }
}
