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

/** A job's output directory, of which it is known whether it was there before the job. */
final class OutputDirectory {
  private static final Logger LOG = LoggerFactory.getLogger(OutputDirectory.class);

  private final JobConf conf;
  private final Path path; // null if it was there before, or the job has none

  private OutputDirectory(JobConf conf, Path path) {
    this.conf = conf;
    this.path = path;
  }

  /** Looks at the directory before the job is set up. */
  static OutputDirectory before(JobConf conf) {
    Path path = FileOutputFormat.getOutputPath(conf);
    try {
      boolean isNew = path != null && !path.getFileSystem(conf).exists(path);
      return new OutputDirectory(conf, isNew ? path : null);
    } catch (IOException | RuntimeException e) {
      // Some output formats have names of another kind there; the committer knows.
      LOG.debug("{} is not looked at", path, e);
      return new OutputDirectory(conf, null);
    }
  }

  /** Removes the directory if it was not there before and has nothing in it. */
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
