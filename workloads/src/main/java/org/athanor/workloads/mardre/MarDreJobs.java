// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mardre;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.join.CompositeInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.LazyOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.MultipleOutputs;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.athanor.workloads.program.JobRun;
import org.athanor.workloads.reads.Read;
import org.athanor.workloads.reads.ReadFiles;
import org.athanor.workloads.reads.ReadFormat;
import org.athanor.workloads.reads.ReadInputFormat;

/**
 * The jobs. Single reads need one. Pairs need one that joins mates, before it; and before that, if
 * the input has several sections, one that counts their reads.
 */
final class MarDreJobs {
  private static final String JOIN_EXPRESSION = "mapreduce.join.expr";

  private final Configuration configuration;
  private final MarDreOptions options;
  private final ReadFormat format;
  private final Path work;

  MarDreJobs(Configuration configuration, MarDreOptions options, ReadFormat format, Path work) {
    this.configuration = configuration;
    this.options = options;
    this.format = format;
    this.work = work;
  }

  private Job job(String step) throws IOException {
    Job job = Job.getInstance(configuration, "MarDRe, " + step);
    job.setJarByClass(MarDreJobs.class);
    JobRun.once(job.getConfiguration());
    job.getConfiguration().setFloat(MRJobConfig.MAP_SORT_SPILL_PERCENT, 0.9f);
    ReadInputFormat.setFormat(job.getConfiguration(), format);
    options.rule().putInto(job);
    return job;
  }

  /** Removes duplicates of single reads. Returns the finished job. */
  Job single(Path input, Path output)
      throws IOException, InterruptedException, ClassNotFoundException {
    Job job = job("single reads");
    job.setInputFormatClass(ReadInputFormat.class);
    FileInputFormat.setInputPaths(job, input);
    job.setMapperClass(SingleMapper.class);
    removeDuplicates(job, output);
    job.setOutputFormatClass(TextOutputFormat.class);
    JobRun.complete(job);
    return job;
  }

  /**
   * Removes duplicates of pairs. Returns the finished job.
   *
   * @throws IOException if there are not as many first as second mates
   */
  Job pairs(Path first, Path second, Path output)
      throws IOException, InterruptedException, ClassNotFoundException {
    Job mates = job("joins mates");
    mates.setInputFormatClass(MateInputFormat.class);
    MateInputFormat.setInputs(mates.getConfiguration(), first, second);
    int sections = new MateInputFormat().getSplits(mates).size();
    if (sections > 2) {
      long[] counts = count(first, second, sections);
      MateInputFormat.setCounts(mates.getConfiguration(), counts);
    }
    Path joined = new Path(work, "pairs");
    FileOutputFormat.setOutputPath(mates, joined);
    if (options.joinInReduce()) {
      joinInReduce(mates);
    } else {
      writeSegments(mates);
    }
    JobRun.complete(mates);
    requireAsMany(mates, first, second);

    Job job = job("pairs");
    // Without pairs, there are no segments either.
    if (options.joinInReduce() || Tally.READS.of(mates) == 0) {
      job.setInputFormatClass(SequenceFileInputFormat.class);
      FileInputFormat.setInputPaths(job, joined);
      job.setMapperClass(Mapper.class);
    } else {
      joinInMap(job, joined);
    }
    removeDuplicates(job, output);
    LazyOutputFormat.setOutputFormatClass(job, TextOutputFormat.class);
    for (String mate : new String[] {DuplicateReducer.FIRST, DuplicateReducer.SECOND}) {
      MultipleOutputs.addNamedOutput(
          job, mate, TextOutputFormat.class, NullWritable.class, Text.class);
    }
    JobRun.complete(job);
    long compared = Tally.COMPARED.of(job);
    long read = Tally.READS.of(mates);
    if (compared != read) {
      throw new IOException(compared + " of " + read + " pairs were joined; all must be");
    }
    return job;
  }

  private void removeDuplicates(Job job, Path output) {
    job.setMapOutputKeyClass(FragmentKey.class);
    job.setMapOutputValueClass(Fragment.class);
    job.setSortComparatorClass(FragmentKey.Order.class);
    job.setGroupingComparatorClass(FragmentKey.Group.class);
    job.setPartitionerClass(FragmentKey.ByPrefix.class);
    job.setReducerClass(DuplicateReducer.class);
    job.setNumReduceTasks(options.reduces());
    job.setOutputKeyClass(NullWritable.class);
    job.setOutputValueClass(Text.class);
    FileOutputFormat.setOutputPath(job, output);
  }

  private static void writeSegments(Job job) {
    job.setMapperClass(SegmentMapper.class);
    job.setNumReduceTasks(0);
    job.setOutputKeyClass(LongWritable.class);
    job.setOutputValueClass(Read.class);
    LazyOutputFormat.setOutputFormatClass(job, SequenceFileOutputFormat.class);
    MultipleOutputs.addNamedOutput(
        job, SegmentMapper.SEGMENT, SequenceFileOutputFormat.class, LongWritable.class, Read.class);
  }

  private static void joinInMap(Job job, Path segments) {
    job.setInputFormatClass(CompositeInputFormat.class);
    job.getConfiguration()
        .set(
            JOIN_EXPRESSION,
            CompositeInputFormat.compose(
                "inner",
                SegmentInputFormat.class,
                new Path(segments, DuplicateReducer.FIRST),
                new Path(segments, DuplicateReducer.SECOND)));
    job.setMapperClass(PairMapper.class);
  }

  private void joinInReduce(Job job) {
    job.setMapperClass(MateMapper.class);
    job.setMapOutputKeyClass(LongWritable.class);
    job.setMapOutputValueClass(Mate.class);
    job.setReducerClass(MateReducer.class);
    job.setNumReduceTasks(options.reduces());
    job.setOutputKeyClass(FragmentKey.class);
    job.setOutputValueClass(Fragment.class);
    job.setOutputFormatClass(SequenceFileOutputFormat.class);
  }

  /** Counts the reads of each section. */
  private long[] count(Path first, Path second, int sections)
      throws IOException, InterruptedException, ClassNotFoundException {
    Path output = new Path(work, "counts");
    Job job = job("counts reads");
    job.setInputFormatClass(MateInputFormat.class);
    MateInputFormat.setInputs(job.getConfiguration(), first, second);
    job.setMapperClass(CountMapper.class);
    job.setNumReduceTasks(0);
    job.setOutputKeyClass(IntWritable.class);
    job.setOutputValueClass(LongWritable.class);
    FileOutputFormat.setOutputPath(job, output);
    JobRun.complete(job);

    long[] counts = new long[sections];
    FileSystem files = output.getFileSystem(configuration);
    for (Path part : new ReadFiles(configuration).parts(output, "part-")) {
      try (BufferedReader lines =
          new BufferedReader(new InputStreamReader(files.open(part), StandardCharsets.US_ASCII))) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          int tab = line.indexOf('\t');
          counts[Integer.parseInt(line.substring(0, tab))] =
              Long.parseLong(line.substring(tab + 1));
        }
      }
    }
    return counts;
  }

  private static void requireAsMany(Job mates, Path first, Path second) throws IOException {
    long firsts = Tally.READS.of(mates);
    long seconds = Tally.SECOND_MATES.of(mates);
    if (firsts < 0) {
      throw new IOException("the framework returns no counters; pairs need them, to be counted");
    }
    if (firsts != seconds) {
      throw new IOException(
          first
              + " has "
              + firsts
              + " reads, "
              + second
              + " has "
              + seconds
              + "; must be the same number, since they are pairs in the same order");
    }
  }
}
