// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.execution;

import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.JobConf;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A job's output directory, and whether it existed before the job. */
final class OutputDirectory {
  private static final Logger LOG = LoggerFactory.getLogger(OutputDirectory.class);

  private final JobConf conf;
  private final Path path; // null if it existed before the job, or the job has none

  private OutputDirectory(JobConf conf, Path path) {
    this.conf = conf;
    this.path = path;
  }

  /** Finds out whether the directory exists; to be called before the job is set up. */
  static OutputDirectory before(JobConf conf) {
    Path path = FileOutputFormat.getOutputPath(conf);
    try {
      boolean isNew = path != null && !path.getFileSystem(conf).exists(path);
      return new OutputDirectory(conf, isNew ? path : null);
    } catch (IOException | RuntimeException e) {
      // Some output formats put other names than paths there.
      LOG.debug("cannot tell whether {} exists", path, e);
      return new OutputDirectory(conf, null);
    }
  }

  /** Removes the directory if it did not exist before the job and is empty. */
  void removeIfNewAndEmpty() throws IOException {
    if (path == null) {
      return;
    }
    FileSystem fs = path.getFileSystem(conf);
    try {
      if (fs.getFileStatus(path).isDirectory() && fs.listStatus(path).length == 0) {
        fs.delete(path, false);
      }
    } catch (FileNotFoundException gone) {
      return;
    }
  }
}
