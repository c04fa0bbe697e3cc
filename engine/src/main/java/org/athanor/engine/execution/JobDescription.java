// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.execution;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.split.JobSplit.TaskSplitMetaInfo;
import org.apache.hadoop.mapreduce.split.SplitMetaInfoReader;
import org.athanor.engine.coordinator.JobPlan;
import org.athanor.engine.failure.BestEffort;
import org.athanor.engine.job.ContainerPlace;
import org.athanor.engine.job.Containers;
import org.athanor.engine.job.SubmittedJob;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A submitted job, its splits and its plan: what is needed to coordinate it, but not to run its
 * code.
 *
 * @param splits one for each map
 * @param place where the job is coordinated
 * @param past what was done for the job before
 * @param journal is told what a later master must know
 */
public record JobDescription(
    SubmittedJob submitted,
    List<TaskSplitMetaInfo> splits,
    JobPlan plan,
    ContainerPlace place,
    JobPast past,
    JobJournal journal) {
  private static final Logger LOG = LoggerFactory.getLogger(JobDescription.class);

  /** Describes a job that is coordinated here, without an application master. */
  public static JobDescription of(SubmittedJob submitted) throws IOException {
    return of(submitted, ContainerPlace.ofJobHere(submitted.id()));
  }

  /** Describes a job that no other process can go on with. */
  public static JobDescription of(SubmittedJob submitted, ContainerPlace place) throws IOException {
    return of(submitted, place, JobPast.NONE, JobJournal.NONE);
  }

  /**
   * Reads the splits of a submitted job.
   *
   * @param place where the job is coordinated
   * @throws IOException if a part of the submission is missing or wrong
   */
  public static JobDescription of(
      SubmittedJob submitted, ContainerPlace place, JobPast past, JobJournal journal)
      throws IOException {
    JobConf conf = submitted.configuration();
    FileSystem fs = submitted.directory().getFileSystem(conf);
    List<TaskSplitMetaInfo> splits =
        List.of(
            SplitMetaInfoReader.readSplitMetaInfo(submitted.id(), fs, conf, submitted.directory()));
    JobPlan plan =
        new JobPlan(
            splits.size(),
            conf.getNumReduceTasks(),
            Math.max(1, conf.getMaxMapAttempts()),
            Math.max(1, conf.getMaxReduceAttempts()),
            conf.getMaxMapTaskFailuresPercent(),
            conf.getMaxReduceTaskFailuresPercent(),
            conf.getBoolean(MRJobConfig.MR_AM_JOB_NODE_BLACKLISTING_ENABLE, true)
                ? conf.getMaxTaskFailuresPerTracker()
                : 0);
    return new JobDescription(submitted, splits, plan, place, past, journal);
  }

  JobID id() {
    return JobID.downgrade(submitted.id());
  }

  JobConf configuration() {
    return submitted.configuration();
  }

  /** Returns the ids of the containers that the job's attempts would have on YARN. */
  public Containers containers() {
    return new Containers(submitted.id(), plan.maps(), plan.reduces());
  }

  /** Returns the content of {@code job.xml}; empty if it cannot be read, or memory is short. */
  Optional<byte[]> jobXml() {
    try {
      return Optional.of(submitted.asUser(this::readJobXml));
    } catch (IOException | RuntimeException | Error e) {
      LOG.debug("{} cannot be read", submitted.file(), e);
      return Optional.empty();
    }
  }

  private byte[] readJobXml() throws IOException {
    try (InputStream in = submitted.file().getFileSystem(configuration()).open(submitted.file())) {
      return in.readAllBytes();
    }
  }

  /** Deletes the submission. A failure is logged. */
  public void deleteSubmission() {
    BestEffort.close(() -> submitted.asUser(this::delete), "submission");
  }

  private boolean delete() throws IOException {
    return submitted.directory().getFileSystem(configuration()).delete(submitted.directory(), true);
  }
}
