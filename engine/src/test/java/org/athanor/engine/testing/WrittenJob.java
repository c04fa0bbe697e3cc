// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.testing;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.split.JobSplit.TaskSplitMetaInfo;
import org.apache.hadoop.mapreduce.split.JobSplitWriter;
import org.apache.hadoop.mapreduce.split.SplitMetaInfoReader;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;
import org.athanor.engine.job.SubmittedJob;

/**
 * A job of the new API whose files are where a submitter would have written them.
 *
 * @param splits one for each map
 */
public record WrittenJob(SubmittedJob submitted, List<TaskSplitMetaInfo> splits) {

  /**
   * Writes {@code job.xml} and the splits.
   *
   * @param directory is made
   */
  public static WrittenJob write(JobID id, Path directory, Job settings, List<Path> inputs)
      throws IOException, InterruptedException {
    JobConf conf = new JobConf(settings.getConfiguration());
    conf.setUseNewMapper(true);
    conf.setUseNewReducer(true);
    conf.setInt(MRJobConfig.NUM_MAPS, inputs.size());
    org.apache.hadoop.fs.Path place =
        new org.apache.hadoop.fs.Path(Files.createDirectories(directory).toUri());
    FileSystem fs = place.getFileSystem(conf);
    InputSplit[] splits = new InputSplit[inputs.size()];
    for (int i = 0; i < splits.length; i++) {
      splits[i] =
          new FileSplit(
              new org.apache.hadoop.fs.Path(inputs.get(i).toUri()),
              0,
              Files.size(inputs.get(i)),
              new String[0]);
    }
    JobSplitWriter.createSplitFiles(place, conf, fs, splits);
    try (OutputStream out = Files.newOutputStream(directory.resolve("job.xml"))) {
      conf.writeXml(out);
    }
    return new WrittenJob(
        new SubmittedJob(id, place, conf, new Credentials(), UserGroupInformation.getCurrentUser()),
        List.of(SplitMetaInfoReader.readSplitMetaInfo(id, fs, conf, place)));
  }
}
