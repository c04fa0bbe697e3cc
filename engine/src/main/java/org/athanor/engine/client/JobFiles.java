// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.client;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobID;
import org.athanor.engine.files.OwnerOnly;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps each job's {@code job.xml} readable after the engine has deleted the submission: {@code
 * Cluster.getJob} reads the file that the status names, and Hive and Pig ask for jobs that have
 * just ended. A hard link costs microseconds; where the file system has none (or is remote) the
 * status names the original. Thread-safe.
 */
final class JobFiles {
  /**
   * The one of this JVM: a job is asked for through other clients than the one that submitted it.
   */
  static final JobFiles SHARED = new JobFiles();

  private static final Logger LOG = LoggerFactory.getLogger(JobFiles.class);

  private final Map<JobID, Path> kept = new ConcurrentHashMap<>();

  /** Keeps {@code jobFile} of a local file system in {@code directory}, named for its job. */
  void keep(JobID id, Path jobFile, Path directory) {
    if (!"file".equals(jobFile.toUri().getScheme())) {
      return;
    }
    Path link = new Path(directory, id + ".xml");
    try {
      Files.createDirectories(nio(directory), OwnerOnly.directory(nio(directory)));
      Files.createLink(nio(link), nio(jobFile));
      kept.put(id, link);
    } catch (IOException | UnsupportedOperationException e) {
      LOG.debug("{} is readable only while its job runs: {}", jobFile, e.toString());
    }
  }

  String locate(JobID id, Path original) {
    return kept.getOrDefault(id, original).toString();
  }

  /** Deletes files of jobs that nobody can ask for any more. */
  void dropUnless(Predicate<JobID> isKnown) {
    for (JobID id : List.copyOf(kept.keySet())) {
      Path file = isKnown.test(id) ? null : kept.remove(id);
      if (file != null) {
        delete(file);
      }
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(nio(file));
    } catch (IOException e) {
      LOG.debug("{} stays until the JVM ends: {}", file, e.toString());
    }
  }

  private static java.nio.file.Path nio(Path path) {
    return java.nio.file.Path.of(path.toUri().getPath());
  }
}
