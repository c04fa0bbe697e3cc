// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.client;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.JobSubmissionFiles;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;

/** Finds out what was submitted. */
final class Submissions {
  /** Properties that a configuration with Hadoop's default files has. */
  private static final String[] OF_DEFAULTS = {
    CommonConfigurationKeysPublic.IO_FILE_BUFFER_SIZE_KEY,
    MRConfig.LOCAL_DIR,
    MRJobConfig.IO_SORT_MB
  };

  /** Properties that Hadoop's submitter itself sets to nothing, and that have no default. */
  private static final Set<String> EMPTY_WITHOUT_DEFAULT =
      Set.of(
          MRJobConfig.CACHE_FILES_SHARED_CACHE_UPLOAD_POLICIES,
          MRJobConfig.CACHE_ARCHIVES_SHARED_CACHE_UPLOAD_POLICIES);

  private Submissions() {}

  static Path jobFile(Path submitDirectory) {
    return JobSubmissionFiles.getJobConfPath(submitDirectory);
  }

  /**
   * The configuration that a task of Hadoop has: its own defaults and site files, and over them the
   * {@code job.xml} in {@code submitDirectory}. Hadoop's submitter works on the client's own
   * configuration object and has just written it there, so a copy of that one saves 10 to 20 ms of
   * parsing XML, unless reading would change it.
   */
  static JobConf configuration(String submitDirectory, Configuration client) throws IOException {
    boolean own = submitDirectory.equals(client.get(MRJobConfig.MAPREDUCE_JOB_DIR));
    if (!own || !hasNamesAsRead(client)) {
      return read(jobFile(new Path(submitDirectory)), client);
    }
    JobConf conf = new JobConf(client);
    loseEmptyValues(conf);
    return conf;
  }

  /**
   * Whether a task of Hadoop would read properties of the same names from the {@code job.xml} of
   * this configuration. One without Hadoop's defaults gets them there, and blanks around names are
   * lost.
   */
  private static boolean hasNamesAsRead(Configuration client) {
    for (String key : OF_DEFAULTS) {
      if (client.getRaw(key) == null) {
        return false;
      }
    }
    for (Map.Entry<String, String> property : client) {
      if (property.getKey().length() != property.getKey().trim().length()) {
        return false;
      }
    }
    return true;
  }

  /** What a task of Hadoop reads for a property with an empty value: its default, or nothing. */
  private static void loseEmptyValues(JobConf conf) {
    JobConf defaults = null;
    for (Map.Entry<String, String> property : conf) {
      if (!property.getValue().isEmpty()) {
        continue;
      }
      String name = property.getKey();
      conf.unset(name);
      if (EMPTY_WITHOUT_DEFAULT.contains(name)) {
        continue;
      }
      if (defaults == null) {
        defaults = new JobConf();
      }
      String value = defaults.getRaw(name);
      if (value != null) {
        conf.set(name, value);
      }
    }
  }

  private static JobConf read(Path jobFile, Configuration client) throws IOException {
    FileSystem fs = jobFile.getFileSystem(client);
    JobConf conf = new JobConf();
    try (InputStream in = fs.open(jobFile)) {
      conf.addResource(in, jobFile.toString());
      conf.size(); // reads the stream now
    } catch (RuntimeException malformed) {
      throw new IOException(
          jobFile + ": not a job configuration: " + malformed.getMessage(), malformed);
    }
    conf.setClassLoader(client.getClassLoader());
    return conf;
  }
}
