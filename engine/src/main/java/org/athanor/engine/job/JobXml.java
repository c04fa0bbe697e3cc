// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.job;

import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;

/** Reads the {@code job.xml} of a submission. */
public final class JobXml {
  private JobXml() {}

  /**
   * Returns the configuration that a task has on Hadoop: the default and site files of this
   * process, then the file.
   *
   * @param process the configuration of this process, by which the file is found
   * @throws IOException if the file cannot be read or is no configuration
   */
  public static JobConf read(Path jobFile, Configuration process) throws IOException {
    FileSystem fs = jobFile.getFileSystem(process);
    JobConf conf = new JobConf();
    try (InputStream in = fs.open(jobFile)) {
      conf.addResource(in, jobFile.toString());
      conf.size(); // reads the stream now
    } catch (RuntimeException malformed) {
      throw new IOException(
          jobFile + ": not a job configuration: " + malformed.getMessage(), malformed);
    }
    conf.setClassLoader(process.getClassLoader());
    return conf;
  }
}
