// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.cache;

import org.apache.hadoop.fs.Path;
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

  /** Returns whether a file is in the directory of an attempt, as Hadoop's committer names it. */
  static boolean isOfAttempt(Path file) {
    for (Path at = file.getParent(); at != null; at = at.getParent()) {
      Path pending = at.getParent();
      if (at.getName().startsWith(ATTEMPT)
          && pending != null
          && pending.getName().equals(FileOutputCommitter.PENDING_DIR_NAME)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether this is the name of the file that marks a job's output as complete. */
  static boolean isMarker(Path file) {
    return file.getName().equals(FileOutputCommitter.SUCCEEDED_FILE_NAME);
  }
}
