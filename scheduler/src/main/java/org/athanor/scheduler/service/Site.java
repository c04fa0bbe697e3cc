// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.launch.Driver;
import org.athanor.scheduler.run.JobSpec;
import org.athanor.scheduler.run.JobState;

/** What the scheduler does to clusters through Hadoop. Any thread may call it. */
public interface Site {
  /**
   * Size and identity of a job's input; patterns are expanded.
   *
   * @param directory that of the workflow's file
   */
  JobState.Input measure(Cluster cluster, Path directory, List<String> paths) throws IOException;

  /** Where inputs are, and copies of them; empty if nobody has said which regions there are. */
  Optional<InputRegions> regions();

  /**
   * Whether relative paths of a cluster's jobs begin where the workflow's file is, and not in the
   * user's directory of a file system of several machines.
   */
  boolean beginsAtWorkflow(Cluster cluster);

  /**
   * Whether a URI names the file system of a cluster, in any spelling.
   *
   * @param uri such as {@code hdfs://host:8020}, perhaps with a path
   */
  boolean isFileSystem(Cluster cluster, String uri);

  /** Whether a file or directory exists. */
  boolean exists(Cluster cluster, Path directory, String path) throws IOException;

  /** Removes a file, or a directory with all that is in it. */
  void remove(Cluster cluster, Path directory, String path) throws IOException;

  /**
   * The program that runs a job.
   *
   * @param tag for the job's YARN applications
   * @param own the attempt's directory, which exists
   * @throws IOException with a message for the user if the job cannot be run there
   */
  Driver driver(JobSpec job, Cluster cluster, String tag, Path own) throws IOException;

  /**
   * What the configuration of a YARN cluster, or of Spark, says for jobs that do not say it; empty
   * if that is nothing, or cannot be read: starting a job there says why. Reads files the first
   * time.
   */
  Optional<String> setting(Cluster cluster, String key);

  /** Ends a YARN application. */
  void kill(Cluster cluster, String application) throws IOException;
}
