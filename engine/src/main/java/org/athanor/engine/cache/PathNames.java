// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.cache;

import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;

/** What the names of paths say. Stateless. */
final class PathNames {
  private static final String ATTEMPT = "attempt_";

  private PathNames() {}

  /** Returns the path without the slash at its end that some paths have that were made of URIs. */
  static Path withoutSlash(Path path) {
    return path.toUri().getPath().endsWith(Path.SEPARATOR) ? new Path(path.toString()) : path;
  }

  /** Returns whether a path is at or below another one; both are qualified. */
  static boolean isUnder(Path path, Path top) {
    Path at = path;
    while (at != null && at.depth() > top.depth()) {
      at = at.getParent();
    }
    return top.equals(at);
  }

  /**
   * Returns the path that {@code path}, which is under {@code from}, has when that is {@code to}.
   */
  static Path moved(Path path, Path from, Path to) {
    String rest = path.toUri().getPath().substring(from.toUri().getPath().length());
    return rest.isEmpty()
        ? to
        : new Path(to.toUri().getScheme(), to.toUri().getAuthority(), to.toUri().getPath() + rest);
  }

  /**
   * Returns the job of the attempt in whose directory a file is, as Hadoop's committer names it;
   * empty if it is in none.
   */
  static Optional<JobID> jobOf(Path file) {
    for (Path at = file.getParent(); at != null; at = at.getParent()) {
      Path pending = at.getParent();
      if (pending != null && pending.getName().equals(FileOutputCommitter.PENDING_DIR_NAME)) {
        Optional<JobID> job = jobOfAttempt(at.getName());
        if (job.isPresent()) {
          return job;
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<JobID> jobOfAttempt(String name) {
    try {
      return name.startsWith(ATTEMPT)
          ? Optional.of(TaskAttemptID.forName(name).getJobID())
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // a name that somebody else has chosen
    }
  }

  /** Returns whether this is the name of the file that marks a job's output as complete. */
  static boolean isMarker(Path file) {
    return file.getName().equals(FileOutputCommitter.SUCCEEDED_FILE_NAME);
  }
}
