// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mesh;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.athanor.workloads.program.JobRun;
import org.athanor.workloads.program.UserFiles;

/**
 * A mesh in a file of Gmsh, or in the files of a directory. If files are cut, a job lists the marks
 * of their sections before the first that reads them. Not thread-safe.
 */
final class MeshFiles implements MeshSource {
  private final Configuration configuration;
  private final Path input;
  private final Path work;
  private Path sections;

  /**
   * @param work directory for intermediate data
   */
  MeshFiles(Configuration configuration, Path input, Path work) {
    this.configuration = configuration;
    this.input = input;
    this.work = work;
  }

  @Override
  public void into(Job job) throws IOException, InterruptedException, ClassNotFoundException {
    job.setInputFormatClass(MeshInputFormat.class);
    FileInputFormat.setInputPaths(job, input);
    if (sections == null && MeshInputFormat.cuts(job)) {
      sections = new Path(work, "sections");
      marks(sections);
    }
    if (sections != null) {
      MeshInputFormat.setSections(job.getConfiguration(), sections);
    }
  }

  /** Lists the marks of sections. */
  void marks(Path output) throws IOException, InterruptedException, ClassNotFoundException {
    Job job = MeshJobs.job(configuration, "sections", 0);
    job.setInputFormatClass(TextInputFormat.class);
    FileInputFormat.setInputPaths(job, input);
    job.setMapperClass(Sections.MarkMapper.class);
    MeshJobs.write(job, NullWritable.class, Text.class, output);
    JobRun.complete(job);
  }

  @Override
  public String shown() {
    return UserFiles.shown(input);
  }
}
