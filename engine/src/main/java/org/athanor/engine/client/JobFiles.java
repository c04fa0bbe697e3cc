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
 * Keeps each job's {@code job.xml} readable after the engine has deleted the submission, by a hard
 * link, which takes microseconds. {@code Cluster.getJob} reads the file that the status names, and
 * Hive and Pig call it for jobs that have just ended. Where the file system is remote or has no
 * hard links, the status names the original. Thread-safe.
 */
final class JobFiles {
  /** The files of this JVM, shared by its clients: any client may ask for any job. */
  static final JobFiles SHARED = new JobFiles();

  private static final Logger LOG = LoggerFactory.getLogger(JobFiles.class);

  private final Map<JobID, Path> links = new ConcurrentHashMap<>();

  /** Makes a link to {@code jobFile} in {@code directory} if the file system is local. */
  void retain(JobID id, Path jobFile, Path directory) {
    if (!"file".equals(jobFile.toUri().getScheme())) {
      return;
    }
    Path link = new Path(directory, id + ".xml");
    try {
      Files.createDirectories(nio(directory), OwnerOnly.directory(nio(directory)));
      Files.createLink(nio(link), nio(jobFile));
      links.put(id, link);
    } catch (IOException | UnsupportedOperationException e) {
      LOG.debug("{} is readable only while its job runs: {}", jobFile, e.toString());
    }
  }

  /** Returns the path of the link, or {@code original} if there is none. */
  String locate(JobID id, Path original) {
    return links.getOrDefault(id, original).toString();
  }

  /** Deletes the links of jobs that the engine no longer knows. */
  void deleteUnless(Predicate<JobID> isKnown) {
    for (JobID id : List.copyOf(links.keySet())) {
      Path link = isKnown.test(id) ? null : links.remove(id);
      if (link != null) {
        delete(link);
      }
    }
  }

  private static void delete(Path link) {
    try {
      Files.deleteIfExists(nio(link));
    } catch (IOException e) {
      LOG.debug("{} stays until the JVM ends: {}", link, e.toString());
    }
  }

  private static java.nio.file.Path nio(Path path) {
    return java.nio.file.Path.of(path.toUri().getPath());
  }
}
