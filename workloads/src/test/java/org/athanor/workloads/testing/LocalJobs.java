// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.testing;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.examples.WordCount;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/** Runs jobs in this JVM, in Hadoop's local mode. */
public final class LocalJobs {
  private LocalJobs() {}

  /** A configuration whose temporary files are below {@code directory}. */
  public static Configuration configuration(Path directory) {
    Configuration configuration = new Configuration();
    configuration.set("hadoop.tmp.dir", directory.resolve("tmp").toString());
    configuration.set("mapreduce.framework.name", "local");
    configuration.setInt("mapreduce.client.completion.pollinterval", 10);
    configuration.setInt("mapreduce.client.progressmonitor.pollinterval", 10);
    // Each map task allocates its buffer anew, 100 MB by default, for a few kilobytes.
    configuration.setInt("mapreduce.task.io.sort.mb", 4);
    // Small inputs have several splits.
    configuration.setInt("mapreduce.input.fileinputformat.split.maxsize", 64 << 10);
    return configuration;
  }

  /** Runs a driver and returns its exit status. */
  public static int run(Configuration configuration, Tool tool, Object... arguments)
      throws Exception {
    String[] words = new String[arguments.length];
    for (int i = 0; i < words.length; i++) {
      words[i] = arguments[i].toString();
    }
    return ToolRunner.run(new Configuration(configuration), tool, words);
  }

  /** Runs Hadoop's WordCount without its driver, which would end the JVM. */
  public static void wordCount(Configuration configuration, Path input, Path output, int parts)
      throws IOException, InterruptedException, ClassNotFoundException {
    Job job = Job.getInstance(configuration);
    job.setMapperClass(WordCount.TokenizerMapper.class);
    job.setCombinerClass(WordCount.IntSumReducer.class);
    job.setReducerClass(WordCount.IntSumReducer.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(IntWritable.class);
    job.setNumReduceTasks(parts);
    FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path(input.toUri()));
    FileOutputFormat.setOutputPath(job, new org.apache.hadoop.fs.Path(output.toUri()));
    if (!job.waitForCompletion(false)) {
      throw new IOException("WordCount failed");
    }
  }
}
