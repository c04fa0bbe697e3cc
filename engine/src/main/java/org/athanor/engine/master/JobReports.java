// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.master;

import java.util.List;
import org.apache.hadoop.mapreduce.JobPriority;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.TypeConverter;
import org.apache.hadoop.mapreduce.v2.api.records.AMInfo;
import org.apache.hadoop.mapreduce.v2.api.records.JobReport;
import org.apache.hadoop.mapreduce.v2.api.records.JobState;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptCompletionEvent;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptCompletionEventStatus;
import org.apache.hadoop.mapreduce.v2.util.MRBuilderUtils;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.util.Records;
import org.athanor.engine.job.ContainerPlace;
import org.athanor.engine.job.JobView;

/** Converts views of jobs to the records of Hadoop's protocol. Stateless. */
final class JobReports {
  /** What Hadoop's master calls a job without a name. */
  private static final String NO_NAME = "<missing job name>";

  private JobReports() {}

  /** Returns a report without a tracking URL, for which clients take the resource manager's. */
  static JobReport of(JobView job) {
    JobReport report = Records.newRecord(JobReport.class);
    report.setJobState(state(job.state())); // first: once it has ended, the rest is final
    report.setJobId(TypeConverter.toYarn(job.id()));
    report.setJobName(job.name().isEmpty() ? NO_NAME : job.name());
    report.setUser(job.user());
    report.setJobPriority(priority(job.priority()));
    report.setSubmitTime(job.submitTime());
    report.setStartTime(job.startTime());
    report.setFinishTime(job.finishTime());
    report.setSetupProgress(job.setupProgress());
    report.setMapProgress(job.mapProgress());
    report.setReduceProgress(job.reduceProgress());
    report.setCleanupProgress(job.cleanupProgress());
    report.setJobFile(job.jobFile().toString());
    report.setDiagnostics(job.failureInfo());
    report.setHistoryFile(job.historyFile());
    report.setIsUber(false);
    report.setAMInfos(List.of(master(job)));
    return report;
  }

  /** Returns the default for a number that has no name, for which Hadoop has no conversion. */
  private static Priority priority(JobPriority priority) {
    JobPriority named = priority == JobPriority.UNDEFINED_PRIORITY ? JobPriority.DEFAULT : priority;
    return Priority.newInstance(TypeConverter.toYarnApplicationPriority(named.name()));
  }

  private static JobState state(JobStatus.State state) {
    return switch (state) {
      case PREP -> JobState.NEW;
      case RUNNING -> JobState.RUNNING;
      case SUCCEEDED -> JobState.SUCCEEDED;
      case FAILED -> JobState.FAILED;
      case KILLED -> JobState.KILLED;
    };
  }

  private static AMInfo master(JobView job) {
    ContainerPlace place = job.place();
    return MRBuilderUtils.newAMInfo(
        place.container().getApplicationAttemptId(),
        job.startTime(),
        place.container(),
        place.node().getHost(),
        place.node().getPort(),
        place.httpPort());
  }

  static TaskAttemptCompletionEvent of(TaskCompletionEvent event) {
    TaskAttemptCompletionEvent converted = Records.newRecord(TaskAttemptCompletionEvent.class);
    converted.setEventId(event.getEventId());
    converted.setAttemptId(TypeConverter.toYarn(event.getTaskAttemptId()));
    converted.setStatus(TaskAttemptCompletionEventStatus.valueOf(event.getStatus().name()));
    converted.setAttemptRunTime(event.getTaskRunTime());
    converted.setMapOutputServerAddress(event.getTaskTrackerHttp());
    return converted;
  }
}
