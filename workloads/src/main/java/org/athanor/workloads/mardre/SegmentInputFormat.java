// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mardre;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.athanor.workloads.reads.Read;

/** The files of the segments in the order of their names, whatever order a file system lists. */
public final class SegmentInputFormat extends SequenceFileInputFormat<LongWritable, Read> {
  @Override
  protected List<FileStatus> listStatus(JobContext context) throws IOException {
    List<FileStatus> files = super.listStatus(context);
    files.sort(Comparator.comparing(file -> file.getPath().getName()));
    return files;
  }
}
